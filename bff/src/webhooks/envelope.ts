/** What a delivery says, as far as it can be read. */
import type { Assumptions } from '@waypost/contract/assumptions';
import { type EventEnvelope, readEventEnvelope } from '@waypost/contract/events';
import { parseJsonKeepingBigIntegers } from '@waypost/contract/json';

/** The parsed body, and the envelope in it when there is one. Null: no JSON at all. */
export function readEnvelope(
  body: Buffer | null,
  assumptions: Assumptions,
): { json: unknown; envelope: EventEnvelope | null } | null {
  if (body === null) return null;
  try {
    const json = parseJsonKeepingBigIntegers(body.toString('utf8'));
    return { json, envelope: readEventEnvelope(json, assumptions) };
  } catch {
    return null;
  }
}

const LONGEST = 255;

/** A text of the sender's that goes into a column: bounded, and without what PostgreSQL cannot store. */
export function columnText(text: string | null | undefined): string | null {
  return text ? text.replaceAll('\0', '').slice(0, LONGEST).toWellFormed() : null;
}
