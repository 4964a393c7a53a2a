/**
 * `/wall`: the board for an unattended screen on a wall. Rotates through the loads that need attention, in large type beside the map,
 * and switches at once to a new exception.
 */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useConfig } from '../api/context.ts';
import { BoardMap } from '../features/board/BoardMap.tsx';
import { useFollow } from '../features/board/follow.ts';
import { LineFocus, LineFocusContext } from '../features/board/line-focus.ts';
import { useView, viewQuery } from '../features/board/query.ts';
import { LoadLine } from '../features/loads/LoadRow.tsx';
import { mapLoadOf } from '../features/loads/marker.ts';
import { WallCause, WallRow } from '../features/loads/WallRow.tsx';
import { ConnectionStatus, QuotaStrip, ServiceBanner, SimulatedTag } from '../frame/ServiceState.tsx';
import { useCounts, useLive, useLoaded, useNewExceptions, useNow, useOutage } from '../live/context.ts';
import type { Group } from '../live/view.ts';
import { HealthIcon } from '../ui/HealthBadge.tsx';
import { HEALTH, HEALTH_ORDER } from '../ui/health.ts';
import {
  IconMaximize,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconX,
} from '../ui/icons.ts';
import { type ShortcutHelp, useShortcuts } from '../ui/keys.ts';
import shared from '../ui/shared.module.css';
import { shortDateTime, zoneName } from '../ui/time.ts';
import { personLocale } from '../ui/units.ts';
import { useWindowWidth } from '../ui/use-media.ts';
import classes from './WallPage.module.css';

const UNCOVERED = { top: 0, right: 0, bottom: 0, left: 0 };
const KEYS: ShortcutHelp = [
  [['Space'], 'Pause or resume'],
  [['←', '→'], 'Previous or next load'],
  [['f'], 'Full screen'],
  [['Esc'], 'Back to board'],
];

export function WallPage() {
  const { exceptions, fleets } = useLive();
  const config = useConfig();
  const navigate = useNavigate();
  const line_focus = useMemo(() => ({ hover: new LineFocus(), active: new LineFocus() }), []);
  const all = useView(useMemo(() => viewQuery({}, 'worst', 'none', fleets.quietFleetOf), [fleets]));
  const attention = useView(
    useMemo(() => viewQuery({ attention_only: true }, 'worst', 'cause', fleets.quietFleetOf), [fleets]),
  );
  const { ids, groups } = useSyncExternalStore(attention.subscribe, attention.snapshot);
  const { ids: fresh } = useNewExceptions();
  const last_shown = useRef<string | null>(null);
  // A load stays "new" until the display moves on, so that people see why the wall switched to it.
  const onShown = useCallback(
    (load_id: string) => {
      if (last_shown.current !== null) exceptions.acknowledge(last_shown.current);
      last_shown.current = load_id;
    },
    [exceptions],
  );
  const follow = useFollow(
    useMemo(() => ({ ids, fresh }), [ids, fresh]),
    onShown,
  );
  const outage = useOutage();
  const leave = () => void navigate({ to: '/' });
  useShortcuts(
    {
      ' ': () => follow.pause(!follow.paused),
      ArrowRight: follow.forward,
      ArrowLeft: follow.back,
      f: fullScreen,
      Escape: leave,
    },
    KEYS,
  );
  useScreenWakeLock();
  useEffect(() => {
    document.title = 'Wall board · Waypost';
  }, []);

  return (
    <LineFocusContext value={line_focus}>
      <main className={classes.wall}>
        <h1 className={shared.hidden}>Wall board</h1>
        <header className={classes.head}>
          <Clock />
          <WallCounts />
          <div className={`${shared.rowTight} ${shared.fixed} ${classes.controls}`}>
            <SimulatedTag />
            <ConnectionStatus />
            <Control label="Previous load (←)" onClick={follow.back} Icon={IconPlayerSkipBack} />
            <Control
              label={follow.paused ? 'Resume (Space)' : 'Pause (Space)'}
              onClick={() => follow.pause(!follow.paused)}
              Icon={follow.paused ? IconPlayerPlay : IconPlayerPause}
            />
            <Control label="Next load (→)" onClick={follow.forward} Icon={IconPlayerSkipForward} />
            <Control label="Full screen (f)" onClick={fullScreen} Icon={IconMaximize} />
            <Control label="Back to board (Esc)" onClick={leave} Icon={IconX} />
          </div>
        </header>
        <WallList ids={ids} groups={groups} shown={follow.load_id} onShow={follow.show} />
        <section className={classes.map} aria-label="Map">
          <BoardMap
            view={all}
            mapLoadOf={mapLoadOf}
            map_style_url={config?.map_style_url ?? null}
            camera={null}
            onCamera={() => undefined}
            selected={follow.load_id ?? undefined}
            selected_here={false}
            onSelect={(load_id) => load_id !== null && follow.show(load_id)}
            trail={null}
            ahead={NO_STOPS}
            outage={outage}
            circles={NO_CIRCLES}
            padding={UNCOVERED}
            renderLoad={(load_id) => <LoadLine load_id={load_id} />}
          />
        </section>
        <div className={classes.banner}>
          <ServiceBanner />
        </div>
        <footer className={classes.foot}>
          <QuotaStrip>{follow.paused ? 'Paused here' : 'Following loads that need attention'}</QuotaStrip>
        </footer>
      </main>
    </LineFocusContext>
  );
}

const NO_CIRCLES: readonly never[] = [];
const NO_STOPS: readonly never[] = [];

