/** Share agreements. The list and cancel endpoints are assumed. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import {
  dateTime,
  dateTimeWithOffset,
  openEnum,
  page,
  pageQuery,
  receivedReference,
  uuid,
} from './common.ts';
import { COMMON_ERRORS, COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { permissionLevel } from './resources.ts';

export const AGREEMENT_STATUSES = ['active', 'paused', 'cancelled', 'deleted', 'expired'] as const;
export const agreementStatus = openEnum(AGREEMENT_STATUSES);
export type AgreementStatus = z.infer<typeof agreementStatus>;

/** Only `id` is required. */
export const agreement = z.object({
  id: uuid,
  fleet_id: uuid.nullish(),
  partner_id: uuid.nullish(),
  fleet_ref: receivedReference.nullish(),
  invitation_id: uuid.nullish(),
  effective_date: dateTime.nullish(),
  /** Null means no end date. */
  expiration_date: dateTime.nullish(),
  /** Resource name -> permission level. */
  scopes: z.record(z.string(), permissionLevel).nullish(),
  /** Does not reflect the dates; see `effectiveState`. */
  status: agreementStatus.nullish(),
});
export type Agreement = z.infer<typeof agreement>;

/**
 * Body of an agreement update. An omitted field keeps its value; `expiration_date: null` removes the end date; `effective_date`
 * cannot be null.
 */
export const agreementUpdate = z.strictObject({
  effective_date: dateTimeWithOffset.optional(),
  expiration_date: dateTimeWithOffset.nullable().optional(),
});
export type AgreementUpdate = z.infer<typeof agreementUpdate>;

export interface EffectiveState {
  /**
   * `active`: data is shared; `scheduled`: status is active, but access has not begun; `ended`: status is active, but access is
   * over; `unknown`: the service sent no status. Any other value is the service's status, unchanged.
   */
  readonly state: AgreementStatus | 'scheduled' | 'ended' | 'unknown';
  /** Whether data is shared at this instant. */
  readonly shared: boolean;
  /** When the state next changes by time alone, in the service's format; null when it does not. */
  readonly changes_at: string | null;
}

/**
 * Derives the state from status and dates: access begins at `effective_date` (inclusive) and ends at `expiration_date`
 * (exclusive), even though `status` stays `active`. A missing `effective_date` counts as already begun because the status is
 * active.
 * @param now milliseconds since 1970
 */
export function effectiveState(
  {
    status,
    effective_date,
    expiration_date,
  }: Pick<Agreement, 'status' | 'effective_date' | 'expiration_date'>,
  now: number,
): EffectiveState {
  if (status !== 'active') return { state: status ?? 'unknown', shared: false, changes_at: null };
  if (expiration_date && Date.parse(expiration_date) <= now)
    return { state: 'ended', shared: false, changes_at: null };
  if (effective_date && Date.parse(effective_date) > now)
    return { state: 'scheduled', shared: false, changes_at: effective_date };
  return { state: 'active', shared: true, changes_at: expiration_date ?? null };
}

/** Whether the agreement shares data now, will later, or did until it was paused. */
export const isOngoing = (state: EffectiveState['state']): boolean =>
  state === 'active' || state === 'scheduled' || state === 'paused';

/** Whether the scopes include the resource. Without scopes, assume they do. */
export function shares({ scopes }: Pick<Agreement, 'scopes'>, resource: string): boolean {
  return scopes === null || scopes === undefined || Object.hasOwn(scopes, resource);
}

type Access = Pick<Agreement, 'status' | 'effective_date' | 'expiration_date' | 'scopes'>;

/**
 * End of the gap-free period during which one fleet's agreements share a resource, in milliseconds since 1970.
 * @param from start of the period; returned unchanged when nothing is shared then
 * @returns Infinity when there is no end
 */
export function sharedUntil(
  agreements: readonly Access[],
  resource: string,
  from: number,
  now: number,
): number {
  const spans = agreements
    .filter(
      (item) => ['active', 'scheduled'].includes(effectiveState(item, now).state) && shares(item, resource),
    )
    .map(({ effective_date, expiration_date }) => ({
      start: effective_date ? Date.parse(effective_date) : Number.NEGATIVE_INFINITY,
      end: expiration_date ? Date.parse(expiration_date) : Number.POSITIVE_INFINITY,
    }))
    .sort((a, b) => a.start - b.start);
  let until = from;
  for (const { start, end } of spans) if (start <= until) until = Math.max(until, end);
  return until;
}

/** Resources that load tracking and monitoring need. */
export const LOAD_RESOURCES = ['vehicle', 'vehicle_location'] as const;
export const MONITOR_RESOURCES = ['vehicle_location'] as const;

export const agreementParams = z.strictObject({ share_agreement_id: uuid });
export const agreementListQuery = z.strictObject({
  fleet_id: uuid.optional(),
  fleet_ref: z.string().min(1).optional(),
  share_agreement_status: z.enum(AGREEMENT_STATUSES).optional(),
  ...pageQuery,
});

export function agreementEndpoints(a: Assumptions) {
  return {
    updateAgreement: endpoint({
      name: 'updateAgreement',
      method: 'PATCH',
      path: '/v2/orgs/share-agreements/{share_agreement_id}',
      params: agreementParams,
      body: agreementUpdate,
      response: agreement,
      about: { param: 'share_agreement_id', field: 'id' },
      success: [200],
      errors: COMMON_ERRORS,
    }),
    deleteAgreement: endpoint({
      name: 'deleteAgreement',
      method: 'DELETE',
      path: '/v2/orgs/share-agreements/{share_agreement_id}',
      params: agreementParams,
      success: [204, 200],
      errors: COMMON_ERRORS,
    }),
    listAgreements: endpoint({
      name: 'listAgreements',
      assumed: true,
      method: 'GET',
      path: a.paths.share_agreements,
      query: agreementListQuery,
      queryNames: { ...a.query.pagination, ...a.query.share_agreements },
      response: page(agreement),
      success: [200],
      errors: COMMON_ERRORS_AND_501,
    }),
    cancelAgreement: endpoint({
      name: 'cancelAgreement',
      assumed: true,
      method: 'POST',
      path: a.paths.share_agreement_cancel,
      params: agreementParams,
      response: agreement,
      about: { param: 'share_agreement_id', field: 'id' },
      success: [200],
      errors: COMMON_ERRORS_AND_501,
    }),
  } as const;
}
