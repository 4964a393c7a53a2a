/** A person's roles, from a claim of the identity provider and the operator's rules. */
import { ROLES, type Role } from '@waypost/contract/api/session';

export interface RoleRules {
  /** Roles of the provider's groups, by group name. */
  readonly rolesOfGroups: ReadonlyMap<string, readonly Role[]>;
  /** Roles of people without any; empty: they may not sign in. */
  readonly defaultRoles: readonly Role[];
}

/** Roles in the provider's claim: role names and mapped groups in an array or, separated by spaces or commas, in a string. */
export function rolesOf(claim: unknown, { rolesOfGroups, defaultRoles }: RoleRules): Role[] {
  // A group's name may contain spaces, so a string is first tried as a whole.
  const names: readonly unknown[] = Array.isArray(claim)
    ? claim
    : typeof claim === 'string'
      ? [claim, ...claim.split(/[\s,]+/)]
      : [];
  const known = ROLES.filter((role) =>
    names.some(
      (name) => name === role || (typeof name === 'string' && rolesOfGroups.get(name)?.includes(role)),
    ),
  );
  return known.length > 0 ? known : [...defaultRoles];
}

/**
 * Value of a claim by its path, such as `realm_access.roles`. Names may contain dots themselves (`https://example.com/roles`): at each
 * level the longest matching name is used.
 */
export function claimAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const parts = path.split('.');
  for (let taken = parts.length; taken > 0; taken -= 1) {
    const name = parts.slice(0, taken).join('.');
    if (!Object.hasOwn(claims, name)) continue;
    const value = (claims as Record<string, unknown>)[name];
    const found = taken === parts.length ? value : claimAt(value, parts.slice(taken).join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}

const MAX_LOGGED_VALUES = 50;
const MAX_LOGGED_CHARS = 100;

/** A roles claim for the log: its values, shortened; for other types only the type. */
export function loggedClaim(claim: unknown): unknown {
  const short = (value: unknown) =>
    typeof value === 'string' ? value.slice(0, MAX_LOGGED_CHARS) : `(${typeof value})`;
  if (claim === undefined) return null;
  return Array.isArray(claim) ? claim.slice(0, MAX_LOGGED_VALUES).map(short) : short(claim);
}
