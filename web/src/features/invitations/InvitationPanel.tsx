/** One invitation, open beside the list: where it stands, its link, chasing, what it asks for, what happened, and its end. */
import { Button } from '@mantine/core';
import { typeable } from '@waypost/contract/api/confirmation';
import {
  type InvitationStage,
  invitationStage,
  isDead,
  isOpen,
} from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, BoardInvitationDetail } from '@waypost/contract/api/invitations';
import { useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconRefresh, IconTrash } from '../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';
import { Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { minuteText } from '../../ui/zoned.ts';
import { StageBadge } from './columns.tsx';
import { FollowUpForm } from './FollowUpForm.tsx';
import { AcceptedSection, InvitationFacts } from './InvitationFacts.tsx';
import classes from './InvitationPanel.module.css';
import { ShareSection } from './ShareSection.tsx';
import { chasedText, standingOf } from './standing.ts';
import type { FollowUp } from './use-follow-up.ts';
import { useInvitation, useInvitationActs } from './use-invitations.ts';
import { HAPPENING_WORD, nameOf, SHARE_WORD } from './words.ts';

export interface InvitationPanelProps {
  /** Key of ours. */
  readonly id: string;
  /** The row of the list, which the stream keeps; undefined while the list is read, or when it is not in it. */
  readonly row: BoardInvitation | undefined;
  readonly takes_focus: boolean;
  /** To the form, with what this one holds. */
  readonly onRefresh: () => void;
  readonly followUp: FollowUp;
  readonly onClose: () => void;
}

export function InvitationPanel({
  id,
  row,
  takes_focus,
  onRefresh,
  followUp,
  onClose,
}: InvitationPanelProps) {
  const { data, error, refetch } = useInvitation(id, row?.version);
  const invitation = row ?? data;
  const problem = error ? asProblem(error) : null;
  return (
    <SidePanel
      label="Invitation"
      title={invitation ? nameOf(invitation) : 'Invitation'}
      focus_key={takes_focus ? id : null}
      onClose={onClose}
    >
      <SidePanelBody>
        {followUp.place && <Place place={followUp.place} onSkip={followUp.skip} />}
        {problem && (problem.code !== 404 || invitation) && (
          <ProblemState problem={problem} onRetry={() => void refetch()} small={invitation !== undefined} />
        )}
        {problem?.code === 404 && !invitation && (
          <EmptyState title="Invitation not found" action={<Button onClick={onClose}>Close</Button>}>
            The link may be cut off, or the invitation belongs to another Waypost server.
          </EmptyState>
        )}
        {invitation ? (
          <>
            <StateSection invitation={invitation} onRefresh={onRefresh} />
            {invitation.status === 'accepted' && <AcceptedSection invitation={invitation} />}
            <NextSteps key={invitation.key} invitation={invitation} followUp={followUp} />
            <InvitationFacts invitation={invitation} />
            {data && <InvitationHistory history={data.history} />}
            <EndSection invitation={invitation} />
          </>
        ) : (
          !problem && <ListSkeleton label="Loading invitations" />
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

interface PartProps {
  readonly invitation: BoardInvitation;
}

/** What the form is opened with where the link works no more. */
const REOPEN_WORD: Readonly<Partial<Record<InvitationStage, string>>> = {
  declined: 'Invite again',
  deleted: 'Invite again',
};

interface StateSectionProps extends PartProps {
  readonly onRefresh: () => void;
}

const RENEW_KEY: KeyWords = [[['r'], 'Renew the invitation']];

/** Where one is in the list of those to follow up with. */
function Place({ place: [at, of], onSkip }: { place: readonly [number, number]; onSkip: () => void }) {
  return (
    <div className={`${shared.small} ${shared.row} ${classes.place}`}>
      <span>
        Follow-up {at} of {of}
      </span>
      {of > 1 && (
        <Button size="compact-xs" aria-keyshortcuts="x" onClick={onSkip}>
          Skip
        </Button>
      )}
    </div>
  );
}

/** What has not been shared is shared first; of what was, the fleet is asked first. */
function NextSteps({ invitation, followUp }: PartProps & { readonly followUp: FollowUp }) {
  const stage = useNow((now) => invitationStage(invitation, now));
  const share = (
    <ShareSection key={`share ${invitation.valid_from}`} invitation={invitation} followUp={followUp} />
  );
  const waits = isOpen(stage) || stage === 'expired';
  const follow_up = waits && (
    <Section key="follow-up" title="Follow-up">
      <FollowUpForm
        invitation={invitation}
        first={isOpen(stage) && stage !== 'not_shared'}
        followUp={followUp}
      />
    </Section>
  );
  return stage === 'not_shared' ? [share, follow_up] : [follow_up, share];
}

function StateSection({ invitation, onRefresh }: StateSectionProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const stage = useNow((now) => invitationStage(invitation, now));
  const text = useNow((now) => standingOf(invitation, now).text);
  const chase = useNow((now) => standingOf(invitation, now).chase);
  const chased = useNow((now) => chasedText(invitation, now));
  useShortcuts({ r: () => disabledReason === null && onRefresh() }, RENEW_KEY);
  return (
    <Section title="Now" aside={<StageBadge stage={stage} raw={invitation.status} />}>
      {invitation.fleet_name && invitation.fleet_ref && (
        <p className={`${shared.small} ${shared.plain}`}>{invitation.fleet_ref}</p>
      )}
      <p className={classes.now} data-chase={chase || undefined} role="status">
        {text}
      </p>
      {chased && <p className={`${shared.small} ${shared.plain}`}>{chased}</p>}
      {isDead(stage) && (
        <div className={shared.wrappedBelow}>
          <GuardedButton
            variant="filled"
            disabledReason={disabledReason}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRefresh}
          >
            {REOPEN_WORD[stage] ?? 'Renew invitation'}
          </GuardedButton>
        </div>
      )}
      <div className={shared.wrappedBelow}>
        {!isDead(stage) && (
          <GuardedButton
            disabledReason={disabledReason}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRefresh}
          >
            Renew invitation
          </GuardedButton>
        )}
        <ReadNow invitation={invitation} />
      </div>
    </Section>
  );
}

function ReadNow({ invitation }: PartProps) {
  const acts = useInvitationActs();
  const { busy, attempt } = useAttempt();
  const read = () =>
    attempt('Update failed', async () => {
      await acts.readNow(invitation.key);
      toast({ title: 'Updated just now' });
    });
  return (
    <Button loading={busy} onClick={() => void read()}>
      Refresh
    </Button>
  );
}

function EndSection({ invitation }: PartProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const stage = useNow((now) => invitationStage(invitation, now));
  const [asks, setAsks] = useState(false);
  if (stage === 'deleted') return null;
  if (stage === 'accepted')
    return (
      <Section title="Withdraw">
        <p className={classes.now}>
          The fleet accepted, so the invitation can't be withdrawn. To stop sharing, end its agreement.
        </p>
      </Section>
    );
  return (
    <Section title="Withdraw">
      <GuardedButton
        disabledReason={disabledReason}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        Withdraw invitation…
      </GuardedButton>
      {asks && <DeleteDialog invitation={invitation} onClose={() => setAsks(false)} />}
    </Section>
  );
}

/** Newest first: by the service's own times, with the people of ours who did it. */
function InvitationHistory({ history }: Pick<BoardInvitationDetail, 'history'>) {
  if (history.length === 0) return null;
  return (
    <Section title="History">
      <ul className={classes.history}>
        {history.toReversed().map(({ what, at, by_name, note, how, to, follow_up_at }) => (
          <li key={`${what} ${at}`}>
            <Age at={at} ago />
            <span>
              {how === null ? HAPPENING_WORD[what] : SHARE_WORD[how]}
              {to && `, to ${isolated(to)}`}
              {by_name && <span className={shared.secondary}> by {isolated(by_name)}</span>}
              {note && `: ${note}`}
              {follow_up_at && `; next ${minuteText(follow_up_at, personZone())}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Withdraws an invitation, after saying what is lost: it cannot be undone, so the reference is typed. */
function DeleteDialog({ invitation, onClose }: PartProps & { readonly onClose: () => void }) {
  const acts = useInvitationActs();
  const name = isolated(nameOf(invitation));
  return (
    <ConfirmDialog
      title={`Withdraw invitation of ${name}?`}
      confirm={typeable(invitation.fleet_ref) ?? 'withdraw'}
      action="Withdraw invitation"
      keep="Keep invitation"
      not_done="Not withdrawn"
      act={async () => {
        await acts.withdraw(invitation.key);
        toast({ title: `Withdrew the invitation of ${name}`, text: 'Its link no longer works.' });
      }}
      onClose={onClose}
    >
      <ImpactList>
        <li>its link: the fleet can no longer open, accept or decline it</li>
        {invitation.viewed_at !== null && <li>anything the fleet started on that page</li>}
        <li>its printed QR codes</li>
      </ImpactList>
      <p>
        Nothing is shared yet, so no data is lost. This can't be undone. You can invite the fleet again with a
        new link.
      </p>
    </ConfirmDialog>
  );
}
