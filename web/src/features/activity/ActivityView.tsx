/** The activity log as a list, the entry that is open beside it. For administrators; others see whom to ask. */
import { Group, NativeSelect } from '@mantine/core';
import { use } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { ACTION_GROUPS, actionText } from '../../live/activity-log/words.ts';
import { DayFilter } from '../../live/DayFilter.tsx';
import { ResourceFoot } from '../../live/ResourceFoot.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconHistory, IconLock } from '../../ui/icons.ts';
import { PageFrameContext } from '../../ui/page-frame.ts';
import { ResourceList } from '../../ui/resource-list/ResourceList.tsx';
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
  const disabledReason = useDisabledReason('administer');
  const Frame = use(PageFrameContext);
  if (disabledReason === null) return <Log {...props} />;
  return (
    <Frame title="Activity">
      <EmptyState
        icon={<IconLock size={32} stroke={1.5} />}
        title="The activity log is for administrators"
        role="status"
      >
        <p>{disabledReason}</p>
        <p>Invitations, monitors and driver users also show who requested them.</p>
      </EmptyState>
    </Frame>
  );
}

const idOf = ({ id }: { readonly id: string }) => id;

function Log({ search, onSearch }: ActivityViewProps) {
  const { q, action, sessions, from, to, entry } = search;
  const log = useActivity({ q, action, sessions, from, to });
  const { items } = log;
  const filtered = [q, action, from, to].some((one) => one !== undefined);
  const clear = () => onSearch({ q: undefined, action: undefined, from: undefined, to: undefined });
  return (
    <ResourceList
      title="Activity"
      id="activity-list"
      words={['entry', 'entries']}
      label="Activity"
      rows={items}
      keyOf={idOf}
      hasMore={log.has_more}
      error={log.error}
      onRetry={log.refresh}
      columns={COLUMNS}
      cards={CARDS}
      rowHeight={40}
      query={JSON.stringify([q, action, sessions, from, to])}
      filtered={filtered}
      onClear={clear}
      search={{
        value: q,
        onChange: (text) => onSearch({ q: text }, true),
        label: 'Search the activity log',
        placeholder: 'Person, item, outcome',
        title: 'Search actions, items, people, outcomes and values',
      }}
      filters={<Filters action={action} sessions={sessions} from={from} to={to} onChange={onSearch} />}
      empty={
        <EmptyState icon={<IconHistory size={32} stroke={1.5} />} title="No activity yet">
          Every change made in Waypost is logged with its values before and after.
        </EmptyState>
      }
      noMatch="No matching activity in this period."
      selected={entry ?? null}
      onSelect={(id) => onSearch({ entry: id })}
      panel={(key, { takesFocus, close }) => (
        <EntryPanel
          key={key}
          entry={items?.find(({ id }) => id === key)}
          loading={items === undefined && !log.error}
          takes_focus={takesFocus}
          onClose={close}
        />
      )}
      refresh={{ busy: log.reading, run: log.refresh }}
      foot={
        <ResourceFoot
          words={['entry', 'entries']}
          shown={items?.length ?? 0}
          total={null}
          filtered={filtered}
          onClear={clear}
          more={log.has_more ? { label: 'More', loading: log.reading_more, run: log.more } : null}
          readAt={log.read_at}
          again="updates on refresh"
        />
      }
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
      <div style={{ flexBasis: phone ? '100%' : 'auto' }}>
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
