/** Sends the draft of a monitor. */
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import { useApi } from '../../../api/context.ts';
import { useSending } from '../../../live/use-sending.ts';
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
