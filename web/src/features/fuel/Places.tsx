import { Box } from '@mantine/core';
import type { FuelPlaces } from '@waypost/contract/api/fuel';
import { useMemo, useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { PlaceMap } from '../../map/CircleMap.tsx';
import type { MapPlace } from '../../map/types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { coordinatesText } from '../../ui/quantities.ts';
import { Primary, Secondary } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { arrayRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import shared from '../../ui/shared.module.css';
import { countText, numberText, placeText } from '../../ui/units.ts';
import classes from './FuelView.module.css';
import { type PartProps, usePlaces } from './use-fuel.ts';

type Station = FuelPlaces['items'][number] & Pick<MapPlace, 'id' | 'count'>;

const COLUMNS: readonly Column<Station>[] = [
  {
    id: 'place',
    header: 'Place',
    width: '1fr',
    cell: (station) => (
      <>
        <Primary>
          {station.fuel_vendor ?? 'Unknown vendor'}
          {station.transaction_jurisdiction && `, ${station.transaction_jurisdiction}`}
        </Primary>
        <Secondary title={coordinatesText(station)}>
          {station.place ? placeText(station.place) : coordinatesText(station)}
        </Secondary>
      </>
    ),
  },
  {
    id: 'count',
    header: 'Transactions',
    width: 84,
    numeric: true,
    cell: ({ count }) => numberText(count),
  },
];

export function Places({ listImport, onGone }: PartProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const query = usePlaces({ listImport, onGone });
  const { data } = query;
  const stations = useMemo<Station[]>(
    () =>
      (data?.items ?? []).map((place) => ({
        ...place,
        id: `${place.latitude} ${place.longitude}`,
        count: place.transactions,
      })),
    [data],
  );
  const rows = useMemo(() => arrayRows(stations, ({ id }) => id), [stations]);
  if (!data) return <QueryState query={query} label="Loading places" />;
  if (stations.length === 0)
    return (
      <EmptyState title="No places">
        {data.not_shown > 0
          ? `${countText(data.not_shown, 'transaction')} have no location.`
          : listImport.state === 'complete'
            ? 'No fuel purchases in this range.'
            : 'No purchases loaded yet.'}
      </EmptyState>
    );
  return (
    <div className={`${shared.line} ${shared.fill} ${classes.places}`}>
      <div className={`${shared.fill} ${classes.map}`}>
        <PlaceMap
          places={stations}
          selected={selected}
          onSelect={setSelected}
          label="Map of fuel stops. The list shows the same places."
          fit_label="Show all places"
          instead="The list shows the same places."
          fit_key={listImport.import_id}
        />
      </div>
      <div className={`${shared.fixed} ${shared.column} ${classes.side}`}>
        <Box component="p" className={shared.note} px={16} py={8}>
          {countText(stations.length, 'place')}
          {listImport.state !== 'complete' && ', partial'}, most transactions first
          {data.not_shown > 0 &&
            `. ${countText(data.not_shown, 'transaction')} have no location or are not shown`}
          .
        </Box>
        <VirtualGrid
          id="fuel-places"
          label="Places"
          rows={rows}
          columns={COLUMNS}
          rowHeight={44}
          selected={selected}
          isSelected={({ id }) => id === selected}
          onOpen={({ id }) => setSelected(id === selected ? null : id)}
          listKey={listImport.import_id}
        />
      </div>
    </div>
  );
}
