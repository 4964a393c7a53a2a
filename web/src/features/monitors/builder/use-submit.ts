/**
 * Sending: once for each draft, however often it is tried, since every try carries the draft's own key (rule 25). What comes back lands
 * where it belongs: on its field, as a sentence, as a countdown that sends when it is over, or as "nobody knows yet".
 */
import { CREATE_ROUTES } from '@waypost/contract/api/create-routes';
import { INTENT_HEADER } from '@waypost/contract/api/creates';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Http } from '../../../api/http.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import type { Draft } from './draft.ts';
import { type FieldName, fieldOfPath, fieldText } from './fields.ts';
import type { DraftEditor } from './use-draft.ts';
import { toWish } from './wish.ts';

export interface FieldRefusal {
  readonly field: FieldName;
  readonly message: string;
  /** What stood there: a change of it takes the words away. */
  readonly value: string;
}

export type Sending =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' }
  /** The service asked all of us to wait: sent by itself at `until` (the server's clock, milliseconds). */
  | { readonly phase: 'waiting'; readonly until: number; readonly problem: Problem }
  /** Nothing was created. */
  | { readonly phase: 'refused'; readonly problem: Problem; readonly fields: readonly FieldRefusal[] }
  /** This key has made another monitor before. */
  | { readonly phase: 'sent_before'; readonly problem: Problem }
  /** No answer: it may have arrived. Trying again is safe. */
  | { readonly phase: 'no_answer'; readonly problem: Problem };

export interface SubmitSetup {
  readonly http: Http;
  readonly editor: DraftEditor;
  readonly now: () => number;
  /** `monitor_id`: null when the service did not tell it. */
  readonly onCreated: (monitor_id: string | null) => void;
  /** Nobody knows whether it was created; the list shows it as unknown. */
  readonly onUnknown: (message: string | null) => void;
}

export interface Submit {
  readonly sending: Sending;
  readonly send: () => void;
  /** Takes back a countdown, or the words of a refusal. */
  readonly cancel: () => void;
  /** The next sending is a wish of its own. */
  readonly asNew: () => void;
}

const IDLE: Sending = { phase: 'idle' };

export function useSubmit({ http, editor, now, onCreated, onUnknown }: SubmitSetup): Submit {
  const [sending, setSending] = useState<Sending>(IDLE);

  const send = async () => {
    const made = toWish(editor.draft);
    if (!made.ok || sending.phase === 'sending') return;
    const { draft } = editor;
    setSending({ phase: 'sending' });
    editor.markSent('sending');
    try {
      const { intent, result } = await http.call(CREATE_ROUTES.createMonitor, {
        body: made.wish,
        headers: { [INTENT_HEADER]: editor.intent_id },
      });
      if (intent.state === 'done') {
        editor.done();
        onCreated(result?.id ?? intent.result_id);
        return;
      }
      editor.markSent('unknown');
      setSending(IDLE);
      onUnknown(intent.message);
    } catch (error) {
      const next = failed(asProblem(error), draft, now());
      editor.markSent(next.phase === 'no_answer' || next.phase === 'sent_before' ? 'no_answer' : null);
      setSending(next);
    }
  };

  const again = useEffectEvent(() => void send());
  const until = sending.phase === 'waiting' ? sending.until : null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => again(), Math.max(0, until - now()));
    return () => clearTimeout(timer);
  }, [until, now]);

  return {
    sending,
    send: () => void send(),
    cancel: () => setSending(IDLE),
    asNew: () => {
      editor.newIntent();
      setSending(IDLE);
    },
  };
}

/** Where a failed sending lands. */
export function failed(problem: Problem, draft: Draft, now: number): Sending {
  const seconds = problem.retry_after_seconds;
  if (problem.code === 429) return { phase: 'waiting', until: now + (seconds ?? 5) * 1000, problem };
  // Our own server, about the key: the service's conflicts carry its status.
  if (problem.code === 409 && problem.service_status === null) return { phase: 'sent_before', problem };
  const unheard =
    problem.code === 0 || problem.reason === 'internal' || problem.reason === 'unexpected_answer';
  if (unheard) return { phase: 'no_answer', problem };
  const details = Array.isArray(problem.detail) ? problem.detail : [];
  const fields = details.flatMap(({ path, message }): FieldRefusal[] => {
    const field = fieldOfPath(path, draft);
    return field ? [{ field, message, value: fieldText(draft, field) }] : [];
  });
  return { phase: 'refused', problem, fields };
}
