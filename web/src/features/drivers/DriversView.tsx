import { driverRows } from '@waypost/contract/api/driver-rows';
import { useMemo } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { knownSince, sourcesText } from '../../live/invitations.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { UnknownIntents, useUnknownIntents } from '../../live/UnknownIntents.tsx';
import { LinkButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPlus, IconSteeringWheel, IconUpload } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { useLayout } from '../../ui/use-media.ts';
import { COLUMNS, CSV_COLUMNS } from './columns.tsx';
import { OperationPanel } from './OperationPanel.tsx';
import { useDriverActs } from './pick-acts.ts';
import { type DriversSearch, SHOWS, type Show } from './search.ts';
import { useOperations } from './use-operations.ts';
import { countsOf, filterOf, matches, SHOW_WORD, sortOf, sortOperations } from './words.ts';

const UNKNOWN_WORDS = {
  one: 'driver user',
  many: 'driver users',
  found: 'It is in the list.',
} as const;

/** The others have a chip only while they are in the list. */
const ALWAYS: readonly Show[] = ['failed', 'pending', 'success'];

const idOf = ({ id }: { readonly id: string }) => id;

export function DriversView({ search, onSearch }: ViewProps<DriversSearch>) {
  const { show, q, sort } = search;
  const { data, error, dataUpdatedAt, refetch } = useOperations();
  const intents = useUnknownIntents('user');
  const acts = useDriverActs();
  const source = data ? sourcesText(data.sources) : '';
  const all = data?.items;
  const drivers = useMemo(() => all && driverRows(all), [all]);
  const newest = useMemo(() => drivers?.map(({ operation }) => operation), [drivers]);
  const rows = useMemo(
    () =>
      drivers &&
      sortOperations(
        drivers
          .filter(
            ({ operation, earlier }) =>
              (show === undefined || filterOf(operation) === show) &&
              [operation, ...earlier].some((one) => matches(one, q)),
          )
          .map(({ operation }) => operation),
        sort,
      ),
    [drivers, show, q, sort],
  );
  const counts = useMemo(() => countsOf(newest ?? []), [newest]);
  return (
    <ResourceList
      right="manage_onboarding"
      title="Drivers"
      id="operation-list"
      label="Drivers"
      // Others share their data without being requested here, and the strip above counts them.
      words={['requested driver', 'requested drivers']}
      search={search}
      onSearch={onSearch}
      opens={['operation']}
      rows={rows}
      all={newest}
      keyOf={idOf}
      read={{ error, onRetry: () => void refetch(), readAt: knownSince(data?.sources, dataUpdatedAt) }}
      unread={data?.sources.unread}
      columns={COLUMNS}
      order={{ ...sortOf(sort), default: 'status' }}
      searchBox={{
        label: 'Search drivers',
        placeholder: 'User, fleet, provider, error',
        title: 'Search users, references, fleets, providers, outcomes, requesters and IDs',
      }}
      chips={{
        label: 'Filter by status',
        chips: SHOWS.filter((key) => counts[key] > 0 || key === show || ALWAYS.includes(key)).map((key) => ({
          key,
          word: SHOW_WORD[key],
          count: all ? counts[key] : null,
        })),
      }}
      notes={
        intents.length > 0 && (
          <UnknownIntents
            intents={intents}
            words={UNKNOWN_WORDS}
            onFound={(id) => onSearch({ operation: id })}
          />
        )
      }
      empty={
        intents.length === 0 && (
          <EmptyState icon={IconSteeringWheel} title="No driver users yet" action={<CreateButtons />}>
            <p>
              Driver users are created at a fleet's telematics provider. The fleet must let us read and write
              its users. Each request and its outcome show here.
            </p>
          </EmptyState>
        )
      }
      noMatch="No drivers match this status and search."
      panel={(id, { takesFocus, open, close }) => (
        <OperationPanel
          key={id}
          id={id}
          version={all?.find((one) => one.id === id)?.version}
          reads={data?.sources.reads ?? 'unknown'}
          earlier={drivers?.find(({ operation }) => operation.id === id)?.earlier ?? []}
          takes_focus={takesFocus}
          onOpen={open}
          onClose={close}
        />
      )}
      acts={acts}
      csv={{ columns: CSV_COLUMNS }}
      actions={<CreateButtons with_csv />}
      foot={{ source, follows_service: true }}
    />
  );
}

function CreateButtons({ with_csv = false }) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const phone = useLayout() === 'phone';
  const upload = <IconUpload size={16} aria-hidden />;
  return (
    <>
      {with_csv && (
        <LinkButton
          to="/bulk/new"
          search={{ kind: 'user' }}
          disabledReason={disabledReason}
          leftSection={phone ? null : upload}
          aria-label="Create from CSV"
        >
          {phone ? upload : 'Create from CSV'}
        </LinkButton>
      )}
      <LinkButton
        to="/drivers/new"
        variant="filled"
        disabledReason={disabledReason}
        icon={IconPlus}
        aria-label="New driver user"
      >
        {phone ? 'New' : 'New driver user'}
      </LinkButton>
    </>
  );
}
