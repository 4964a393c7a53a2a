/**
 * Failures that anyone can trigger by a value in the request, for every endpoint; see README.md ("Causing errors").
 *
 * `sandbox:409` as any text of the query or body, at any depth; `00000000-0000-0000-0000-000000000409` as any id in path, query
 * or body (no real id looks like it).
 */
import type { ErrorStatus } from '@waypost/contract/endpoint';
import { detailFor, ServiceError } from './problem.ts';

const TEXT = /^sandbox:(\d{3})$/;
const UUID = /^00000000-0000-0000-0000-000000000(\d{3})$/;
const MAX_DEPTH = 6;

function statusIn(text: string): number | null {
  const found = TEXT.exec(text) ?? UUID.exec(text);
  return found ? Number(found[1]) : null;
}

/** The first status requested by any text in a value, or null. */
export function sentinelIn(value: unknown, depth = 0): number | null {
  if (typeof value === 'string') return statusIn(value);
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return null;
  for (const inner of Object.values(value)) {
    const status = sentinelIn(inner, depth + 1);
    if (status !== null) return status;
  }
  return null;
}

/** Throws the requested error if the endpoint declares it. */
export function raiseSentinel(declared: readonly ErrorStatus[], ...inputs: readonly unknown[]): void {
  for (const input of inputs) {
    const requested = sentinelIn(input);
    const status = declared.find((code) => code === requested);
    if (status !== undefined)
      throw new ServiceError(status, detailFor(status, `simulated by the input sandbox:${status}`, 1));
  }
}
