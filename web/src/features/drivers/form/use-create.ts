/** Sends the draft of a driver user. */
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import { useApi } from '../../../api/context.ts';
import { useSending } from '../../../live/use-sending.ts';
import { shownOnce } from '../shown-once.ts';
import { checked } from './draft.ts';
import { fieldOfPath } from './fields.ts';
import type { DriverEditor } from './use-driver-draft.ts';

export interface CreateSetup {
  readonly editor: DriverEditor;
  /** `operation_id`: null when the service did not return it. */
  readonly onCreated: (operation_id: string | null) => void;
}

export function useCreate({ editor, onCreated }: CreateSetup) {
  const { http } = useApi();
  const { draft, password, password_lost, is_sync } = editor;
  return useSending({
    draft: editor,
    body: () => {
      const made = checked(draft, password, password_lost);
      return made.ok ? made.body : null;
    },
    // Of an unknown one the form stays: its password is nowhere else, and sending again asks what became of it.
    call: (body, headers) =>
      http.call(INTENT_ROUTES.createUser, { query: { is_sync: String(is_sync) }, body, headers }),
    fieldOf: fieldOfPath,
    textOf: (field) => (field === 'password' ? password : draft[field]),
    onDone: ({ intent, result }) => {
      const operation_id = result?.id ?? intent.result_id;
      if (operation_id !== null && password !== '') shownOnce.put(operation_id, password);
      onCreated(operation_id);
    },
  });
}
