/** Share agreements. Listing and cancelling them are assumed. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { dateTime, dateTimeWithOffset, openEnum, page, pageQuery, uuid } from './common.ts';
import { COMMON_ERRORS, COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { permissionLevel } from './resources.ts';

export const AGREEMENT_STATUSES = ['active', 'paused', 'cancelled', 'deleted', 'expired'] as const;
export const agreementStatus = openEnum(AGREEMENT_STATUSES);
export type AgreementStatus = z.infer<typeof agreementStatus>;

/** Share agreement. Only the identifier is counted on. */
export const agreement = z.object({
  id: uuid,
  fleet_id: uuid.nullish(),
  partner_id: uuid.nullish(),
  /** The partner's own fleet identifier. */
  fleet_ref: z.string().nullish(),
  invitation_id: uuid.nullish(),
  effective_date: dateTime.nullish(),
  /** Null: no end. */
  expiration_date: dateTime.nullish(),
  /** Resource name -> permission level. */
  scopes: z.record(z.string(), permissionLevel).nullish(),
  /** Says nothing about dates: see `effectiveState`. */
  status: agreementStatus.nullish(),
});
export type Agreement = z.infer<typeof agreement>;

/**
 * Body of changing an agreement. Left out = kept. `expiration_date: null` removes the end;
 * `effective_date` cannot be null.
 */
export const agreementUpdate = z.strictObject({
  effective_date: dateTimeWithOffset.optional(),
  expiration_date: dateTimeWithOffset.nullable().optional(),
});
export type AgreementUpdate = z.infer<typeof agreementUpdate>;

/** What an agreement gives at one instant. */
export interface EffectiveState {
  /**
   * `active`: data are shared; `scheduled`: active, but access has not begun; `ended`: active, but access is over;
   * otherwise the service's own status as it came; `unknown` when it gave none.
   */
  readonly state: AgreementStatus | 'scheduled' | 'ended' | 'unknown';
  /** True when data are shared at this instant. */
  readonly shared: boolean;
  /** Date at which time alone changes the state next, as the service wrote it; null when none will. */
  readonly changes_at: string | null;
}

/**
 * State worked out from status and dates: access begins at `effective_date` and ends at `expiration_date`
 * though `status` stays `active`. The first instant is shared, the last is not. A missing `effective_date` is
 * taken as "already begun", since the status says active.
 * @param now milliseconds since 1970
 */
export function effectiveState(
  given: Pick<Agreement, 'status' | 'effective_date' | 'expiration_date'>,
  now: number,
): EffectiveState {
  const { status, effective_date, expiration_date } = given;
  if (status !== 'active') return { state: status ?? 'unknown', shared: false, changes_at: null };
  if (expiration_date && Date.parse(expiration_date) <= now)
    return { state: 'ended', shared: false, changes_at: null };
  if (effective_date && Date.parse(effective_date) > now)
    return { state: 'scheduled', shared: false, changes_at: effective_date };
  return { state: 'active', shared: true, changes_at: expiration_date ?? null };
}

/** True for the state of an agreement that a fleet stands by: it gives data now, will, or did until it was paused. */
export const isStanding = (state: EffectiveState['state']): boolean =>
  state === 'active' || state === 'scheduled' || state === 'paused';

/** Does it share the resource, whenever it is in force? Where the service leaves the scopes out, nothing says that it does not. */
export function shares({ scopes }: Pick<Agreement, 'scopes'>, resource: string): boolean {
  return scopes === null || scopes === undefined || Object.hasOwn(scopes, resource);
}

type Access = Pick<Agreement, 'status' | 'effective_date' | 'expiration_date' | 'scopes'>;

/**
 * Until when agreements of one fleet share a resource without a gap, milliseconds since 1970.
 * @param from milliseconds since 1970; comes back when it is not shared then
 * @returns Infinity when that has no end
 */
export function sharedUntil(
  agreements: readonly Access[],
  resource: string,
  from: number,
  now: number,
): number {
  const spans = agreements
    .filter(
      (one) => ['active', 'scheduled'].includes(effectiveState(one, now).state) && shares(one, resource),
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

/** What tracking a load takes, and what watching a monitor takes. */
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
