/** What is said of sending a monitor. */
import { Link } from '@tanstack/react-router';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import { useApi } from '../../../api/context.ts';
import type { SendWords } from '../../../live/SubmitBar.tsx';
import { useSending } from '../../../live/sending.ts';
import { fieldOfPath, fieldText } from './fields.ts';
import type { DraftEditor } from './use-draft.ts';
import { toWish } from './wish.ts';

export interface SubmitSetup {
  readonly editor: DraftEditor;
  /** `monitor_id`: null when the service did not return it. */
  readonly onCreated: (monitor_id: string | null) => void;
  /** Nobody knows whether it was created; the list shows it as unknown. */
  readonly onUnknown: (message: string | null) => void;
}

/** Sends the draft of a monitor. */
export function useSubmit({ editor, onCreated, onUnknown }: SubmitSetup) {
  const { http } = useApi();
  const { draft } = editor;
  return useSending({
    draft: editor,
    body: () => {
      const made = toWish(draft);
      return made.ok ? made.wish : null;
    },
    call: (body, headers) => http.call(INTENT_ROUTES.createMonitor, { body, headers }),
    fieldOf: (path) => fieldOfPath(path, draft),
    textOf: (field) => fieldText(draft, field),
    onDone: ({ intent, result }) => onCreated(result?.id ?? intent.result_id),
    onUnknown,
  });
}

export const SEND_WORDS: SendWords = {
  refused: 'Nothing was created',
  /** The service's two refusals without a field. */
  why: ({ service_status }) => {
    if (service_status === 403)
      return "A monitor needs an active agreement that shares this truck's location. Extend it, or ask the fleet.";
    if (service_status === 409)
      return 'This conflicts with existing data. Check whether a monitor already tracks the truck.';
    return service_status === 404 ? "Check the truck's identifiers." : '';
  },
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> The first request arrived, so a
      monitor with those details may exist. <Link to="/monitors">Open the monitors</Link>. If it is not what
      you want, send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second one.',
};

export const UNKNOWN_WORDS =
  'Not confirmed yet: checking whether it was created. Creating it again only checks the outcome.';
