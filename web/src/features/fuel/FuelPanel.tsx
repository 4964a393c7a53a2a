import { Box, Button } from '@mantine/core';
import type { FuelFinding, FuelRow } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { CircleMap } from '../../map/CircleMap.tsx';
import type { MapCircle } from '../../map/types.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { coordinatesText } from '../../ui/quantities.ts';
import { readableName } from '../../ui/readable-name.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, utcText } from '../../ui/time.ts';
import classes from './FuelView.module.css';
import {
  CHECK_WORDS,
  costText,
  odometerText,
  priceText,
  reasonOf,
  reportedText,
  vehicleName,
  volumeWithUnit,
} from './words.ts';

export interface OpenRow {
  readonly row: FuelRow;
  readonly finding: FuelFinding | null;
}

interface FuelPanelProps extends OpenRow {
  readonly takes_focus: boolean;
  readonly onClose: () => void;
}

export function FuelPanel({ row, finding, takes_focus, onClose }: FuelPanelProps) {
  return (
    <SidePanel
      label="Transaction"
      title={[row.fuel_vendor ?? 'Transaction', row.transaction_jurisdiction].filter(Boolean).join(', ')}
      focus_key={takes_focus ? row.id : null}
      onClose={onClose}
    >
      <SidePanelBody>
        <PurchaseSection row={row} />
        <Checks row={row} finding={finding} />
        <MapSection key={`where ${row.id}`} row={row} finding={finding} />
        <Ids row={row} />
        <Raw key={`raw ${row.id}`} row={row} />
      </SidePanelBody>
    </SidePanel>
  );
}

function PurchaseSection({ row }: { readonly row: FuelRow }) {
  const { occurred_at, currency, volume_unit, deleted_at } = row;
  return (
    <Section title="Purchase">
      {deleted_at != null && <p className={shared.note}>Deleted by the provider. Not counted.</p>}
      <Facts>
        <Fact name="When">
          {occurred_at && (
            <>
              {fullDateTime(occurred_at)}
              <div className={shared.note}>{utcText(occurred_at)}</div>
            </>
          )}
        </Fact>
        <Fact name="Cost">{costText(row.total_cost ?? null, currency ?? null)}</Fact>
        <Fact name="Volume">{volumeWithUnit(reportedText(row.fuel_volume), volume_unit)}</Fact>
        <Fact name="Per unit">{priceText(row.price_per_unit, currency ?? null, volume_unit)}</Fact>
        <Fact name="Fuel">{row.fuel_type && readableName(row.fuel_type)}</Fact>
        <Fact name="Odometer">{odometerText(row)}</Fact>
        <Fact name="Fleet">{[row.fleet_name, row.fleet_ref].filter(Boolean).join(' · ')}</Fact>
        <Fact name="Vehicle">{vehicleName(row)}</Fact>
        <Fact name="Driver">{row.source_driver_id}</Fact>
        <Fact name="Provider">{row.source_name ?? row.tsp_slug}</Fact>
      </Facts>
    </Section>
  );
}

function Checks({ row, finding }: OpenRow) {
  if (row.checks.length === 0) return null;
  return (
    <Section title="Checks">
      <ul className={classes.checks}>
        {row.checks.map((check) => (
          <li key={check}>
            <strong>{CHECK_WORDS[check].title}</strong>
            <p className={`${shared.plain} ${shared.secondary}`}>
              {finding?.check === check ? reasonOf(finding) : CHECK_WORDS[check].rule()}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Circles of a visible size that mark the two positions. */
const RING_METERS = 400;

function MapSection({ row, finding }: OpenRow) {
  const [longitude, latitude] = row.location?.coordinates ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const recorded_position = finding?.position;
  const ring = { radius_meters: RING_METERS, number: null, editable: false } as const;
  const circles: MapCircle[] = [
    { ...ring, id: 'purchase', label: 'Purchase', state: 'current', latitude, longitude },
  ];
  if (recorded_position)
    circles.push({
      ...ring,
      ...recorded_position,
      id: 'position',
      label: 'Our recorded position',
      state: 'planned',
    });
  return (
    <Section title="Where">
      <Box h={240} my={4} bdrs={6} style={{ overflow: 'hidden' }}>
        <CircleMap
          circles={circles}
          selected={null}
          onSelect={() => undefined}
          unit="mi"
          label="Map of the purchase"
          fit_key={row.id}
        />
      </Box>
      <p className={shared.note}>
        {coordinatesText({ latitude, longitude })}
        {recorded_position &&
          `; our recorded position ${coordinatesText(recorded_position)}, ${fullDateTime(recorded_position.occurred_at)}`}
      </p>
    </Section>
  );
}

const IDS = [
  'id',
  'source_id',
  'vehicle_id',
  'source_vehicle_id',
  'driver_id',
  'co_driver_id',
  'fleet_id',
  'connection_id',
  'execution_id',
] as const;

const ID_WORDS: Readonly<Record<string, string>> = { id: 'Transaction ID', execution_id: 'Import ID' };

function Ids({ row }: { readonly row: FuelRow }) {
  return (
    <Section title="IDs">
      <Facts>
        {IDS.map((name) => (
          <Fact key={name} name={ID_WORDS[name] ?? readableName(name)}>
            {row[name] && <MonoId label={readableName(name)} value={row[name]} max={26} />}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

function Raw({ row }: { readonly row: FuelRow }) {
  const [requested, setRequested] = useState(false);
  const { id, occurred_at, fleet_id, vehicle_id } = row;
  const query = useRead(FUEL_ROUTES.fuelRaw, queryKeys.fuelRaw(id), {
    params: { transaction_id: id },
    query: {
      occurred_at: occurred_at ?? '',
      fleet_id: fleet_id ?? undefined,
      vehicle_id: vehicle_id ?? undefined,
    },
    enabled: requested,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!occurred_at) return null;
  const { data } = query;
  return (
    <Section title="Provider's original record">
      {!requested && (
        <div className={shared.row}>
          <Button onClick={() => setRequested(true)}>Get record</Button>
          <p className={shared.small}>Gets it from the tracking service.</p>
        </div>
      )}
      {requested && <QueryState query={query} label="Loading record" small />}
      {data && data.source_data === null && <p className={shared.note}>No record.</p>}
      {data?.source_data && <LongText boxed>{JSON.stringify(data.source_data, null, 2)}</LongText>}
    </Section>
  );
}
