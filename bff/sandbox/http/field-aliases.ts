/**
 * Fields and parameters renamed by an operator (SERVICE_ASSUMPTIONS): the operator's names on the wire, contract names inside.
 */
import type { ValidationIssue } from '@waypost/contract/errors';
import { type FieldAliases, invertAliases } from '@waypost/contract/field-aliases';

export interface AliasDirections {
  /** Wire name -> contract name. */
  readonly inward: FieldAliases;
  /** Contract name -> wire name. */
  readonly outward: FieldAliases;
}

/** Prefix that no contract field has. */
const UNKNOWN_PREFIX = '?';

/** A contract name that has a different wire name is unknown on the wire. */
export function aliasDirections(names: FieldAliases = {}): AliasDirections {
  const inward: Record<string, string> = { ...invertAliases(names) };
  const outward: Record<string, string> = { ...names };
  for (const name of Object.keys(names)) {
    if (Object.hasOwn(inward, name)) continue;
    inward[name] = UNKNOWN_PREFIX + name;
    outward[UNKNOWN_PREFIX + name] = name;
  }
  return { inward, outward };
}

/** Restores the sent names in the paths of a 422. */
export function withAliases(
  issues: readonly ValidationIssue[],
  { outward }: AliasDirections,
): ValidationIssue[] {
  const renamed = (part: string) => (Object.hasOwn(outward, part) ? (outward[part] ?? part) : part);
  return issues.map((issue) => ({ ...issue, path: issue.path.split('.').map(renamed).join('.') }));
}
