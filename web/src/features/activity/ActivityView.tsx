import { Group, NativeSelect } from '@mantine/core';
import { ACTION_GROUPS } from '@waypost/contract/api/activity-words';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { forAdministrators } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { usePages } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import {
  type ActivityRow,
  actionText,
  oncePerAct,
  oncePerCopy,
  oncePerEmail,
  outcomeText,
  reasonText,
  targetText,
  whoText,
} from '../../live/activity-log.ts';
import { activityText, sentenceOf } from '../../live/activity-sentences.ts';
import { DayFilter } from '../../live/DateTimeField.tsx';
import { ResourceList } from '../../live/ResourceList.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Chips } from '../../ui/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconHistory } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { CardLine, Secondary, Truncated, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import { personZone } from '../../ui/time.ts';
import { useLayout } from '../../ui/use-media.ts';
import { instantsOf } from '../../ui/zoned.ts';
import { EntryPanel, Outcome } from './EntryPanel.tsx';
import type { ActivitySearch } from './search.ts';

export const ActivityView = forAdministrators(Log, {
  title: 'Activity',
  denied: 'The activity log is for administrators',
  hint: 'Invitations, monitors and driver users also show who requested them.',
});

const PAGE_SIZE = 100;
const idOf = ({ id }: ActivityEntry) => id;
/** The file has each entry. */
const linesOf = ({ others = [], ...first }: ActivityRow): readonly ActivityEntry[] => [first, ...others];

function Log({ search, onSearch }: ViewProps<ActivitySearch>) {
  const { action, sessions, job, from, to } = search;
  const log = useActivity(search);
  const items = useMemo(() => log.items && oncePerAct(oncePerEmail(oncePerCopy(log.items))), [log.items]);
  return (
    <ResourceList
      title="Activity"
      id="activity-list"
      words={['entry', 'entries']}
      label="Activity"
      search={search}
      onSearch={onSearch}
      filters={['q', 'action', 'job', 'from', 'to']}
      opens={['entry']}
      rows={items}
      keyOf={idOf}
      read={log}
      columns={COLUMNS}
      cards={CARDS}
      rowHeight={40}
      searchBox={{
        label: 'Search the activity log',
        placeholder: 'Person, item, outcome',
        title: 'Search actions, items, people, outcomes and values',
      }}
      moreFilters={
        <Filters action={action} sessions={sessions} job={job} from={from} to={to} onChange={onSearch} />
      }
      empty={
        <EmptyState icon={IconHistory} title="No activity yet">
          Every change made in Waypost is logged with its values before and after.
        </EmptyState>
      }
      noMatch="No matching activity in this period."
      panel={(key, { takesFocus, open, close }) => (
        <EntryPanel
          key={key}
          entry={items?.find(({ id }) => id === key) ?? log.items?.find(({ id }) => id === key)}
          onOpen={open}
          loading={items === undefined && !log.error}
          takes_focus={takesFocus}
          onClose={close}
        />
      )}
      csv={{ columns: CSV_COLUMNS, title: 'The loaded entries, as shown', linesOf }}
      foot={{ again: 'updates on refresh' }}
    />
  );
}

/** Refetches on request only, so that rows do not move while someone reads. */
function useActivity({ q, action, sessions, job, from, to }: ActivitySearch) {
  const { http } = useApi();
  const zone = personZone();
  const all = sessions === 'show' || action !== undefined || job !== undefined;
  // A job of a thousand rows has two entries of its own; a search or a chosen action looks at its rows too.
  const of_job = job ?? (q === undefined && action === undefined ? 'leave_out' : undefined);
  return usePages({
    queryKey: queryKeys.activity({ q, action, all, of_job, from, to, zone }),
    read: ({ cursor, signal }) =>
      http.call(SESSION_ROUTES.activity, {
        query: {
          q,
          action,
          sessions: all ? undefined : 'leave_out',
          job: of_job,
          ...instantsOf({ from, to }, zone),
          cursor,
          size: PAGE_SIZE,
        },
        signal,
      }),
    idOf,
  });
}

type EntryFilter = Pick<ActivitySearch, 'action' | 'sessions' | 'job' | 'from' | 'to'>;

/** Sign-ins are hidden by default; failed ones are always listed. */
const SIGN_INS = [{ key: 'sessions', word: 'Show sign-ins' }] as const;

const OF_JOB = [{ key: 'job', word: 'Rows of one bulk job' }] as const;

interface FiltersProps extends EntryFilter {
  readonly onChange: (change: EntryFilter) => void;
}

function Filters({ action, sessions, job, from, to, onChange }: FiltersProps) {
  const phone = useLayout() === 'phone';
  const known = ACTION_GROUPS.some(({ actions }) => action !== undefined && action in actions);
  return (
    <Group gap="4px 12px" py={4} flex={1}>
      <DayFilter from={from} to={to} onChange={onChange} />
      <div>
        {job === undefined ? (
          <Chips
            label="Sign-ins"
            chips={SIGN_INS}
            pressed={sessions === 'show' ? ['sessions'] : []}
            onPress={() => onChange({ sessions: sessions === 'show' ? undefined : 'show' })}
          />
        ) : (
          <Chips
            label="Bulk job"
            chips={OF_JOB}
            pressed={['job']}
            onPress={() => onChange({ job: undefined })}
          />
        )}
      </div>
      <NativeSelect
        aria-label="Filter by action"
        size="xs"
        // Narrower beside an open panel, rather than in a line of its own.
        flex={phone ? 1 : '1 1 110px'}
        maw={phone ? undefined : 200}
        ml="auto"
        value={action ?? ''}
        data={[
          { value: '', label: 'All actions' },
          ...ACTION_GROUPS.map(({ label, actions }) => ({
            group: label,
            items: Object.entries(actions).map(([value, word]) => ({ value, label: word })),
          })),
          ...(action !== undefined && !known ? [{ value: action, label: actionText(action) }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ action: value || undefined })}
      />
    </Group>
  );
}

const COLUMNS: readonly Column<ActivityRow>[] = [
  { id: 'at', header: 'When', width: 112, cell: ({ at }) => <Age at={at} ago /> },
  { id: 'who', header: 'Who', width: '0.8fr', cell: whoText },
  {
    id: 'what',
    header: 'What',
    width: '4fr',
    title: activityText,
    cell: (entry) => {
      const { head, more } = sentenceOf(entry);
      return (
        <Truncated>
          <b>{head}</b>
          {more && `: ${more}`}
        </Truncated>
      );
    },
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 120,
    title: (entry) => [outcomeText(entry.outcome), reasonText(entry)].filter(Boolean).join(': '),
    cell: ({ outcome }) => <Outcome outcome={outcome} />,
  },
];

const CSV_COLUMNS: readonly CsvColumn<ActivityEntry>[] = [
  ['at_utc', ({ at }) => at],
  ['who', whoText],
  ['sub', ({ sub }) => sub],
  ['action', ({ action }) => action],
  ['what', (entry) => sentenceOf(entry).head],
  ['subject', targetText],
  ['details', (entry) => sentenceOf(entry).more],
  ['outcome', ({ outcome }) => outcome],
  ['reason', reasonText],
  ['job_id', ({ job_id }) => job_id],
  ['entry_id', ({ id }) => id],
];

const CARDS: Cards<ActivityRow> = {
  height: 64,
  render: (entry) => (
    <>
      <TwoLines title={sentenceOf(entry).head}>
        <b>{sentenceOf(entry).head}</b>
      </TwoLines>
      <CardLine>
        <Truncated>
          {isolated(whoText(entry))}, <Age at={entry.at} ago />
        </Truncated>
        <Outcome outcome={entry.outcome} />
      </CardLine>
      <Secondary>{sentenceOf(entry).more}</Secondary>
    </>
  ),
};
