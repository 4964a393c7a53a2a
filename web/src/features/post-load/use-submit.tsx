import { Link } from '@tanstack/react-router';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { CorrectLoadRequest, PostLoadRequest } from '@waypost/contract/api/posted-loads';
import { useCallback } from 'react';
import { useApi } from '../../api/context.ts';
import type { Problem } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import { useFormDraft, useFormDrafts } from '../../live/form/draft.ts';
import type { SendWords } from '../../live/form/parts.tsx';
import { type DraftAction, type LoadDraft, loadDraft, reduceDraft } from './draft.ts';

interface DraftSetup {
  /** `new`, or the id of the load being corrected. */
  readonly source: string;
  /** Version of what was sent; a draft based on another version is dropped, as its difference no longer applies. */
  readonly version: number;
  readonly begin: () => LoadDraft;
  /** IANA name, for stops without a place. */
  readonly default_zone: string;
  readonly newId: () => string;
}

/** Stored on this computer, one per corrected load. */
export function useLoadDraft({ source, version, begin, default_zone, newId }: DraftSetup) {
  const editor = useFormDraft<LoadDraft>({
    drafts: useFormDrafts('load_draft', loadDraft, 'computer'),
    name: `${source}@${version}`,
    initial: begin,
    newId,
  });
  const { change } = editor;
  const act = useCallback(
    (action: DraftAction) => change((draft) => reduceDraft(draft, action, default_zone)),
    [change, default_zone],
  );
  return { ...editor, act };
}

export type LoadRequest =
  | { readonly kind: 'post'; readonly body: PostLoadRequest }
  | { readonly kind: 'correct'; readonly load_id: string; readonly body: CorrectLoadRequest };

const DONE = { state: 'done', message: null } as const;

export function useSend() {
  const { http } = useApi();
  const { store } = useLive();
  return async (request: LoadRequest, headers: Readonly<Record<string, string>>) => {
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
  };
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
