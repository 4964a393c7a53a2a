/** From the body of a create to what is kept, also when an existing invitation is refreshed. */
import { FLEET_FIELDS, type InvitationCreate, resolveAliases } from '@waypost/contract/invitations';
import { PROVIDERS, type Provider } from '../connections/providers.ts';
import { ServiceError } from '../http/problem.ts';
import { ADDRESSES, type InvitationRequest, readAnd } from './record.ts';

/** On refresh null is no value that was sent; an empty list clears. */
function restriction(
  sent: readonly string[] | null | undefined,
  before: readonly string[] | null | undefined,
) {
  if (sent === undefined || sent === null) return before ?? null;
  return sent.length > 0 ? sent : null;
}

/**
 * @param body as the contract accepts it, deprecated aliases included
 * @param before what is refreshed. Only the restrictions of providers outlive it; everything else is as if new.
 * Throws 409 when a restriction that was kept cannot be combined with the one that was sent.
 */
export function requestOf(
  body: Readonly<Record<string, unknown>>,
  before: InvitationRequest | null,
): InvitationRequest {
  const sent = resolveAliases(body) as unknown as InvitationCreate;
  const texts = Object.fromEntries(
    [...FLEET_FIELDS, ...ADDRESSES].map((field) => [field, sent[field] ?? null]),
  );
  const limit_tsps = restriction(sent.limit_tsps, before?.limit_tsps);
  const exclude_tsps = restriction(sent.exclude_tsps, before?.exclude_tsps);
  if (limit_tsps && exclude_tsps)
    throw new ServiceError(
      409,
      "limit_tsps and exclude_tsps can't both be set: clear the other one first with an empty list",
    );
  return {
    ...(texts as Pick<InvitationRequest, (typeof FLEET_FIELDS)[number] | (typeof ADDRESSES)[number]>),
    fleet_ref: sent.fleet_ref,
    limit_tsps,
    exclude_tsps,
    permissions: sent.permissions ?? (sent.write_permissions ? readAnd(sent.write_permissions) : null),
    expires_in_hours: sent.expires_in_hours,
  };
}

/** Providers that the fleet may choose from; a restriction names them by slug or identifier. */
export function offered({ limit_tsps, exclude_tsps }: InvitationRequest): Provider[] {
  const named = (list: readonly string[], { tsp_slug, tsp_id }: Provider) =>
    list.includes(tsp_slug) || list.includes(tsp_id);
  return PROVIDERS.filter(
    (provider) =>
      (!limit_tsps || named(limit_tsps, provider)) && !(exclude_tsps && named(exclude_tsps, provider)),
  );
}
