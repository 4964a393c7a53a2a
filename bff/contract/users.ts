/** Creating a user at a fleet's telematics provider. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { calendarDate, countryCode, queryBoolean, reference, requestText, uuid } from './common.ts';
import { requestEmail } from './email-address.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { hosRulesetCode } from './hos-rulesets.ts';
import { operation, partnerRef } from './operations.ts';
import { timeZone } from './time-zones.ts';

export const USER_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export const COMPLIANCE_CLASSIFICATIONS = ['exempt', 'non_exempt'] as const;
export const TRACKING_METHODS = ['manual', 'automatic'] as const;

export const PASSWORD_LENGTH = { min: 1, max: 1024 } as const;

/** `tracking_method` is for non-exempt drivers where the source distinguishes; the interface does not reject it otherwise. */
export const hosTrackingConfig = z.strictObject({
  compliance_classification: z.enum(COMPLIANCE_CLASSIFICATIONS).optional(),
  tracking_method: z.enum(TRACKING_METHODS).optional(),
});

/**
 * Only `connection_id` is required. All names except `connection_id`, `partner_ref` and `hos_ruleset_name` are assumed and
 * renamed on the wire by `user_attributes` (see field-aliases.ts).
 */
export const userCreate = z.strictObject({
  connection_id: uuid,
  /** Opaque; returned unchanged on the operation and its events. */
  partner_ref: partnerRef.optional(),
  username: reference.optional(),
  is_active: z.boolean().optional(),
  status: z.enum(USER_STATUSES).optional(),
  /** False: back-office user. */
  is_driver: z.boolean().optional(),
  user_designation: requestText.optional(),
  user_email: requestEmail.optional(),
  first_name: requestText.optional(),
  last_name: requestText.optional(),
  password: z
    .string()
    .min(PASSWORD_LENGTH.min, { error: 'must not be empty' })
    .max(PASSWORD_LENGTH.max, { error: `must be at most ${PASSWORD_LENGTH.max} characters` })
    .optional(),
  phone_number: requestText.optional(),
  phone_country_code: z
    .string()
    .regex(/^\+\d{1,4}$/, { error: 'must be a country code such as +1' })
    .optional(),
  country_code: countryCode.optional(),
  license_country: countryCode.optional(),
  license_region: requestText.optional(),
  license_number: requestText.optional(),
  /** Local to the issuing authority. */
  license_expiration: calendarDate.optional(),
  employee_number: requestText.optional(),
  carrier_number: requestText.optional(),
  notes: requestText.optional(),
  hos_ruleset_code: hosRulesetCode.optional(),
  hos_ruleset_name: requestText.optional(),
  allow_yard_move: z.boolean().optional(),
  allow_personal_conveyance: z.boolean().optional(),
  allow_adverse_driving: z.boolean().optional(),
  default_time_zone: timeZone.optional(),
  dot_number: requestText.optional(),
  hos_tracking_config: hosTrackingConfig.optional(),
});
export type UserCreate = z.infer<typeof userCreate>;

/** True: the service writes at the provider immediately and returns the result, and the caller handles retries. */
export const userCreateQuery = z.strictObject({ is_sync: queryBoolean.default(false) });

export function userEndpoints(a: Assumptions) {
  return {
    createUser: endpoint({
      name: 'createUser',
      method: 'POST',
      path: '/v2/telematics/users',
      query: userCreateQuery,
      queryNames: a.query.users,
      body: userCreate,
      bodyNames: a.user_attributes,
      response: operation,
      /** 202 and `pending` when asynchronous, 200 and the result when synchronous (assumed). */
      success: [202, 200],
      errors: COMMON_ERRORS_AND_501,
      provisional: true,
    }),
  } as const;
}
