import { Button, Group } from '@mantine/core';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { typeable } from '@waypost/contract/api/confirmation';
import { invitationStage, isOpen, needsRenewal, SHARE_WORD } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, BoardInvitationDetail } from '@waypost/contract/api/invitations';
import { useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { isNotFound, QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { WhyNot } from '../../api/WhyNot.tsx';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { useNow } from '../../live/context.ts';
import { countryName } from '../../live/countries.ts';
import { namesAt, permissionsText, resourceWords } from '../../live/invitations.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { emailText } from '../../ui/email-text.ts';
import { IconRefresh, IconTrash } from '../../ui/icons.ts';
import { type ShortcutHelp, useShortcuts } from '../../ui/keys.ts';
import { IdFact } from '../../ui/MonoId.tsx';
import { capital } from '../../ui/readable-name.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { minuteText } from '../../ui/zoned.ts';
import { StageBadge } from './columns.tsx';
import { aboutOf, type FollowUp, FollowUpForm } from './FollowUpForm.tsx';
import classes from './invitations.module.css';
import { useUnsubscribed } from './opt-outs.ts';
import { ShareSection } from './ShareSection.tsx';
import { useInvitation, useInvitationActions } from './use-invitations.ts';
import {
  addressesOf,
  followUpText,
  HAPPENING_WORD,
  isKnownSent,
  nameOf,
  statusOf,
  unsubscribedText,
} from './words.ts';

interface InvitationPanelProps {
  readonly id: string;
  /** The row of the list, updated by the stream; undefined while loading or if missing. */
  readonly row: BoardInvitation | undefined;
  readonly takes_focus: boolean;
  readonly onRefresh: () => void;
  readonly followUp: FollowUp;
  /** Whether sharing comes first in this panel, also after its form was open. */
  readonly sharesFirst: (is_unshared: boolean) => boolean;
  readonly onClose: () => void;
}

export function InvitationPanel(props: InvitationPanelProps) {
  const { id, row, takes_focus, onRefresh, followUp, sharesFirst, onClose } = props;
  const { data, error, refetch } = useInvitation(id, row?.version);
  const invitation = row ?? data;
  return (
    <SidePanel
      label="Invitation"
      title={invitation ? nameOf(invitation) : 'Invitation'}
      focus_key={takes_focus ? id : null}
      onClose={onClose}
    >
      <SidePanelBody>
        {followUp.progress && (
          <Progress {...followUp.progress} unsent={invitation !== undefined && !isKnownSent(invitation)} />
        )}
        {error && !invitation && isNotFound(asProblem(error)) ? (
          <EmptyState title="Invitation not found" action={<Button onClick={onClose}>Close</Button>}>
            The link may be cut off, or the invitation belongs to another Waypost server.
          </EmptyState>
        ) : (
          <QueryState query={{ data: invitation, error, refetch }} label="Loading invitations" />
        )}
        {invitation && (
          <>
            <WhyNot right="manage_onboarding" />
            <StateSection invitation={invitation} onRefresh={onRefresh} />
            {invitation.status === 'accepted' && <AcceptedSection invitation={invitation} />}
            <NextSteps
              key={invitation.key}
              invitation={invitation}
              followUp={followUp}
              sharesFirst={sharesFirst}
            />
            <InvitationFacts invitation={invitation} />
            {data && <InvitationHistory history={data.history} />}
            <EndSection invitation={invitation} />
          </>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

interface PartProps {
  readonly invitation: BoardInvitation;
}

const RENEW_KEY: ShortcutHelp = [[['r'], 'Renew the invitation']];

interface ProgressProps extends NonNullable<FollowUp['progress']> {
  /** Nothing is known to have reached the fleet. */
  readonly unsent: boolean;
}

function Progress({ at, of, is_finished, openNext, unsent }: ProgressProps) {
  const not_due = unsent ? 'No longer due, but not known to be sent' : 'No longer due';
  const is_due = at > 0;
  const words = is_due ? `Follow-up ${at} of ${of}${is_finished ? ', still due' : ''}` : not_due;
  return (
    <Group justify="space-between" gap={8} mih={40} px={16} py={8} className={shared.small}>
      <span role="status">{openNext === null ? `${words}. No others are due` : words}</span>
      {openNext !== null && (
        <Button
          size="compact-xs"
          variant={is_finished ? 'filled' : 'default'}
          aria-keyshortcuts="]"
          onClick={openNext}
        >
          Next follow-up
        </Button>
      )}
    </Group>
  );
}

/** Sharing comes first if the link was not shared when the panel opened: an act changes no order. */
function NextSteps({
  invitation,
  followUp,
  sharesFirst,
}: PartProps & Pick<InvitationPanelProps, 'followUp' | 'sharesFirst'>) {
  const stage = useNow((now) => invitationStage(invitation, now));
  const [shares_first] = useState(() => sharesFirst(stage === 'not_shared'));
  const share = (
    <ShareSection key={`share ${invitation.valid_from}`} invitation={invitation} followUp={followUp} />
  );
  const is_waiting = isOpen(stage) || stage === 'expired';
  const follow_up = is_waiting && (
    <Section key="follow-up" title="Follow-up">
      <FollowUpForm
        invitation={invitation}
        first={isOpen(stage) && stage !== 'not_shared'}
        followUp={followUp}
      />
    </Section>
  );
  return shares_first ? [share, follow_up] : [follow_up, share];
}

function StateSection({ invitation, onRefresh }: PartProps & Pick<InvitationPanelProps, 'onRefresh'>) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const stage = useNow((now) => invitationStage(invitation, now));
  const text = useNow((now) => statusOf(invitation, now).text);
  const chase = useNow((now) => statusOf(invitation, now).chase);
  const chased = useNow((now) => followUpText(invitation, now));
  const is_waiting = isOpen(stage) || stage === 'expired';
  const unsubscribed = useUnsubscribed(addressesOf(invitation));
  const actions = useInvitationActions();
  const { busy, attempt } = useAttempt();
  useShortcuts({ r: () => disabledReason === null && onRefresh() }, RENEW_KEY);
  return (
    <Section title="Now" aside={<StageBadge invitation={invitation} />}>
      {invitation.fleet_name && invitation.fleet_ref && (
        <p className={`${shared.small} ${shared.plain}`}>{invitation.fleet_ref}</p>
      )}
      <p className={chase ? shared.strongText : shared.plain} role="status">
        {text}
      </p>
      {(chased !== null || is_waiting) && (
        // Present before the first follow-up too, so that it moves no button.
        <p className={`${shared.small} ${shared.plain}`}>{chased ?? 'Not followed up yet'}</p>
      )}
      {unsubscribed !== null && <p className={shared.plain}>{unsubscribedText(unsubscribed)}</p>}
      <div className={shared.wrappedBelow}>
        <GuardedButton
          variant={needsRenewal(stage) ? 'filled' : 'default'}
          disabledReason={disabledReason}
          icon={IconRefresh}
          onClick={onRefresh}
        >
          {needsRenewal(stage) && stage !== 'expired' ? 'Invite again' : 'Renew invitation'}
        </GuardedButton>
        <Button
          loading={busy !== false}
          onClick={() =>
            void attempt('Update failed', async () => {
              await actions.readNow(invitation.key);
              toast({ title: 'Updated just now' });
            })
          }
        >
          Refresh
        </Button>
      </div>
    </Section>
  );
}

function EndSection({ invitation }: PartProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const stage = useNow((now) => invitationStage(invitation, now));
  const [confirming, setConfirming] = useState(false);
  if (stage === 'deleted') return null;
  return (
    <Section title="Withdraw">
      {stage === 'accepted' ? (
        <p className={shared.plain}>
          The fleet accepted, so the invitation can't be withdrawn. To stop sharing, end its agreement.
        </p>
      ) : (
        <GuardedButton disabledReason={disabledReason} icon={IconTrash} onClick={() => setConfirming(true)}>
          Withdraw invitation…
        </GuardedButton>
      )}
      {confirming && <DeleteDialog invitation={invitation} onClose={() => setConfirming(false)} />}
    </Section>
  );
}

/** Newest first. */
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

/** Withdraws an invitation. It cannot be undone, so the reference must be typed. */
function DeleteDialog({ invitation, onClose }: PartProps & { readonly onClose: () => void }) {
  const actions = useInvitationActions();
  const name = isolated(nameOf(invitation));
  return (
    <ConfirmDialog
      title={`Withdraw invitation of ${name}?`}
      confirm={typeable(invitation.fleet_ref) ?? 'withdraw'}
      action="Withdraw invitation"
      keep="Keep invitation"
      failure_title="Not withdrawn"
      act={async () => {
        await actions.withdraw(invitation.key);
        // Nothing is due again, as the message of a follow-up says.
        toast({
          about: aboutOf(invitation.key),
          title: `Withdrew the invitation of ${name}`,
          text: 'Its link no longer works.',
        });
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

function InvitationFacts({ invitation }: PartProps) {
  const { fleet_regulatory_id, fleet_regulatory_id_type, limit_tsps, exclude_tsps } = invitation;
  const { created_at, valid_from, created_by_name, fleet_id, callback } = invitation;
  const regulatory = [fleet_regulatory_id_type, fleet_regulatory_id].filter((part) => part).join(' ');
  return (
    <>
      <Section title="Permissions">
        <Permissions permissions={invitation.permissions} />
        <Facts>
          <Fact name="Only providers">{limit_tsps?.join(', ')}</Fact>
          <Fact name="Excluded providers">{exclude_tsps?.join(', ')}</Fact>
        </Facts>
      </Section>
      <Section title="Fleet">
        <Facts>
          <Fact name="Reference">{invitation.fleet_ref}</Fact>
          <Fact name="Name">{invitation.fleet_name}</Fact>
          <Fact name="Email">{invitation.fleet_email && emailText(invitation.fleet_email)}</Fact>
          <Fact name="Phone">{invitation.fleet_phone}</Fact>
          <Fact name="Website">{invitation.fleet_website}</Fact>
          <Fact name="Country">
            {invitation.fleet_country_code && countryName(invitation.fleet_country_code)}
          </Fact>
          <Fact name="Regulatory ID">{regulatory}</Fact>
          <IdFact name="Fleet ID" value={fleet_id} />
        </Facts>
      </Section>
      <Section title="Details">
        <Facts>
          <Fact name="Created">{created_at && fullDateTime(created_at)}</Fact>
          <Fact name="Valid from">
            {valid_from && valid_from !== created_at ? fullDateTime(valid_from) : null}
          </Fact>
          <Fact name="By">{created_by_name}</Fact>
          <Fact name="After success">{invitation.success_redirect_url}</Fact>
          <Fact name="After failure">{invitation.failure_redirect_url}</Fact>
          <Fact name="Events go to">
            {callback === 'ours'
              ? 'Waypost'
              : callback === 'other'
                ? invitation.callback_url
                : 'Not set; Waypost checks for answers'}
          </Fact>
          <Fact name="Last event">
            {invitation.last_event_at && <Age at={invitation.last_event_at} ago />}
          </Fact>
          <Fact name="Last refresh">
            {invitation.last_read_at && <Age at={invitation.last_read_at} ago />}
          </Fact>
        </Facts>
      </Section>
    </>
  );
}

function Permissions({ permissions }: Pick<BoardInvitation, 'permissions'>) {
  if (!permissions) return <>Read everything.</>;
  const text = permissionsText(permissions);
  const [read, write] = [namesAt(permissions, 'read'), namesAt(permissions, 'read_write')];
  if (read.length + write.length <= 6) return <>{text}</>;
  return (
    <details>
      <summary>{text}</summary>
      {read.length > 0 && <p>Read: {read.map(resourceWords).join(', ')}</p>}
      {write.length > 0 && <p>Read and write: {write.map(resourceWords).join(', ')}</p>}
    </details>
  );
}

const belongsTo = ({ key, fleet_id, fleet_ref }: BoardInvitation, one: BoardAgreement) =>
  one.invitation_key === key ||
  (fleet_id !== null && one.fleet_id === fleet_id) ||
  (fleet_id === null && fleet_ref !== null && one.fleet_ref === fleet_ref);

/** After acceptance: the fleet's agreement, its connections and our loads that depend on it. */
function AcceptedSection({ invitation }: PartProps) {
  const query = useRead(AGREEMENT_ROUTES.listAgreements, queryKeys.agreements(), {
    staleTime: 30_000,
  });
  const { data } = query;
  const agreements = data?.items.filter((one) => belongsTo(invitation, one)) ?? [];
  const search = { q: invitation.fleet_ref ?? invitation.fleet_id ?? undefined };
  return (
    <Section title="Agreement and fleet">
      <QueryState query={query} label="Loading the agreement" small />
      {data && agreements.length === 0 && (
        <p className={shared.plain}>
          {data.read_problem === null
            ? 'No agreement with this fleet is listed. It may have ended or not started yet.'
            : `Couldn't load agreements: ${data.read_problem}.`}
        </p>
      )}
      {agreements.map((one) => (
        <AgreementFacts key={one.id} agreement={one} />
      ))}
      <div className={shared.wrappedBelow}>
        <LinkButton to="/agreements" search={search} variant="filled">
          Open agreement
        </LinkButton>
      </div>
    </Section>
  );
}

function AgreementFacts({ agreement }: { readonly agreement: BoardAgreement }) {
  const { effective, effective_date, expiration_date, scopes, connections, dependents } = agreement;
  const sources = connections.map(({ source_name, tsp_slug, status }) =>
    [source_name ?? tsp_slug ?? 'Provider', status].filter((part) => part).join(', '),
  );
  return (
    <Facts>
      <Fact name="Agreement">{capital(effective.state.replaceAll('_', ' '))}</Fact>
      <Fact name="From">{effective_date && fullDateTime(effective_date)}</Fact>
      <Fact name="Until">{expiration_date ? fullDateTime(expiration_date) : 'No end date'}</Fact>
      <Fact name="Shares">{scopes && permissionsText(scopes)}</Fact>
      <Fact name="Connections">{sources.length === 0 ? 'None listed' : sources.join('; ')}</Fact>
      <Fact name="Watched loads">{String(dependents.loads)}</Fact>
    </Facts>
  );
}