function WallCounts() {
  const { by_health, attention } = useCounts();
  const outage = useOutage();
  return (
    <dl
      className={classes.counts}
      data-outage={outage || undefined}
      aria-label={outage ? 'Last known counts' : undefined}
    >
      <div className={classes.count}>
        <dt>Need attention</dt>
        <dd>{attention.toLocaleString(personLocale())}</dd>
      </div>
      {HEALTH_ORDER.map((key) => (
        <div key={key} className={classes.count}>
          <dt
            className={shared.rowTight}
            style={outage ? undefined : { color: `var(--wp-${key.replaceAll('_', '-')}-text)` }}
          >
            <HealthIcon health={key} size={16} /> {HEALTH[key].word}
          </dt>
          <dd>{by_health[key].toLocaleString(personLocale())}</dd>
        </div>
      ))}
    </dl>
  );
}

function Clock() {
  const time = useNow((now) => shortDateTime(now, now));
  const zone = useNow((now) => zoneName(now));
  return (
    <p className={classes.clock}>
      {time} <span className={classes.zone}>{zone}</span>
    </p>
  );
}

interface ControlProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly Icon: typeof IconX;
}

function Control({ label, onClick, Icon }: ControlProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} aria-label={label.replace(/ \(.*\)$/, '')} onClick={onClick}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function fullScreen(): void {
  // A browser may refuse; the page then still fills the window.
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  done.catch(() => undefined);
}

function useScreenWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let unmounted = false;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const acquired = await navigator.wakeLock.request('screen');
        if (unmounted) void acquired.release();
        else lock = acquired;
      } catch {
        // Refused, e.g. on low power: the screen then follows its own settings.
      }
    };
    void acquire();
    // The browser releases the lock whenever the page is hidden.
    const reacquire = () => void acquire();
    document.addEventListener('visibilitychange', reacquire);
    return () => {
      unmounted = true;
      document.removeEventListener('visibilitychange', reacquire);
      void lock?.release();
    };
  }, []);
}

/** Pixels, as in WallPage.module.css. Approximate on a narrow screen, where lines wrap and the page scrolls. */
const HEIGHTS: WallHeights = { sentence: 34, load: 96 };
const NARROW_HEIGHTS: WallHeights = { sentence: 34, load: 90 };
/** Window width in pixels, as there. */
const NARROW = 900;

interface WallListProps {
  readonly ids: readonly string[];
  /** Causes and quiet fleets. */
  readonly groups: readonly Group[];
  readonly shown: string | null;
  readonly onShow: (load_id: string) => void;
}

/** Loads that need attention, as many as fit on a page, always including the one on display. */
function WallList({ ids, groups, shown, onShow }: WallListProps) {
  const loaded = useLoaded();
  const outage = useOutage();
  const { total } = useCounts();
  const heights = useWindowWidth() < NARROW ? NARROW_HEIGHTS : HEIGHTS;
  const box = useRef<HTMLOListElement>(null);
  const [room, setRoom] = useState(720);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      // As rendered, since large screens zoom in.
      const drawn = element.querySelector('[data-row]')?.getBoundingClientRect().height;
      const scale = heights === HEIGHTS && drawn ? drawn / heights.load : 1;
      setRoom(element.getBoundingClientRect().height / scale);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
    // Once loaded, there are rows to measure.
  }, [loaded, heights]);
  const causes = groups.flatMap(({ key, count }) => new Array<string>(count).fill(key));
  const at = Math.max(0, shown === null ? 0 : ids.indexOf(shown));
  const { from, to } = wallPage(causes, at, room, heights);
  return (
    <section className={`${shared.column} ${classes.list}`} aria-label="Needs attention">
      <ol ref={box} className={classes.rows} start={from + 1}>
        {ids.slice(from, to).map((load_id, n) => {
          const index = from + n;
          const starts = n === 0 || causes[index] !== causes[index - 1];
          return (
            <li key={load_id}>
              {starts && (
                <WallCause
                  load_id={load_id}
                  group={causes[index] as string}
                  several={index + 1 < to && causes[index + 1] === causes[index]}
                />
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
        {ids.length === 0 && <li className={classes.none}>{emptyText(loaded, total, outage)}</li>}
      </ol>
      {ids.length > 0 && (
        <p className={`${shared.secondary} ${shared.fixed} ${classes.range}`}>
          {from + 1} to {to} of {ids.length.toLocaleString(personLocale())} that need attention
        </p>
      )}
    </section>
  );
}

function emptyText(loaded: boolean, total: number, outage: boolean): string {
  if (!loaded) return 'Loading loads.';
  if (total === 0) return 'No loads yet. Add loads on the board.';
  return outage ? 'Nothing needed attention at the last update.' : 'Nothing needs attention.';
}

interface WallHeights {
  /** Pixels of the cause above its first load, and of a load. */
  readonly sentence: number;
  readonly load: number;
}

/**
 * The page of the wall that includes a load: as many loads as fit, consecutive loads of a cause under one sentence.
 *
 * @param causes of all loads, in order
 * @param at index of the load
 * @param room height of a page, pixels
 */
export function wallPage(
  causes: readonly string[],
  at: number,
  room: number,
  { sentence, load }: WallHeights,
): { from: number; to: number } {
  let from = 0;
  let used = 0;
  for (let index = 0; index < causes.length; index += 1) {
    const starts = index === from || causes[index] !== causes[index - 1];
    const height = load + (starts ? sentence : 0);
    if (index > from && used + height > room) {
      if (index > at) return { from, to: index };
      from = index;
      used = sentence + load;
    } else used += height;
  }
  return { from, to: causes.length };
}
