/** What can be done with several picked invitations at once. */
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import { invitationStage, isOpen } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { createElement } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { emailBlock, useMessageSettings } from '../../live/invitations.ts';
import { type PickActs, type PickDialog, useKeyedSend } from '../../live/pick-acts/pick-acts.ts';
import { checkDraft, draftOf } from './draft.ts';
import { EmailDialog } from './EmailDialog.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { useInvitationActions } from './use-invitations.ts';
import { nameOf } from './words.ts';

const emailAct = (settings: MessageSettings): PickDialog<BoardInvitation> => ({
  label: 'Email…',
  tip: 'Email each its link, after you have seen who gets one',
  refusal: () => emailBlock(settings),
  dialog: (rows, onClose) => createElement(EmailDialog, { rows, onClose }),
});

/** @param defaults of the server, which fills in its own URLs again */
export function useInvitationActs(defaults: InvitationDefaults | undefined): PickActs<BoardInvitation> {
  const { http } = useApi();
  const { clock } = useLive();
  const actions = useInvitationActions();
  const send = useKeyedSend();
  const disabledReason = useDisabledReason('manage_onboarding');
  const { data: settings } = useMessageSettings();
  const renewal = (one: BoardInvitation) => checkDraft(draftOf(one, defaults), one).body;
  const stageOf = (one: BoardInvitation) => invitationStage(one, clock.now());
  const notWaiting = (one: BoardInvitation) => {
    const stage = stageOf(one);
    return isOpen(stage) || stage === 'expired' ? null : 'It waits for no answer';
  };
  return {
    nameOf,
    disabledReason,
    list: [
      ...(settings && settings.email_from !== null ? [emailAct(settings)] : []),
      {
        label: 'Renew',
        tip: 'Renew each with the details it has, so that its link works again',
        done: 'renewed',
        after: 'Nothing was sent to the fleets yet: share the links.',
        refusal: (one) => {
          if (stageOf(one) === 'accepted') return 'The fleet has accepted it';
          return renewal(one) === null ? 'Its details are incomplete, renew it by itself' : null;
        },
        run: (one) =>
          send(one.key, async (headers) => {
            const body = renewal(one);
            if (body === null) throw new Error('Renewed without its details');
            const created = await http.call(INTENT_ROUTES.createInvitation, { body, headers });
            if (created.result) actions.storeResult(created.result);
            return created;
          }),
      },
      {
        label: 'Log follow-up…',
        tip: 'Log that you followed up with each, with a note and the next day for all',
        refusal: notWaiting,
        dialog: (rows, onClose) => createElement(FollowUpDialog, { rows, refusal: notWaiting, onClose }),
      },
    ],
  };
}
