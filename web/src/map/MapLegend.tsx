import { useContext, useEffect, useRef } from 'react';
import { HEALTH, type MarkerKind, type Theme } from '../ui/health.ts';
import shared from '../ui/shared.module.css';
import { NO_PADDING } from './MapFrame.tsx';
import classes from './map.module.css';
import { MARKER_SIZE, markerStrokes, type Stroke } from './markers.ts';
import type { Padding } from './types.ts';
import { MapDataContext } from './use-engine.ts';

/** Drawn by style sheet, and the number in them. */
const DRAWN = { ring: '7', stop: '1', ahead: '', circle: '' } as const;

interface Row {
  readonly shape: MarkerKind | keyof typeof DRAWN;
  readonly word: string;
  readonly says: string;
}

const ROWS: readonly Row[] = [
  { shape: 'live', word: HEALTH.live.word, says: 'moving; points where it is heading' },
  { shape: 'live-parked', word: HEALTH.live.word, says: 'parked' },
  { shape: 'stale', word: HEALTH.stale.word, says: 'last position is old; paler with age' },
  { shape: 'unknown', word: HEALTH.unknown.word, says: "position can't be trusted yet" },
  { shape: 'check', word: HEALTH.check.word, says: "may be another truck's position" },
  { shape: 'ring', word: 'Ring', says: 'several loads, divided by their health' },
];

/** What is drawn of the selected load. */
const OF_SELECTED: readonly Row[] = [
  { shape: 'stop', word: 'Stop', says: 'numbered in order; a ring without a number is still ahead' },
  { shape: 'ahead', word: 'Dotted line', says: 'to the stops ahead, straight: not the road' },
  {
    shape: 'circle',
    word: 'Dashed circle',
    says: 'a stop not reached yet, or where the plan puts the truck',
  },
];

const LIST_ONLY = [HEALTH.no_signal.word, HEALTH.not_shared.word, HEALTH.unassigned.word].join(', ');

/** Least part of the map that the legend leaves to the selected load, pixels. */
const LEAST = { width: 240, height: 200 } as const;
/** Between the legend and the loads: the buttons beside it, and its distance to the edge, pixels. */
const AROUND = { width: 56, height: 24 } as const;

interface MapLegendProps {
  readonly id: string;
  readonly theme: Theme;
  /** A load is selected: its stops are on the map. */
  readonly with_stops: boolean;
  /** What the legend covers, in addition to panels; nothing when it leaves too little, and when it is closed. */
  readonly onPadding: (padding: Padding) => void;
}

export function MapLegend({ id, theme, with_stops, onPadding }: MapLegendProps) {
  const { streets_simulated } = useContext(MapDataContext);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const legend = element.current;
    // The part of the map that no panel covers.
    const corner = legend?.offsetParent;
    if (!legend || !(corner instanceof HTMLElement) || !corner.offsetParent) return;
    const map = corner.offsetParent;
    const measure = () => {
      const right = legend.offsetWidth + AROUND.width;
      const bottom = corner.offsetHeight + AROUND.height;
      if (map.clientWidth - right >= LEAST.width) onPadding({ ...NO_PADDING, right });
      else if (map.clientHeight - bottom >= LEAST.height) onPadding({ ...NO_PADDING, bottom });
      else onPadding(NO_PADDING);
    };
    // Where a panel opens, there may be no more room beside it.
    const observer = new ResizeObserver(measure);
    observer.observe(map);
    return () => {
      observer.disconnect();
      onPadding(NO_PADDING);
    };
  }, [onPadding]);
  return (
    <section ref={element} id={id} className={classes.legend} aria-label="Map legend" data-over-map>
      <ul className={shared.list} style={{ display: 'grid', gap: 8 }}>
        {[...ROWS, ...(with_stops ? OF_SELECTED : [])].map(({ shape, word, says }) => (
          <li key={shape} className={classes.legendRow}>
            <Shape shape={shape} theme={theme} />
            <span>
              <strong>{word}</strong>
              <span className={shared.secondary}>{says}</span>
            </span>
          </li>
        ))}
      </ul>
      <p
        className={shared.secondary}
        style={{ margin: '12px 0 0', paddingTop: 8, borderTop: '1px solid var(--wp-line)' }}
      >
        In the list only (no position): {LIST_ONLY}.
        {streets_simulated && ' Streets are simulated, like all data here.'}
      </p>
    </section>
  );
}

/** As drawn on the map. Decorative: the text next to it names it. */
function Shape({ shape, theme }: Pick<Row, 'shape'> & { readonly theme: Theme }) {
  if (shape in DRAWN)
    return (
      <span className={classes.legendShape} data-shape={shape} aria-hidden="true">
        {DRAWN[shape as keyof typeof DRAWN]}
      </span>
    );
  return (
    <svg
      width={MARKER_SIZE}
      height={MARKER_SIZE}
      viewBox={`0 0 ${MARKER_SIZE} ${MARKER_SIZE}`}
      aria-hidden="true"
    >
      {markerStrokes(shape as MarkerKind, theme).map(({ path, fill, stroke, width, dash }: Stroke) => (
        <path
          key={`${path} ${fill ?? stroke}`}
          d={path}
          fill={fill ?? 'none'}
          stroke={stroke}
          strokeWidth={width}
          strokeDasharray={dash?.join(' ')}
          strokeLinecap={dash ? 'butt' : 'round'}
          strokeLinejoin="round"
        />
      ))}
    </svg>
  );
}
