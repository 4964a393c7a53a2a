import { Link } from '@tanstack/react-router';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { CorrectLoadRequest, PostLoadRequest } from '@waypost/contract/api/posted-loads';
import { useCallback } from 'react';
import { z } from 'zod';
import { useApi } from '../../api/context.ts';
import type { Problem } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import type { SendWords } from '../../live/SubmitBar.tsx';
import { type DraftState, sendable, useSendableDraft, useSending } from '../../live/sending.ts';
import { correctionOfDraft, fieldOfPath, fieldText, postOf } from './check.ts';
import { type DraftAction, type LoadDraft, loadDraft, reduceDraft } from './draft.ts';
import type { Corrected } from './LoadForm.tsx';

/** Stored on this computer, one per corrected load. */
const storedDraft = sendable.extend({
  draft: loadDraft,
  /** The initial draft; a correction sends the difference. */
  begun: loadDraft,
  version: z.number(),
});
type StoredDraft = Readonly<z.infer<typeof storedDraft>>;

interface DraftEditor extends Omit<DraftState<StoredDraft>, 'state' | 'change'> {
  readonly draft: LoadDraft;
  readonly initial: LoadDraft;
  readonly act: (action: DraftAction) => void;
}

interface DraftSetup {
  /** `new`, or the id of the load being corrected. */
  readonly source: string;
  /** Version of what was sent; a draft based on another version is discarded, as its difference no longer applies. */
  readonly version: number;
  readonly begin: () => LoadDraft;
  /** IANA name, for stops without a place. */
  readonly default_zone: string;
  readonly newId: () => string;
}

export function useLoadDraft({ source, version, begin, default_zone, newId }: DraftSetup): DraftEditor {
  const {
    state,
    change: set,
    ...editor
  } = useSendableDraft<StoredDraft>({
    kind: 'load_draft',
    schema: storedDraft,
    source,
    initial: (sending) => {
      const draft = begin();
      return { ...sending, draft, begun: draft, version };
    },
    newId,
    isUsable: (stored) => stored.version === version,
  });
  const act = useCallback(
    (action: DraftAction) =>
      set((previous) => ({ ...previous, draft: reduceDraft(previous.draft, action, default_zone) })),
    [set, default_zone],
  );
  return { ...editor, draft: state.draft, initial: state.begun, act };
}

interface SubmitSetup {
  readonly editor: DraftEditor;
  readonly corrected: Corrected | null;
  readonly onSent: (load_id: string | null, load_ref: string) => void;
}

type Request =
  | { readonly kind: 'post'; readonly body: PostLoadRequest }
  | { readonly kind: 'correct'; readonly load_id: string; readonly body: CorrectLoadRequest };

const DONE = { state: 'done', message: null } as const;

/** `send` requires a draft without errors. */
export function useSubmit({ editor, corrected, onSent }: SubmitSetup) {
  const { http } = useApi();
  const { store } = useLive();
  const { draft, initial } = editor;
  return useSending({
    draft: editor,
    body: (): Request | null => {
      if (corrected === null) return { kind: 'post', body: postOf(draft) };
      const body = correctionOfDraft(draft, initial, corrected.sent);
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

const NOT_OFFERED =
  'The tracking service does not accept loads this way. Ask your Waypost administrator to check its address for loads.';

function why({ service_status }: Problem): string {
  switch (service_status) {
    case 403:
      return "Our credentials can't create loads. Ask your Waypost administrator.";
    case 404:
    case 405:
    case 501:
      return NOT_OFFERED;
    case 409:
      return 'The tracking service may already have this load number.';
    default:
      return '';
  }
}

export const POST_WORDS: SendWords = {
  refused: 'Nothing was posted',
  why,
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> It may have arrived:{' '}
      <Link to="/">check the board</Link>. If it is not what you want, send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second load.',
  unknown: (message) => (
    <>
      <strong>Not confirmed yet.</strong> {message ?? 'The tracking service did not respond.'} The load is
      listed above until you mark what happened. Sending again never creates a second load.
    </>
  ),
};

export const CORRECT_WORDS: SendWords = {
  refused: 'Nothing was changed',
  why,
  sent_before: null,
  safe: 'Sending again is safe: it repeats the same change.',
};

export const UNKNOWN_WORDS =
  'Not confirmed yet whether the load was created. Sending again only checks the outcome.';
