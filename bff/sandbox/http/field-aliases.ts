/** Fields and parameters that an operator has renamed (SERVICE_ASSUMPTIONS): on the wire the operator's names, inside those of the contract. */
import type { ValidationIssue } from '@waypost/contract/errors';
import { type FieldAliases, invertAliases } from '@waypost/contract/field-aliases';

export interface AliasDirections {
  /** Name on the wire -> name in the contract. */
  readonly inward: FieldAliases;
  /** The way back. */
  readonly outward: FieldAliases;
}

/** No field of the contract begins like that. */
const NOT_OURS = '?';

/** A name of the contract that has another one on the wire is unknown there. */
export function aliasDirections(names: FieldAliases = {}): AliasDirections {
  const inward: Record<string, string> = { ...invertAliases(names) };
  const outward: Record<string, string> = { ...names };
  for (const own of Object.keys(names)) {
    if (Object.hasOwn(inward, own)) continue;
    inward[own] = NOT_OURS + own;
    outward[NOT_OURS + own] = own;
  }
  return { inward, outward };
}

/** What failed, under the names that were sent. */
export function withAliases(
  issues: readonly ValidationIssue[],
  { outward }: AliasDirections,
): ValidationIssue[] {
  const renamed = (part: string) => (Object.hasOwn(outward, part) ? (outward[part] ?? part) : part);
  return issues.map((issue) => ({ ...issue, path: issue.path.split('.').map(renamed).join('.') }));
}
