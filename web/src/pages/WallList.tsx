/** Loads that need attention, on a wall: as many as fit, always with the one that is shown; pages turn. */
import { useEffect, useRef, useState } from 'react';
import { WallCause, WallRow } from '../features/loads/WallRow.tsx';
import { useLive, useLoaded } from '../live/context.ts';
import { useOutage } from '../live/outage.ts';
import { personLocale } from '../ui/locale.ts';
import { useLayout } from '../ui/use-media.ts';
import classes from './WallPage.module.css';
import { type WallHeights, wallPage } from './wall-fit.ts';

/** Pixels, as in WallPage.module.css. On a phone, where lines wrap, they are about right, and the page scrolls by what they lack. */
const HEIGHTS: WallHeights = { sentence: 34, load: 96 };
const PHONE_HEIGHTS: WallHeights = { sentence: 34, load: 90 };

export interface WallListProps {
  readonly ids: readonly string[];
  readonly shown: string | null;
  readonly onShow: (load_id: string) => void;
}

export function WallList({ ids, shown, onShow }: WallListProps) {
  const { store } = useLive();
  const loaded = useLoaded();
  const outage = useOutage();
  const heights = useLayout() === 'phone' ? PHONE_HEIGHTS : HEIGHTS;
  const box = useRef<HTMLOListElement>(null);
  const [room, setRoom] = useState(720);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      // As it is drawn: a large screen draws it larger.
      const drawn = element.querySelector('[data-row]')?.getBoundingClientRect().height;
      const scale = heights === HEIGHTS && drawn ? drawn / heights.load : 1;
      setRoom(element.getBoundingClientRect().height / scale);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
    // Then there are rows to be measured.
  }, [loaded, heights]);
  const causes = ids.map((load_id) => store.facts(load_id)?.cause ?? '');
  const at = Math.max(0, shown === null ? 0 : ids.indexOf(shown));
  const { from, to } = wallPage(causes, at, room, heights);
  return (
    <section className={classes.list} aria-label="Needs attention">
      <ol ref={box} className={classes.rows} start={from + 1}>
        {ids.slice(from, to).map((load_id, n) => {
          const place = from + n;
          const starts = n === 0 || causes[place] !== causes[place - 1];
          return (
            <li key={load_id}>
              {starts && (
                <WallCause load_id={load_id} shared={place + 1 < to && causes[place + 1] === causes[place]} />
              )}
              <button
                type="button"
                data-row
                className={classes.row}
                data-shown={load_id === shown || undefined}
                aria-current={load_id === shown || undefined}
                onClick={() => onShow(load_id)}
              >
                <WallRow load_id={load_id} />
              </button>
            </li>
          );
        })}
        {loaded && ids.length === 0 && (
          <li className={classes.none}>
            {outage ? 'Nothing needed attention at the last update.' : 'Nothing needs attention.'}
          </li>
        )}
        {!loaded && <li className={classes.none}>Loading loads.</li>}
      </ol>
      <p className={classes.range}>
        {ids.length > 0 &&
          `${from + 1} to ${to} of ${ids.length.toLocaleString(personLocale())} that need attention`}
      </p>
    </section>
  );
}
