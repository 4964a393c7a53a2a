import {
  chaseReason,
  type InvitationStage,
  invitationStage,
  isOpen,
  SHARE_WORD,
  stageLabel,
} from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { permissionsText } from '../../live/invitations.ts';
import { isolated } from '../../ui/bidi.ts';
import { emailText } from '../../ui/email-text.ts';
import {
  IconBan,
  IconBell,
  IconCircleCheck,
  IconClockX,
  IconEye,
  IconHelpCircle,
  IconLink,
  IconMail,
  IconTrash,
} from '../../ui/icons.ts';
import { Primary, Secondary, Status, Truncated } from '../../ui/resource-list/cells.tsx';
import { type Column, type CsvColumn, csvFields } from '../../ui/resource-list/columns.ts';
import { fullDateTime } from '../../ui/time.ts';
import { useUnsubscribed } from './opt-outs.ts';
import type { Sort } from './query.ts';
import { addressesOf, followUpText, nameOf, statusOf, timeLeft, unsubscribedText } from './words.ts';

export const STAGE_ICON = {
  not_shared: IconLink,
  shared: IconMail,
  viewed: IconEye,
  accepted: IconCircleCheck,
  declined: IconBan,
  expired: IconClockX,
  deleted: IconTrash,
  other: IconHelpCircle,
} as const satisfies Record<InvitationStage, unknown>;

export function StageBadge({ invitation }: CellProps) {
  const stage = useNow((now) => invitationStage(invitation, now));
  const label = useNow((now) => stageLabel(invitation, now));
  return (
    <Status icon={STAGE_ICON[stage]} tone={isOpen(stage) ? 'strong' : 'past'}>
      {stage === 'other' && invitation.status ? invitation.status : label}
    </Status>
  );
}

interface CellProps {
  readonly invitation: BoardInvitation;
}

function StatusLine({ invitation }: CellProps) {
  const unsubscribed =
    useUnsubscribed(addressesOf(invitation)) !== null || invitation.unsubscribed_at !== null;
  const text = useNow((now) => statusOf(invitation, now, unsubscribed).text);
  const chase = useNow((now) => statusOf(invitation, now).chase);
  return (
    <Truncated title={text}>
      {chase ? (
        <b>
          <IconBell size={14} stroke={2} aria-label="Follow up today:" style={{ margin: '0 4px -2px 0' }} />
          {text}
        </b>
      ) : (
        text
      )}
    </Truncated>
  );
}

function LastFollowUp({ invitation }: CellProps) {
  const text = useNow((now) => followUpText(invitation, now));
  return text && <Secondary title={text}>{text}</Secondary>;
}

function TimeLeft({ invitation }: CellProps) {
  return useNow((now) => timeLeft(invitation, invitationStage(invitation, now), now));
}

/** Its tip says who gets no emails. */
function Fleet({ invitation }: CellProps) {
  const unsubscribed = useUnsubscribed(addressesOf(invitation));
  const tip = (text: string | undefined) =>
    [text, unsubscribed !== null && unsubscribedText(unsubscribed)].filter(Boolean).join('. ');
  return (
    <>
      <Primary title={tip(nameOf(invitation))}>{nameOf(invitation)}</Primary>
      <Secondary title={tip(subtitleOf(invitation))}>{subtitleOf(invitation)}</Secondary>
    </>
  );
}

const validFrom = ({ valid_from, created_at }: BoardInvitation) => valid_from ?? created_at;
/** Second line: our reference, or the email where the reference is the name. */
const subtitleOf = ({ fleet_name, fleet_ref, fleet_email }: BoardInvitation) =>
  (fleet_name ? fleet_ref : fleet_email && emailText(fleet_email)) ?? undefined;

