/** Which fleet, which connection: the choice behind one button, and one click back to everything. */
import { Button, CloseButton, NativeSelect, Popover } from '@mantine/core';
import { useState } from 'react';
import { asProblem, explain } from '../../api/problem.ts';
import { IconFilter } from '../../ui/icons.ts';
import { Suggest } from '../../ui/Suggest.tsx';
import shared from '../../ui/shared.module.css';
import { connectionWords, fleetOf, fleetsOf, sameFleet } from './connections.ts';
import { type FleetChoice, filterWords, NO_FILTER, type OverviewFilter, overviewFilter } from './filter.ts';
import classes from './OverviewStrip.module.css';
import { useConnectionChoice } from './use-overview.ts';

/** Suggestions at once. */
const MOST = 8;

export function FilterButton({ filter }: { readonly filter: OverviewFilter }) {
  const [opened, setOpened] = useState(false);
  const words = filterWords(filter);
  return (
    <span className={classes.filter}>
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
          <Choice filter={filter} />
        </Popover.Dropdown>
      </Popover>
      {words !== null && (
        <CloseButton size="sm" aria-label="Count all fleets" onClick={() => overviewFilter.set(NO_FILTER)} />
      )}
    </span>
  );
}

function Choice({ filter }: { readonly filter: OverviewFilter }) {
  const connections = useConnectionChoice();
  const all = connections.data?.items ?? [];
  const of = all.filter((one) => filter.fleet === null || sameFleet(fleetOf(one), filter.fleet));
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
          const chosen = of.find(({ id }) => id === value);
          overviewFilter.set({
            ...filter,
            connection: chosen ? { id: chosen.id, label: connectionWords(chosen) } : null,
          });
        }}
      >
        <option value="">All connections</option>
        {of.map((connection) => (
          <option key={connection.id} value={connection.id}>
            {connectionWords(connection)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

interface FleetFieldProps {
  readonly fleet: FleetChoice | null;
  readonly fleets: readonly FleetChoice[];
  /** False while they are being read. */
  readonly ready: boolean;
}

function FleetField({ fleet, fleets, ready }: FleetFieldProps) {
  const [text, setText] = useState(fleet?.value ?? '');
  const typed = text.trim().toLowerCase();
  const choose = (to: FleetChoice | null) => {
    setText(to?.value ?? '');
    overviewFilter.set({ fleet: to, connection: null });
  };
  const fitting = fleets.filter(({ value }) => value.toLowerCase().includes(typed)).slice(0, MOST);
  return (
    <Suggest
      label="Fleet"
      placeholder="e.g. CARRIER-1042"
      value={text}
      onText={(to) => {
        setText(to);
        if (to.trim() === '' && fleet !== null) choose(null);
      }}
      suggestions={fitting.map((one) => ({
        id: one.value,
        group: 'Fleets with a connection',
        title: one.value,
        pick: () => choose(one),
      }))}
      empty={ready && typed !== '' ? 'No matching fleet has a connection' : null}
    />
  );
}
