/** Where fuel was bought: on the map, and as a list that says the same. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { PlaceMap } from '../../map/PlaceMap.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { personLocale } from '../../ui/locale.ts';
import { coordinatesText } from '../../ui/units.ts';
import classes from './Places.module.css';
import { isGone, type PartProps, usePlaces } from './use-fuel.ts';
import { countText } from './words.ts';

const ROW = 44;

interface Station {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly count: number;
  readonly name: string;
  readonly where: string;
}

export function Places({ reading, gone }: PartProps) {
  const config = useConfig();
  const [selected, setSelected] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = usePlaces({ reading, gone });
  const stations = useMemo<Station[]>(
    () =>
      (data?.items ?? []).map(
        ({ latitude, longitude, transactions, fuel_vendor, transaction_jurisdiction }) => ({
          id: `${latitude} ${longitude}`,
          latitude,
          longitude,
          count: transactions,
          name: fuel_vendor ?? 'Vendor not told',
          where: transaction_jurisdiction ?? '',
        }),
      ),
    [data],
  );
  if (!data)
    return error && !isGone(error) ? (
      <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton label="Loading the places" />
    );
  if (stations.length === 0)
    return (
      <EmptyState title="No place is known">
        {data.not_shown > 0
          ? `${countText(data.not_shown, 'transaction')} of this range tell no location.`
          : 'No fuel was bought in this range.'}
      </EmptyState>
    );
  return (
    <div className={classes.places}>
      <div className={classes.map}>
        <PlaceMap
          places={stations}
          selected={selected}
          onSelect={setSelected}
          map_style_url={config?.map_style_url ?? null}
          label="Map of the places where fuel was bought. The list shows the same places."
          fit_label="Show all places"
          instead="The list shows the same places."
          fit_key={reading.reading_id}
        />
      </div>
      <div className={classes.side}>
        <p className={classes.about}>
          {countText(stations.length, 'place')}
          {reading.state !== 'complete' && ', only a part'}, most transactions first
          {data.not_shown > 0 &&
            `. ${countText(data.not_shown, 'transaction')} tell no location, or lie beyond the places shown`}
          .
        </p>
        <List
          key={reading.reading_id}
          stations={stations}
          selected={selected}
          scroller={list}
          onSelect={setSelected}
        />
      </div>
    </div>
  );
}

interface ListProps {
  readonly stations: readonly Station[];
  readonly selected: string | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onSelect: (id: string | null) => void;
}

function List({ stations, selected, scroller, onSelect }: ListProps) {
  const virtual = useVirtualizer({
    count: stations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const at = stations.findIndex(({ id }) => id === selected);
  const [shown, setShown] = useState(-1);
  if (at !== shown) {
    setShown(at);
    if (at >= 0) queueMicrotask(() => virtual.scrollToIndex(at, { align: 'auto' }));
  }
  return (
    <div ref={scroller} className={classes.list}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const station = stations[index];
          return (
            station && (
              <li key={station.id} style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  aria-pressed={station.id === selected}
                  onClick={() => onSelect(station.id === selected ? null : station.id)}
                >
                  <strong>
                    {station.name}
                    {station.where && `, ${station.where}`}
                  </strong>
                  <em>{station.count.toLocaleString(personLocale())}</em>
                  <span>{coordinatesText(station)}</span>
                </button>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
