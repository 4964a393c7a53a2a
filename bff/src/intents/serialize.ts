/** How an intent's request and result are stored, and what a person sees of it. */

import type { Intent } from '@waypost/contract/api/intents';
import type { SecretBox } from '../auth/keys.ts';
import { toIso } from '../lib/time.ts';
import type { IntentRow } from '../store/intents.ts';
import { KINDS } from './kinds.ts';

export const requestContext = (id: string) => `intent/${id}/request`;
const resultContext = (id: string) => `intent/${id}/result`;

/** An intent that is done, with what was created; the request is needed no more. */
export function endOf(box: SecretBox, row: IntentRow, shown: Readonly<Record<string, unknown>> | null) {
  const { id_field } = KINDS[row.kind];
  const id = id_field === null ? null : shown?.[id_field];
  return {
    state: 'done' as const,
    message: null,
    result_id: typeof id === 'string' ? id : null,
    result: shown && box.seal(JSON.stringify(shown), resultContext(row.id)),
    request: null,
    next_check_at: null,
  };
}

/** Null also when no listed key opens it any more: that it was created is known all the same. */
export function resultOf(box: SecretBox, row: IntentRow): unknown {
  return openedJson(box, row.result, resultContext(row.id));
}

/** The JSON in it; null when there is none, or when it cannot be opened. */
export function openedJson(box: SecretBox, sealed: string | null, context: string): unknown {
  if (sealed === null) return null;
  try {
    return JSON.parse(box.open(sealed, context));
  } catch {
    return null;
  }
}

export function toIntentResponse(row: IntentRow): Intent {
  const { id, kind, state, subject, message, result_id, service_status, created_by_name } = row;
  return {
    id,
    subject,
    message,
    result_id,
    service_status,
    created_by_name,
    kind,
    state,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    next_check_at: toIso(row.next_check_at),
  };
}
