/** Sends the form: a post as an intent, a correction as a change that can be sent again. */
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { CorrectLoadRequest, PostLoadRequest } from '@waypost/contract/api/posted-loads';
import { useApi } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { useSending } from '../../live/use-sending.ts';
import { correctionOfDraft, fieldOfPath, fieldText, postOf } from './check.ts';
import type { Corrected } from './LoadForm.tsx';
import type { DraftEditor } from './use-load-draft.ts';

export interface SubmitSetup {
  readonly editor: DraftEditor;
  readonly corrected: Corrected | null;
  readonly onSent: (load_id: string | null, load_ref: string) => void;
}

type Request =
  | { readonly kind: 'post'; readonly body: PostLoadRequest }
  | { readonly kind: 'correct'; readonly load_id: string; readonly body: CorrectLoadRequest };

const DONE = { state: 'done', message: null } as const;

/** `send` must not be called while the draft has errors. */
export function useSubmit({ editor, corrected, onSent }: SubmitSetup) {
  const { http } = useApi();
  const { store } = useLive();
  const { draft, begun } = editor;
  return useSending({
    draft: editor,
    body: (): Request | null => {
      if (corrected === null) return { kind: 'post', body: postOf(draft) };
      const body = correctionOfDraft(draft, begun, corrected.sent);
      return body && { kind: 'correct', load_id: corrected.load.load_id, body };
    },
    call: async (request, headers) => {
      if (request.kind === 'post') {
        const { intent, result } = await http.call(POSTED_LOAD_ROUTES.postLoad, {
          body: request.body,
          headers,
        });
        return { intent, load_id: result?.load_id ?? intent.result_id };
      }
      const { load_id, body } = request;
      const { item } = await http.call(POSTED_LOAD_ROUTES.correctLoad, { params: { load_id }, body });
      store.apply({ items: [item], removed: [] });
      return { intent: DONE, load_id };
    },
    fieldOf: (path) => fieldOfPath(path, draft),
    textOf: (field) => fieldText(draft, field),
    onDone: ({ load_id }) => onSent(load_id, draft.load_ref.trim()),
  });
}
