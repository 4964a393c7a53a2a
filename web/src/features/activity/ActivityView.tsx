/** The activity log as a list, the entry that is open beside it. For administrators; others see whom to ask. */
import { Group, NativeSelect } from '@mantine/core';
import { AdministratorsOnly } from '../../api/QueryState.tsx';
import { ACTION_GROUPS, actionText } from '../../live/activity-log.ts';
import { DayFilter } from '../../live/DateTimeField.tsx';
import { ResourceList } from '../../live/ResourceList.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconHistory } from '../../ui/icons.ts';
import { useLayout } from '../../ui/use-media.ts';
import { CARDS, COLUMNS } from './columns.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import type { ActivitySearch } from './search.ts';
import { useActivity } from './use-activity.ts';

export interface ActivityViewProps {
  readonly search: ActivitySearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<ActivitySearch>, replace?: boolean) => void;
}

export function ActivityView(props: ActivityViewProps) {
  return (
    <AdministratorsOnly
      title="Activity"
      denied="The activity log is for administrators"
      hint="Invitations, monitors and driver users also show who requested them."
    >
      <Log {...props} />
    </AdministratorsOnly>
  );
}

const idOf = ({ id }: { readonly id: string }) => id;

function Log({ search, onSearch }: ActivityViewProps) {
  const { q, action, sessions, from, to } = search;
  const log = useActivity({ q, action, sessions, from, to });
  const { items } = log;
  return (
    <ResourceList
      title="Activity"
      id="activity-list"
      words={['entry', 'entries']}
      label="Activity"
      search={search}
      onSearch={onSearch}
      filters={['q', 'action', 'from', 'to']}
      opens={['entry']}
      rows={items}
      keyOf={idOf}
      hasMore={log.hasMore}
      error={log.error}
      onRetry={log.refresh.run}
      columns={COLUMNS}
      cards={CARDS}
      rowHeight={40}
      searchBox={{
        label: 'Search the activity log',
        placeholder: 'Person, item, outcome',
        title: 'Search actions, items, people, outcomes and values',
      }}
      moreFilters={<Filters action={action} sessions={sessions} from={from} to={to} onChange={onSearch} />}
      empty={
        <EmptyState icon={<IconHistory size={32} stroke={1.5} />} title="No activity yet">
          Every change made in Waypost is logged with its values before and after.
        </EmptyState>
      }
      noMatch="No matching activity in this period."
      panel={(key, { takesFocus, close }) => (
        <EntryPanel
          key={key}
          entry={items?.find(({ id }) => id === key)}
          loading={items === undefined && !log.error}
          takes_focus={takesFocus}
          onClose={close}
        />
      )}
      refresh={log.refresh}
      foot={{ more: log.more, readAt: log.readAt, again: 'updates on refresh' }}
    />
  );
}

type EntryFilter = Pick<ActivitySearch, 'action' | 'sessions' | 'from' | 'to'>;

/** Folded unless somebody wants to see them: a failed one is always shown. */
const SIGN_INS = [{ key: 'sessions', word: 'Show sign-ins' }] as const;

interface FiltersProps extends EntryFilter {
  readonly onChange: (change: EntryFilter) => void;
}

/** By days, by what was done, and with or without sign-ins. */
function Filters({ action, sessions, from, to, onChange }: FiltersProps) {
  const phone = useLayout() === 'phone';
  const known = ACTION_GROUPS.some(({ actions }) => action !== undefined && action in actions);
  return (
    <Group gap="4px 12px" py={4} flex={1}>
      <DayFilter from={from} to={to} onChange={onChange} />
      <div>
        <Chips
          label="Sign-ins"
          chips={SIGN_INS}
          pressed={sessions === 'show' ? ['sessions'] : []}
          onPress={() => onChange({ sessions: sessions === 'show' ? undefined : 'show' })}
        />
      </div>
      <NativeSelect
        aria-label="Filter by action"
        size="xs"
        miw={200}
        ml="auto"
        flex={phone ? 1 : undefined}
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
