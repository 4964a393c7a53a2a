/** What can be done with several picked invitations at once. */
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import { invitationStage, isOpen, needsRenewal } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { createElement, useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { emailBlock, useMessageSettings } from '../../live/invitations.ts';
import { type PickActs, type PickDialog, useKeyedSend } from '../../live/pick-acts/pick-acts.ts';
import { checkDraft, draftOf } from './draft.ts';
import { EmailDialog } from './EmailDialog.tsx';
import { CopyLinksDialog, FollowUpDialog, RenewDialog, WithdrawDialog } from './PickedDialogs.tsx';
import { useInvitationActions } from './use-invitations.ts';
import { isKnownSent, nameOf } from './words.ts';

const emailAct = (settings: MessageSettings): PickDialog<BoardInvitation> => ({
  label: 'Email…',
  tip: 'Email each its link, after you have seen who gets one',
  refusal: () => emailBlock(settings),
  dialog: (rows, onClose) => createElement(EmailDialog, { rows, onClose }),
});

/** @param defaults of the server, which fills in its own URLs again */
export function useInvitationActs(defaults: InvitationDefaults | undefined) {
  const { http } = useApi();
  const { clock } = useLive();
  const actions = useInvitationActions();
  const send = useKeyedSend();
  const disabledReason = useDisabledReason('manage_onboarding');
  const { data: settings } = useMessageSettings();
  const [to_share, setToShare] = useState<readonly BoardInvitation[] | null>(null);
  const can_email = settings !== undefined && settings.email_from !== null && emailBlock(settings) === null;
  const renewal = (one: BoardInvitation) => checkDraft(draftOf(one, defaults), one).body;
  const stageOf = (one: BoardInvitation) => invitationStage(one, clock.now());
  const notWaiting = (one: BoardInvitation) => {
    const stage = stageOf(one);
    return isOpen(stage) || stage === 'expired' ? null : 'It waits for no answer';
  };
  const deadLink = (one: BoardInvitation) =>
    needsRenewal(stageOf(one)) ? 'Its link no longer works, renew it first' : null;
  const notToShare = (one: BoardInvitation) =>
    stageOf(one) === 'accepted' ? 'The fleet has accepted it' : deadLink(one);
  const notToRenew = (one: BoardInvitation) => {
    if (stageOf(one) === 'accepted') return 'The fleet has accepted it';
    return renewal(one) === null ? 'Its details are incomplete, renew it by itself' : null;
  };
  const notToWithdraw = (one: BoardInvitation) => {
    if (stageOf(one) === 'accepted') return 'The fleet accepted it: end its agreement to stop sharing';
    return stageOf(one) === 'deleted' ? 'It was withdrawn already' : null;
  };
  const share_props = { rows: to_share ?? [], refusal: notToShare, onClose: () => setToShare(null) };
  /** Asks how the links of renewed invitations are shared. */
  const sharing = to_share && createElement(can_email ? EmailDialog : CopyLinksDialog, share_props);
  const acts: PickActs<BoardInvitation> = {
    nameOf,
    disabledReason,
    list: [
      ...(settings && settings.email_from !== null ? [emailAct(settings)] : []),
      {
        label: 'Copy links…',
        tip: 'Copy the links of all, one per line or as CSV, such as for a mail merge',
        refusal: notToShare,
        dialog: (rows, onClose) => createElement(CopyLinksDialog, { rows, refusal: notToShare, onClose }),
      },
      {
        label: 'Mark as shared',
        tip: 'Record that each fleet has got its link, such as by a mail merge',
        done: 'marked as shared',
        refusal: (one) => notToShare(one) ?? (isKnownSent(one) ? 'It is known to be sent' : null),
        run: async ({ key }) => {
          const { shared_at } = await actions.share(key, 'marked');
          return { undo: () => actions.unshare(key, shared_at) };
        },
      },
      {
        label: 'Renew…',
        tip: 'Renew each with the details it has, so that its link works again, after you have confirmed it',
        refusal: notToRenew,
        dialog: (rows, onClose) => {
          const renewed: BoardInvitation[] = [];
          return createElement(RenewDialog, {
            rows,
            refusal: notToRenew,
            onClose,
            next: { label: can_email ? 'Email…' : 'Copy links…', run: () => setToShare([...renewed]) },
            renew: (one) =>
              send(one.key, async (headers) => {
                const body = renewal(one);
                if (body === null) throw new Error('Renewed without its details');
                const created = await http.call(INTENT_ROUTES.createInvitation, { body, headers });
                if (created.result) renewed.push(actions.storeResult(created.result));
                return created;
              }),
          });
        },
      },
      {
        label: 'Log follow-up…',
        tip: 'Log that you followed up with each, with a note and the next day for all',
        refusal: notWaiting,
        dialog: (rows, onClose) => createElement(FollowUpDialog, { rows, refusal: notWaiting, onClose }),
      },
      {
        label: 'Withdraw…',
        tip: 'Withdraw each, so that its link no longer works, after you have confirmed it',
        refusal: notToWithdraw,
        dialog: (rows, onClose) => createElement(WithdrawDialog, { rows, refusal: notToWithdraw, onClose }),
      },
    ],
  };
  return { acts, sharing };
}
