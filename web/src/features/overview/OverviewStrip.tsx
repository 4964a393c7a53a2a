/**
 * Counts of what fleets share with us, in one line at the top of the pages about fleets and usage. A count links to the page with
 * its details where one exists. Not shown on the board, which has counts of its own.
 */
import { Button, CloseButton, NativeSelect, Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardConnection } from '@waypost/contract/api/agreements';
import type { BoardOverview } from '@waypost/contract/api/overview';
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import { useState, useSyncExternalStore } from 'react';
import { asProblem, explain } from '../../api/problem.ts';
import { withQueries } from '../../api/queries.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { IconBuilding, IconCaravan, IconFilter, IconSteeringWheel, IconTruck } from '../../ui/icons.ts';
import { Suggest } from '../../ui/Suggest.tsx';
import shared from '../../ui/shared.module.css';
import { Cell } from '../../ui/signal.ts';
import { agoText } from '../../ui/time.ts';
import { numberText, plural } from '../../ui/units.ts';
import classes from './OverviewStrip.module.css';

const COUNTS = [
  { key: 'fleets', one: 'fleet', many: 'fleets', Icon: IconBuilding, to: '/agreements' },
  { key: 'vehicles', one: 'vehicle', many: 'vehicles', Icon: IconTruck, to: null },
  { key: 'drivers', one: 'driver', many: 'drivers', Icon: IconSteeringWheel, to: null },
  { key: 'trailers', one: 'trailer', many: 'trailers', Icon: IconCaravan, to: null },
] as const;

export default withQueries(Strip);