/** Those from `created` on are together as wide as the panel of an invitation, which covers whole columns. */
export const COLUMNS: readonly Column<BoardInvitation, Sort>[] = [
  {
    id: 'fleet',
    header: 'Fleet',
    width: '1.1fr',
    sort: 'fleet',
    card: 'title',
    cell: (invitation) => <Fleet invitation={invitation} />,
  },
  {
    id: 'stage',
    header: 'Status',
    width: 124,
    sort: 'stage',
    card: 'side',
    cell: (invitation) => <StageBadge invitation={invitation} />,
  },
  {
    id: 'what',
    header: 'Next step',
    width: '1.8fr',
    sort: 'chase',
    card: 'line',
    cell: (invitation) => (
      <>
        <StatusLine invitation={invitation} />
        <LastFollowUp invitation={invitation} />
      </>
    ),
  },
  {
    id: 'left',
    header: 'Time left',
    width: 84,
    numeric: true,
    sort: 'left',
    card: 'labeled',
    title: ({ expires_at }) => (expires_at ? fullDateTime(expires_at) : undefined),
    cell: (invitation) => <TimeLeft invitation={invitation} />,
  },
  {
    id: 'created',
    header: 'Created',
    hint: 'Created or last renewed',
    width: 132,
    sort: 'age',
    visibleFrom: 761,
    cell: (invitation) => {
      const at = validFrom(invitation);
      return (
        <>
          <span>
            {invitation.refreshes > 0 && 'Renewed '}
            {at && <Age at={at} ago />}
          </span>
          {invitation.created_by_name && <Secondary>by {isolated(invitation.created_by_name)}</Secondary>}
        </>
      );
    },
  },
  {
    id: 'shared',
    header: 'Link shared',
    width: 140,
    sort: 'shared',
    visibleFrom: 1161,
    title: ({ shared_to }) => (shared_to === null ? undefined : emailText(shared_to)),
    cell: ({ shared_at, shared_how, shared_by_name, shared_to }) =>
      shared_at !== null &&
      shared_how !== null && (
        <>
          <span>
            {SHARE_WORD[shared_how]} <Age at={shared_at} ago />
          </span>
          <Secondary>
            {shared_to === null
              ? shared_by_name && `by ${isolated(shared_by_name)}`
              : `to ${isolated(emailText(shared_to))}`}
          </Secondary>
        </>
      ),
  },
  {
    id: 'asks',
    header: 'Permissions',
    width: 124,
    visibleFrom: 1021,
    card: 'labeled',
    title: ({ permissions }) => permissionsText(permissions),
    cell: ({ permissions }) => <Secondary>{permissionsText(permissions)}</Secondary>,
  },
];

const HOUR_MS = 3600_000;

function hoursLeft(invitation: BoardInvitation, now: number): number | null {
  const stage = invitationStage(invitation, now);
  const { expires_at } = invitation;
  if (expires_at === null || !isOpen(stage)) return null;
  return Math.floor((Date.parse(expires_at) - now) / HOUR_MS);
}

/** Times in UTC, as sent by the service. No link and no key: the file must not let anyone accept. */
export const CSV_COLUMNS: readonly CsvColumn<BoardInvitation>[] = [
  ...csvFields<BoardInvitation>('fleet_ref', 'fleet_name'),
  ['stage', invitationStage],
  ['status', ({ status }) => status],
  ['chase_reason', chaseReason],
  ...csvFields<BoardInvitation>('created_at_utc', 'valid_from_utc', 'expires_at_utc'),
  ['hours_left', hoursLeft],
  ...csvFields<BoardInvitation>('shared_at_utc', 'shared_how', 'shared_to'),
  ['shared_by', ({ shared_by_name }) => shared_by_name],
  ...csvFields<BoardInvitation>(
    'viewed_at_utc',
    'accepted_at_utc',
    'declined_at_utc',
    'decline_reason',
    'deleted_at_utc',
    'chases',
    'chased_at_utc',
    'follow_up_at_utc',
  ),
  ['chased_by', ({ chased_by_name }) => chased_by_name],
  ['asks_for', ({ permissions }) => permissionsText(permissions)],
  ...csvFields<BoardInvitation>(
    'fleet_email',
    'fleet_phone',
    'fleet_regulatory_id_type',
    'fleet_regulatory_id',
    'fleet_country_code',
    'fleet_id',
  ),
  ['created_by', ({ created_by_name }) => created_by_name],
];
