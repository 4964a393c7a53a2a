/**
 * Failures that anyone can type: a value of the request that asks for a status. One mechanism for every endpoint, see README.md
 * ("Causing errors").
 *
 * - `sandbox:409` as any text of the query or of the body, at any depth
 * - `00000000-0000-0000-0000-000000000409` as any identifier of path, query or body; no real one looks like it
 */
import type { ErrorStatus } from '@waypost/contract/endpoint';
import { detailFor, ServiceError } from './problem.ts';

const TEXT = /^sandbox:(\d{3})$/;
const UUID = /^00000000-0000-0000-0000-000000000(\d{3})$/;
const MAX_DEPTH = 6;

/** The status that a text asks for, or null. */
function statusIn(text: string): number | null {
  const found = TEXT.exec(text) ?? UUID.exec(text);
  return found ? Number(found[1]) : null;
}

/** The first status that any text in a value asks for, or null. */
export function sentinelIn(value: unknown, depth = 0): number | null {
  if (typeof value === 'string') return statusIn(value);
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return null;
  for (const inner of Object.values(value)) {
    const status = sentinelIn(inner, depth + 1);
    if (status !== null) return status;
  }
  return null;
}

/** Throws what the input asks for, when the endpoint declares it. */
export function raiseSentinel(declared: readonly ErrorStatus[], ...inputs: readonly unknown[]): void {
  for (const input of inputs) {
    const asked = sentinelIn(input);
    const status = declared.find((one) => one === asked);
    if (status !== undefined)
      throw new ServiceError(status, detailFor(status, `simulated by the input sandbox:${status}`, 1));
  }
}