export function Strip() {
  const filter = useOverviewFilter();
  const { data, error, refetch } = useOverview(filter);
  const problem = error ? asProblem(error) : null;
  const counted = useNow((now) => (data ? `Counted ${agoText(data.read_at, now)}` : null));
  return (
    <section
      className={classes.strip}
      aria-label="Shared with us"
      aria-busy={!data && !problem}
      title={counted ?? undefined}
    >
      {!data && problem ? (
        <span role="alert">
          Couldn't count what fleets share: {explain(problem).title}.{' '}
          <Button size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </span>
      ) : (
        <ul className={shared.line} style={{ gap: 20 }}>
          {COUNTS.map(({ key, one, many, Icon, to }) => {
            const text = data && (
              <>
                <strong data-figure>{data[key] === null ? '?' : numberText(BigInt(data[key]))}</strong>{' '}
                {plural(Number(data[key]), one, many)}
              </>
            );
            return (
              <li key={key} className={classes.count}>
                <Icon size={16} aria-hidden />
                {!text && <span className={shared.secondary}>… {many}</span>}
                {text && to === null && <span>{text}</span>}
                {text && to !== null && (
                  <Link to={to} style={{ color: 'inherit' }}>
                    {text}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {data && <UnreadableCounts data={data} />}
      <span className={`${shared.row} ${shared.fixed} ${shared.end}`}>
        <FilterButton filter={filter} />
        {data && <UpdatedAt data={data} failed={problem !== null} />}
      </span>
    </section>
  );
}

function UnreadableCounts({ data }: { readonly data: BoardOverview }) {
  const unreadable = COUNTS.filter(({ key }) => data[key] === null).map(({ many }) => many);
  if (unreadable.length === 0) return null;
  return (
    <span className={shared.secondary}>
      The tracking service sent no readable number of {unreadable.join(', ')}
    </span>
  );
}

/** Says an age only when the counts are not kept up to date: the page below has the claim of its own. */
function UpdatedAt({ data, failed }: { readonly data: BoardOverview; readonly failed: boolean }) {
  return (
    <span className={shared.secondary}>
      {failed && (
        <>
          not updating, last update <Age at={data.read_at} ago />
        </>
      )}
      {data.answered_by === 'deprecated' && (
        <span title="The tracking service has no replacement for this address yet. Tell your Waypost administrator.">
          {' '}
          from an address that the tracking service has deprecated
        </span>
      )}
    </span>
  );
}

function FilterButton({ filter }: { readonly filter: OverviewFilter }) {
  const [opened, setOpened] = useState(false);
  const words = filterWords(filter);
  return (
    <span style={{ display: 'flex', alignItems: 'center' }}>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} trapFocus returnFocus>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`${words ?? 'All fleets'}: filter the counts`}
            leftSection={<IconFilter size={14} aria-hidden />}
            onClick={() => setOpened(!opened)}
          >
            {words ?? 'All fleets'}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filter the counts">
          <FilterForm filter={filter} />
        </Popover.Dropdown>
      </Popover>
      {words !== null && (
        <CloseButton size="sm" aria-label="Count all fleets" onClick={() => overviewFilter.set(NO_FILTER)} />
      )}
    </span>
  );
}

function FilterForm({ filter }: { readonly filter: OverviewFilter }) {
  const connections = useRead(AGREEMENT_ROUTES.listConnections, queryKeys.overviewConnections(), {
    staleTime: REFRESH_MS,
  });
  const all = connections.data?.items ?? [];
  const choices = all.filter(
    (connection) => filter.fleet === null || sameFleet(fleetOf(connection), filter.fleet),
  );
  const problem = connections.error ? explain(asProblem(connections.error)).title : null;
  return (
    <div className={shared.stack}>
      <FleetField fleet={filter.fleet} fleets={fleetsOf(all)} ready={connections.isSuccess} />
      <NativeSelect
        label="Connection"
        description={connections.isPending ? 'Loading connections…' : undefined}
        error={problem ?? undefined}
        value={filter.connection?.id ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices.find(({ id }) => id === value);
          overviewFilter.set({
            ...filter,
            connection: chosen ? { id: chosen.id, label: connectionWords(chosen) } : null,
          });
        }}
      >
        <option value="">All connections</option>
        {choices.map((connection) => (
          <option key={connection.id} value={connection.id}>
            {connectionWords(connection)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

const MAX_SUGGESTIONS = 8;

interface FleetFieldProps {
  readonly fleet: FleetChoice | null;
  readonly fleets: readonly FleetChoice[];
  /** False while fleets are loading. */
  readonly ready: boolean;
}

function FleetField({ fleet, fleets, ready }: FleetFieldProps) {
  const [text, setText] = useState(fleet?.value ?? '');
  const typed = text.trim().toLowerCase();
  const choose = (to: FleetChoice | null) => {
    setText(to?.value ?? '');
    overviewFilter.set({ fleet: to, connection: null });
  };
  const matching = fleets
    .filter(({ value }) => value.toLowerCase().includes(typed))
    .slice(0, MAX_SUGGESTIONS);
  return (
    <Suggest
      label="Fleet"
      placeholder="e.g. CARRIER-1042"
      value={text}
      onText={(to) => {
        setText(to);
        if (to.trim() === '' && fleet !== null) choose(null);
      }}
      suggestions={matching.map((choice) => ({
        id: choice.value,
        group: 'Fleets with a connection',
        title: choice.value,
        pick: () => choose(choice),
      }))}
      empty={ready && typed !== '' ? 'No matching fleet has a connection' : null}
    />
  );
}

/** Identified by our reference, or by the service's id if it has none. */
interface FleetChoice {
  readonly by: 'fleet_refs' | 'fleet_ids';
  readonly value: string;
}

export interface OverviewFilter {
  readonly fleet: FleetChoice | null;
  readonly connection: { readonly id: string; readonly label: string } | null;
}

export const NO_FILTER: OverviewFilter = { fleet: null, connection: null };

export const overviewFilter = new Cell(NO_FILTER);

const useOverviewFilter = (): OverviewFilter =>
  useSyncExternalStore(overviewFilter.subscribe, overviewFilter.get);

/** `ACME over Samsara`, `fleet ACME`; null: everything. */
export function filterWords({ fleet, connection }: OverviewFilter): string | null {
  if (connection) return connection.label;
  return fleet && `fleet ${fleet.value}`;
}

type Connection = Pick<BoardConnection, 'id' | 'fleet_id' | 'fleet_ref' | 'source_name' | 'tsp_slug'>;

export function connectionWords({ fleet_ref, source_name, tsp_slug, id }: Connection): string {
  const provider = source_name ?? tsp_slug ?? id;
  return fleet_ref ? `${fleet_ref} over ${provider}` : provider;
}

/** By reference if it has one; null if the service reports neither. */
export function fleetOf({ fleet_ref, fleet_id }: Connection): FleetChoice | null {
  if (fleet_ref) return { by: 'fleet_refs', value: fleet_ref };
  return fleet_id ? { by: 'fleet_ids', value: fleet_id } : null;
}

const sameFleet = (a: FleetChoice | null, b: FleetChoice): boolean => a?.by === b.by && a.value === b.value;

export function fleetsOf(connections: readonly Connection[]): FleetChoice[] {
  const all = connections.flatMap((connection) => fleetOf(connection) ?? []);
  const fleets = new Map(all.map((fleet) => [`${fleet.by} ${fleet.value}`, fleet]));
  return [...fleets.values()].sort((a, b) => a.value.localeCompare(b.value, 'en'));
}

const REFRESH_MS = 60_000;

/** Polls every minute while visible; the server reads the service no more often than that for all clients together. */
function useOverview({ fleet, connection }: OverviewFilter) {
  const key = queryKeys.overview(fleet?.by ?? null, fleet?.value ?? null, connection?.id ?? null);
  return useRead(OVERVIEW_ROUTES.overview, key, {
    query: { ...(fleet ? { [fleet.by]: fleet.value } : {}), connection_id: connection?.id },
    background: 'always',
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });
}
