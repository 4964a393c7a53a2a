/** Roles of a person, from the claim that ROLES_CLAIM names. */
import { ROLES, type Role } from '@waypost/contract/api/session';

/** Known roles among what the provider sent (a list, or words in one text); `fallback` when there is none of them. */
export function rolesOf(claim: unknown, fallback: readonly Role[]): Role[] {
  const words = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(/[\s,]+/) : [];
  const known = ROLES.filter((role) => words.includes(role));
  return known.length > 0 ? known : [...fallback];
}
