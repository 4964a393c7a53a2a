import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ArchivedLoad, ArchivedLoadDetail } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import { useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { useNow } from '../../live/context.ts';
import { ARCHIVE_WORDS, evidenceText } from '../../live/outcome-words.ts';
import { AgeAndFullTime } from '../../live/ResourceList.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IdFact, MonoId } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import { fullDateTime, personZone } from '../../ui/time.ts';
import { minuteText } from '../../ui/zoned.ts';
import { restoreLoads } from './follow.ts';

export const nameOf = ({ load_ref, load_id }: Pick<ArchivedLoad, 'load_ref' | 'load_id'>): string =>
  load_ref ?? load_id;

interface ArchivePanelProps {
  readonly load_id: string;
  readonly takes_focus: boolean;
  readonly onFleet: (fleet_id: string) => void;
  readonly onClose: () => void;
}

export function ArchivePanel({ load_id, takes_focus, onFleet, onClose }: ArchivePanelProps) {
  const query = useRead(ARCHIVE_ROUTES.readArchived, queryKeys.archivedLoad(load_id), {
    params: { load_id },
  });
  const { data } = query;
  return (
    <SidePanel
      label="Archived load"
      title={data ? nameOf(data) : 'Archived load'}
      focus_key={takes_focus ? 'opened' : null}
      onClose={onClose}
    >
      <SidePanelBody>
        {data ? (
          <Archived load={data} onFleet={onFleet} onClose={onClose} />
        ) : (
          <QueryState query={query} label="Loading the archived load" />
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

function Archived({
  load,
  onFleet,
  onClose,
}: { readonly load: ArchivedLoadDetail } & Pick<ArchivePanelProps, 'onFleet' | 'onClose'>) {
  const evidence = useNow((now) => evidenceText(load.load.leaving ?? load, load.load, now));
  const { fleet_id } = load;
  return (
    <>
      <Section title={ARCHIVE_WORDS[load.reason]}>
        {evidence && <p>{evidence}</p>}
        <Facts>
          <Fact name="Archived">
            <AgeAndFullTime at={load.archived_at} />
          </Fact>
          <Fact name="By">{load.archived_by_name ?? 'Waypost (automatic)'}</Fact>
          <Fact name="Added to the board">{fullDateTime(load.watched_at)}</Fact>
          <IdFact name="Load ID" label="load ID" value={load.load_id} max={30} />
        </Facts>
        <RestoreButton load={load} onDone={onClose} />
      </Section>
      <Stops load={load} />
      <Section title="Truck">
        <Facts>
          <Fact name="Truck">
            {load.vehicle_name ?? (load.vehicle_id ? 'Unknown vehicle' : 'None assigned')}
          </Fact>
          <Fact name="VIN">{load.load.vehicle_assignment?.vehicle.vin ?? null}</Fact>
          <Fact name="Fleet">
            {fleet_id === null ? (
              'Unknown'
            ) : (
              <>
                {load.fleet_name ?? <MonoId label="fleet_id" value={fleet_id} max={30} />}{' '}
                <Button size="compact-xs" onClick={() => onFleet(fleet_id)}>
                  Show only this fleet
                </Button>
              </>
            )}
          </Fact>
          <Fact name="Last position">
            {load.load.last_position ? fullDateTime(load.load.last_position.occurred_at) : 'None'}
          </Fact>
        </Facts>
      </Section>
    </>
  );
}

function Stops({ load: { load } }: { readonly load: ArchivedLoadDetail }) {
  if (load.stops.length === 0) return null;
  const seen = (sequence: number) =>
    load.monitor?.stops.find(({ load_stop_sequence }) => load_stop_sequence === sequence);
  return (
    <Section title="Stops">
      <Facts>
        {load.stops.map(({ id, sequence, name, estimated_arrival_at, estimated_departure_at }, index) => {
          const planned = estimated_arrival_at ?? estimated_departure_at;
          const actual = seen(sequence);
          const zone = load.stop_zones?.[sequence] ?? personZone();
          return (
            <Fact key={id} name={`Stop ${index + 1}`}>
              {name === null ? 'Unnamed stop' : isolated(name)}
              <div>{planned ? `Planned ${minuteText(planned, zone)}` : 'No planned time'}</div>
              {actual?.arrived_at && <div>Arrived {minuteText(actual.arrived_at, zone)} (from monitor)</div>}
              {actual?.departed_at && <div>Left {minuteText(actual.departed_at, zone)} (from monitor)</div>}
            </Fact>
          );
        })}
      </Facts>
    </Section>
  );
}

function RestoreButton({ load, onDone }: { readonly load: ArchivedLoad; readonly onDone: () => void }) {
  const disabledReason = useDisabledReason('manage_loads');
  const { http } = useApi();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    const done = await restoreLoads(http, [load]);
    await queries.invalidateQueries({ queryKey: queryKeys.archive() });
    setBusy(false);
    if (done) onDone();
  };
  return (
    <GuardedButton
      mt={8}
      variant="filled"
      disabledReason={disabledReason}
      loading={busy}
      onClick={() => void restore()}
    >
      Restore to board
    </GuardedButton>
  );
}
