/** Sends the form of an invitation, and copies its link when that was asked for. */
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import type { CreatedInvitation } from '@waypost/contract/api/intents';
import type { InvitationCreate } from '@waypost/contract/invitations';
import { useApi } from '../../api/context.ts';
import { useSending } from '../../live/use-sending.ts';
import { copyLater } from '../../ui/copy.ts';
import { fieldOfPath, fieldText } from './draft.ts';
import type { DraftEditor } from './use-draft.ts';
import { showNotRecorded, useInvitationActs } from './use-invitations.ts';

export interface Sent extends CreatedInvitation {
  /** `copied`; `not_copied`: asked for, and this browser or the service did not let us; null: not asked for. */
  readonly link: 'copied' | 'not_copied' | null;
}

export interface SubmitSetup {
  readonly editor: DraftEditor;
  /** Null while there are errors. */
  readonly body: InvitationCreate | null;
  readonly onSent: (sent: Sent) => void;
}

const NO_LINK = 'no link';

/** `send(true)`: and the link into the clipboard. */
export function useSubmit({ editor, body, onSent }: SubmitSetup) {
  const { http } = useApi();
  const acts = useInvitationActs();
  const { draft } = editor;

  const create = async (wish: InvitationCreate, headers: Readonly<Record<string, string>>, copy: boolean) => {
    const creating = http.call(INTENT_ROUTES.createInvitation, { body: wish, headers });
    // Begun within the click; what it waits for may take seconds.
    const copying = copy
      ? copyLater(
          creating.then(async ({ result }) => {
            if (!result) throw new Error(NO_LINK);
            return (await acts.link(result.key)).magic_link;
          }),
        ).catch(() => false)
      : null;
    const created = await creating;
    if (created.intent.state !== 'done') return { ...created, link: null };
    if (created.result) acts.learn(created.result);
    const copied = await copying;
    if (copied && created.result)
      created.result = await acts.share(created.result.key, 'copied').catch((error: unknown) => {
        showNotRecorded(error);
        return created.result;
      });
    return { ...created, link: copied === null ? null : copied ? 'copied' : 'not_copied' } as const;
  };

  return useSending({
    draft: editor,
    body: () => body,
    call: create,
    fieldOf: fieldOfPath,
    textOf: (field) => fieldText(draft, field),
    onDone: onSent,
  });
}
