/** Converts the body of a create request into a stored request, also for a refresh. */
import { FLEET_FIELDS, type InvitationCreate, resolveAliases } from '@waypost/contract/invitations';
import { defaultPermissions } from '@waypost/contract/resources';
import { PROVIDERS, type Provider } from '../connections/providers.ts';
import { ServiceError } from '../http/problem.ts';
import { type InvitationRequest, URL_FIELDS } from './record.ts';

/** On refresh, null counts as not sent and an empty list clears. */
function restriction(
  sent: readonly string[] | null | undefined,
  previous: readonly string[] | null | undefined,
) {
  if (sent === undefined || sent === null) return previous ?? null;
  return sent.length > 0 ? sent : null;
}

/**
 * @param body as accepted by the contract, including deprecated aliases
 * @param previous the request to refresh; only its provider restrictions are kept. Throws 409 when a kept restriction conflicts
 * with a sent one.
 */
export function requestOf(
  body: Readonly<Record<string, unknown>>,
  previous: InvitationRequest | null,
): InvitationRequest {
  const sent = resolveAliases(body) as unknown as InvitationCreate;
  const texts = Object.fromEntries(
    [...FLEET_FIELDS, ...URL_FIELDS].map((field) => [field, sent[field] ?? null]),
  );
  const limit_tsps = restriction(sent.limit_tsps, previous?.limit_tsps);
  const exclude_tsps = restriction(sent.exclude_tsps, previous?.exclude_tsps);
  if (limit_tsps && exclude_tsps)
    throw new ServiceError(
      409,
      "limit_tsps and exclude_tsps can't both be set: clear the other one first with an empty list",
    );
  return {
    ...(texts as Pick<InvitationRequest, (typeof FLEET_FIELDS)[number] | (typeof URL_FIELDS)[number]>),
    fleet_ref: sent.fleet_ref,
    limit_tsps,
    exclude_tsps,
    permissions:
      sent.permissions ?? (sent.write_permissions ? defaultPermissions(sent.write_permissions) : null),
    expires_in_hours: sent.expires_in_hours,
  };
}

/** Providers that the fleet can choose from; restrictions refer to slugs or ids. */
export function allowedProviders({ limit_tsps, exclude_tsps }: InvitationRequest): Provider[] {
  const named = (list: readonly string[], { tsp_slug, tsp_id }: Provider) =>
    list.includes(tsp_slug) || list.includes(tsp_id);
  return PROVIDERS.filter(
    (provider) =>
      (!limit_tsps || named(limit_tsps, provider)) && !(exclude_tsps && named(exclude_tsps, provider)),
  );
}
