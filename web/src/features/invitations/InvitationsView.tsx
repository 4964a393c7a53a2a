import { Box, Button } from '@mantine/core';
import { BULK_ROUTES } from '@waypost/contract/api/bulk-routes';
import type { InvitationStage } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { type ReactNode, useMemo, useRef } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { useLive, useNow } from '../../live/context.ts';
import { knownSince, STAGE_LABELS, sourcesText } from '../../live/invitations.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { UnknownIntents, useUnknownIntents } from '../../live/UnknownIntents.tsx';
import { isolated } from '../../ui/bidi.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBell, IconCircleCheck, IconLayoutList, IconMail, IconPlus, IconUpload } from '../../ui/icons.ts';
import type { ShortcutHelp } from '../../ui/keys.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { FilterRow } from '../../ui/resource-list/ListLayout.tsx';
import shared from '../../ui/shared.module.css';
import { numberText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { ConversionView } from './ConversionView.tsx';
import { CreatePanel } from './CreatePanel.tsx';
import { COLUMNS, CSV_COLUMNS, STAGE_ICON } from './columns.tsx';
import { useFollowUp } from './FollowUpForm.tsx';
import { InvitationPanel } from './InvitationPanel.tsx';
import classes from './invitations.module.css';
import { useInvitationActs } from './pick-acts.ts';
import { type Counts, declineReasons, select, sortOf } from './query.ts';
import type { InvitationShow, InvitationsSearch } from './search.ts';
import { TmsView } from './TmsView.tsx';
import { useDefaults, useInvitations } from './use-invitations.ts';
import { noFollowUpsText, STAGE_MEANING } from './words.ts';

const KEYS: ShortcutHelp = [
  [['a'], 'Invite a fleet'],
  [['t'], "Start today's follow-ups"],
];
const TABS = [
  { key: 'fleet', word: 'Fleets' },
  { key: 'tms', word: 'TMS' },
  { key: 'conversion', word: 'Conversion' },
] as const;
const UNKNOWN_WORDS = {
  one: 'invitation',
  many: 'invitations',
  never_two: 'A fleet has only one invitation, so sending again never creates a second one.',
  found: 'It is in the list now.',
} as const;
const NONE: readonly BoardInvitation[] = [];
const keyOf = ({ key }: BoardInvitation) => key;
/** Stages also change with time alone. */
const SWEEP_MS = 15_000;

export function InvitationsView({ search, onSearch }: ViewProps<InvitationsSearch>) {
  const layout = useLayout();
  const wide = layout === 'desk';
  const tabs = (
    <div className={shared.fixed}>
      <Chips
        label="Invitation type"
        chips={TABS}
        pressed={[search.tab ?? 'fleet']}
        onPress={(key) =>
          onSearch({
            tab: key === 'fleet' ? undefined : key,
            show: undefined,
            q: undefined,
            sort: undefined,
            invitation: undefined,
          })
        }
      />
    </div>
  );
  if (search.tab === undefined)
    return <FleetInvitations search={search} onSearch={onSearch} tabs={tabs} wide={wide} />;
  const parts = {
    besideSearch: wide && tabs,
    above: !wide && <div className={classes.top}>{tabs}</div>,
  };
  return search.tab === 'tms' ? (
    <TmsView search={search} onSearch={onSearch} {...parts} />
  ) : (
    <ConversionView
      by={search.by}
      onBy={(by) => onSearch({ by }, true)}
      actions={<CreateButtons search={search} />}
      {...parts}
    />
  );
}

const FILTERS = ['show', 'q', 'job'] as const;

interface FleetInvitationsProps extends ViewProps<InvitationsSearch> {
  readonly tabs: ReactNode;
  readonly wide: boolean;
}

function FleetInvitations({ search, onSearch, tabs, wide }: FleetInvitationsProps) {
  const { clock } = useLive();
  const { show, q, sort, invitation } = search;
  const { data: known, error, dataUpdatedAt, refetch } = useInvitations();
  const { data: defaults, isPending } = useDefaults();
  const { acts, sharing } = useInvitationActs(defaults);
  const all = known?.items;
  const { data: job, isError: job_unread } = useRead(
    BULK_ROUTES.readBulkJob,
    queryKeys.invitationsOfJob(search.job ?? ''),
    {
      params: { job_id: search.job ?? '' },
      enabled: search.job !== undefined,
    },
  );
  const listed = useMemo(() => {
    if (search.job === undefined || job_unread) return all;
    // A row that was not sent names the invitation that existed already.
    const done = job?.rows.filter(({ state }) => state === 'done');
    const keys = done && new Set(done.map(({ invitation_key }) => invitation_key));
    return keys && all?.filter(({ key }) => keys.has(key));
  }, [all, search.job, job, job_unread]);
  const slot = useNow((now) => Math.floor(now / SWEEP_MS));
  const { items, counts } = useMemo(
    () => select(listed ?? NONE, { show, q, sort }, (slot + 1) * SWEEP_MS),
    [listed, show, q, sort, slot],
  );
  const source = known ? sourcesText(known.sources) : '';
  const intents = useUnknownIntents('invitation');
  const clear = () => onSearch({ show: undefined, q: undefined, job: undefined });
  const followUp = useFollowUp({
    active: show === 'chase',
    items,
    selected: invitation,
    onOpen: (key) => onSearch({ invitation: key, from: undefined, fleet_ref: undefined }, true),
  });
  const showStage = (next: InvitationShow | undefined) => {
    if (next !== 'chase') return onSearch({ show: next });
    const [first] = select(all ?? NONE, { show: 'chase', sort }, clock.now()).items;
    followUp.start(first?.key);
    onSearch({ show: 'chase', q: undefined, invitation: first?.key, from: undefined, fleet_ref: undefined });
  };
  const order = useRef<{ readonly key: string; readonly shares_first: boolean } | null>(null);
  /** The same while an invitation stays open: after its renewal its buttons are where they were. */
  const sharesFirst = (key: string, is_unshared: boolean) => {
    if (order.current?.key !== key) order.current = { key, shares_first: is_unshared };
    return order.current.shares_first;
  };
  const openForm = (from?: string) => onSearch({ invitation: 'new', from, fleet_ref: undefined });
  return (
    <ResourceList
      right="manage_onboarding"
      title="Invitations"
      id="invitation-list"
      words={['invitation', 'invitations']}
      search={search}
      onSearch={onSearch}
      opens={['invitation', 'from', 'fleet_ref']}
      filters={FILTERS}
      rows={listed && items}
      all={listed}
      keyOf={keyOf}
      read={{ error, onRetry: () => void refetch(), readAt: knownSince(known?.sources, dataUpdatedAt) }}
      unread={known?.sources.unread}
      columns={COLUMNS}
      order={{ ...sortOf(sort), default: 'chase' }}
      besideSearch={wide && tabs}
      searchBox={{
        label: 'Filter invitations',
        placeholder: 'Reference, name, email',
        title: 'Filters by reference, name, email, phone, regulatory ID, reason and sender',
      }}
      above={
        <div className={classes.top}>
          {!wide && tabs}
          <FunnelStrip counts={listed && counts} show={show} onShow={showStage} />
        </div>
      }
      notes={
        <>
          {sharing}
          {job && (
            <Box px={16} py={4} className={shared.note}>
              Only those of the bulk job {isolated(job.name ?? 'Pasted invitations')}.{' '}
              <Button size="compact-xs" onClick={() => onSearch({ job: undefined })}>
                Show all
              </Button>
            </Box>
          )}
          {intents.length > 0 && (
            <UnknownIntents intents={intents} words={UNKNOWN_WORDS} onFound={() => void refetch()} />
          )}
          {show === 'declined' && all && (
            <DeclineReasons items={all} q={q} onSearch={(next) => onSearch({ q: next })} />
          )}
        </>
      }
      empty={
        <EmptyState icon={IconMail} title="No invitations yet" action={<CreateButtons search={search} />}>
          <p>
            An invitation is a link for one fleet. The fleet sees what it would share, then accepts or
            declines. Once it accepts, its trucks show on the board.
          </p>
          <p>All you need is your own reference for the fleet.</p>
        </EmptyState>
      }
      noMatch={
        show === 'chase' && q === undefined
          ? { node: <NoFollowUps items={all ?? NONE} onClear={clear} /> }
          : 'The filter covers references, names, email, phone, regulatory IDs, reasons and senders.'
      }
      panelWidth={440}
      panel={(key, { takesFocus, close }) =>
        key === 'new' ? (
          (search.from === undefined || (known !== undefined && !isPending)) && (
            <CreatePanel
              key={`${search.from ?? ''} ${search.fleet_ref ?? ''}`}
              items={all}
              csv_button={<CreateManyButton />}
              defaults={defaults}
              fleet_ref={search.fleet_ref}
              from={all?.find((one) => one.key === search.from) ?? null}
              onSent={(sent) => {
                if (sent) followUp.done({ invitation: sent });
                onSearch({ invitation: sent?.key, from: undefined, fleet_ref: undefined });
              }}
              onClose={close}
            />
          )
        ) : (
          <InvitationPanel
            key={key}
            id={key}
            row={all?.find((one) => one.key === key)}
            takes_focus={takesFocus || followUp.opened === key}
            onRefresh={() => openForm(key)}
            followUp={followUp}
            sharesFirst={(is_unshared) => sharesFirst(key, is_unshared)}
            onClose={() => {
              order.current = null;
              close();
            }}
          />
        )
      }
      acts={isPending ? undefined : acts}
      shortcuts={{ run: { a: () => openForm(), t: () => showStage('chase') }, words: KEYS }}
      csv={{ columns: CSV_COLUMNS, title: 'Rows as shown, without links' }}
      actions={<CreateButtons search={search} />}
      foot={{ source, follows_service: true }}
    />
  );
}

interface NoFollowUpsProps {
  readonly items: readonly BoardInvitation[];
  readonly onClear: () => void;
}

function NoFollowUps({ items, onClear }: NoFollowUpsProps) {
  const text = useNow((now) => noFollowUpsText(items, now));
  return (
    <EmptyState
      icon={IconCircleCheck}
      title="No follow-ups due"
      action={<Button onClick={onClear}>Show all invitations</Button>}
    >
      {text}
    </EmptyState>
  );
}

function CreateButtons({ search }: Pick<ViewProps<InvitationsSearch>, 'search'>) {
  const phone = useLayout() === 'phone';
  const disabledReason = useDisabledReason('manage_onboarding');
  return (
    <>
      {!phone && <CreateManyButton />}
      <LinkButton
        to="/invitations"
        search={{ ...search, invitation: 'new', from: undefined, fleet_ref: undefined, tab: undefined }}
        variant="filled"
        disabledReason={disabledReason}
        icon={IconPlus}
      >
        Invite a fleet
      </LinkButton>
    </>
  );
}

const CreateManyButton = () => (
  <LinkButton
    to="/bulk/new"
    search={{ kind: 'invitation' }}
    disabledReason={useDisabledReason('manage_onboarding')}
    icon={IconUpload}
  >
    Invite from CSV
  </LinkButton>
);

interface FunnelStripProps {
  /** Undefined while they are loading. */
  readonly counts: Counts | undefined;
  readonly show: InvitationShow | undefined;
  readonly onShow: (show: InvitationShow | undefined) => void;
}

const PROGRESS_STAGES: readonly InvitationStage[] = ['not_shared', 'shared', 'viewed', 'accepted'];
const END_STAGES: readonly InvitationStage[] = ['declined', 'expired', 'deleted'];
const FOLLOW_UP_MEANING =
  'Not shared, not opened, not answered, ending soon or just expired, with no follow-up in the last day';

function FunnelStrip({ counts, show, onShow }: FunnelStripProps) {
  const step = (key: InvitationShow | 'all', Icon: typeof IconBell, word: string, meaning: string) => {
    const pressed = key === (show ?? 'all');
    const share = !counts || counts.all === 0 ? 0 : counts[key] / counts.all;
    return (
      <button
        key={key}
        type="button"
        className={classes.step}
        aria-pressed={pressed}
        title={meaning}
        onClick={() => onShow(key === 'all' || pressed ? undefined : key)}
      >
        <span className={classes.word}>
          <Icon size={14} stroke={1.75} aria-hidden />
          {word}
        </span>{' '}
        <span className={classes.count} data-figure>
          {counts ? numberText(counts[key]) : '…'}
        </span>
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
      </button>
    );
  };
  const stageStep = (stage: InvitationStage) =>
    step(stage, STAGE_ICON[stage], STAGE_LABELS[stage], STAGE_MEANING[stage]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own.
    <div className={classes.funnel} role="group" aria-label="Filter by status">
      <div className={classes.part}>
        {step('chase', IconBell, 'Follow up today', FOLLOW_UP_MEANING)}
        {step('all', IconLayoutList, 'All', 'Every invitation')}
      </div>
      <div className={classes.part}>{PROGRESS_STAGES.map(stageStep)}</div>
      <div className={classes.part}>
        {END_STAGES.map(stageStep)}
        {counts !== undefined && counts.other > 0 && stageStep('other')}
      </div>
    </div>
  );
}

interface DeclineReasonsProps {
  readonly items: readonly BoardInvitation[];
  readonly q: string | undefined;
  readonly onSearch: (q: string | undefined) => void;
}

const MAX_REASONS = 8;
const MAX_REASON_LENGTH = 40;
const NO_REASON = 'No reason given';

function DeclineReasons({ items, q, onSearch }: DeclineReasonsProps) {
  const declined = items.filter(({ status }) => status === 'declined');
  const reasons = declineReasons(declined.map(({ decline_reason }) => decline_reason));
  const with_reason = reasons.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]));
  const without_reason = reasons.find(({ reason }) => reason === null);
  if (reasons.length === 0) return null;
  return (
    <FilterRow>
      <Chips
        label="Reasons for declining"
        chips={with_reason.slice(0, MAX_REASONS).map(({ reason, count }) => ({
          key: reason,
          word: reason.length <= MAX_REASON_LENGTH ? reason : `${reason.slice(0, MAX_REASON_LENGTH)}…`,
          count,
        }))}
        pressed={q === undefined ? [] : [q]}
        onPress={(key) => onSearch(key === q ? undefined : key)}
      />
      {without_reason && (
        <span>
          {NO_REASON}: {without_reason.count}
        </span>
      )}
    </FilterRow>
  );
}
