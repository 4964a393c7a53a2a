/**
 * `/wall`: the board for an unattended screen on a wall: causes with their numbers, the most urgent loads and the map, in large type.
 * Shows these loads on the map in turn, and a new exception at once.
 */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useConfig, useSession } from '../api/context.ts';
import { isWallScreen } from '../api/session.ts';
import { BoardMap } from '../features/board/BoardMap.tsx';
import { useFollow } from '../features/board/follow.ts';
import { useAttention, useView, viewQuery } from '../features/board/query.ts';
import { LoadLine } from '../features/loads/LoadRow.tsx';
import { mapLoadOf } from '../features/loads/marker.ts';
import { WallIndex, WallRow } from '../features/loads/WallRow.tsx';
import { ConnectionStatus, QuotaStrip, ServiceBanner, SimulatedTag } from '../frame/ServiceState.tsx';
import { useCounts, useLive, useLoaded, useNewExceptions, useNow, useOutage } from '../live/context.ts';
import { LineFocus, LineFocusContext } from '../live/line-focus.ts';
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
import { numberText } from '../ui/units.ts';
import classes from './WallPage.module.css';

const UNCOVERED = { top: 0, right: 0, bottom: 0, left: 0 };
const KEYS: ShortcutHelp = [
  [['Space'], 'Pause or resume'],
  [['←', '→'], 'Previous or next load'],
  [['f'], 'Full screen'],
];
const PERSON_KEYS: ShortcutHelp = [...KEYS, [['Esc'], 'Back to board']];

export function WallPage() {
  const { store, exceptions, fleets } = useLive();
  const config = useConfig();
  const navigate = useNavigate();
  const line_focus = useMemo(() => ({ hover: new LineFocus(), active: new LineFocus() }), []);
  const all = useView(viewQuery({}, 'worst', 'none', fleets.quietFleetOf));
  const attention = useView(viewQuery({ attention_only: true }, 'worst', 'cause', fleets.quietFleetOf));
  const index = useAttention(attention, MOST_SHOWN, 'all');
  const { causes, now } = useSyncExternalStore(index.subscribe, index.snapshot);
  const { ids: listed } = useSyncExternalStore(attention.subscribe, attention.snapshot);
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
  // Of a quiet fleet, one load stands for all.
  const most_urgent = now.groups.flatMap(({ key, from, count }) =>
    now.ids.slice(from, key ? from + 1 : from + count),
  );
  const rows = useRef<HTMLOListElement>(null);
  const most = useMostInView(rows);
  const worst = most_urgent.slice(0, most);
  const arrived = listed.filter((load_id) => fresh.has(load_id) && !worst.includes(load_id));
  const to_follow = [...worst, ...arrived];
  const unplaced = new Set(to_follow.filter((load_id) => !store.get(load_id)?.last_position));
  const follow = useFollow({ ids: to_follow, fresh, unplaced }, onShown);
  const shown = follow.load_id;
  // A new exception takes the last place while it is on display.
  const ids =
    shown === null || worst.includes(shown) || !listed.includes(shown)
      ? worst
      : [...worst.slice(0, most - 1), shown];
  const outage = useOutage();
  // From a link of a wall screen there is nowhere else to go.
  const leave = isWallScreen(useSession()) ? null : () => void navigate({ to: '/' });
  useShortcuts(
    {
      ' ': () => follow.pause(!follow.paused),
      ArrowRight: follow.forward,
      ArrowLeft: follow.back,
      f: fullScreen,
      ...(leave && { Escape: leave }),
    },
    leave ? PERSON_KEYS : KEYS,
  );
  useScreenWakeLock();
  useDocumentTitle('Wall board · Waypost');

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
            {leave && <Control label="Back to board (Esc)" onClick={leave} Icon={IconX} />}
          </div>
        </header>
        <section className={classes.index} aria-label="Index of causes">
          <WallIndex causes={causes} />
        </section>
        <WallList rows={rows} ids={ids} total={listed.length} shown={shown} onShow={follow.show} />
        <section className={classes.map} aria-label="Map">
          <BoardMap
            view={all}
            mapLoadOf={mapLoadOf}
            map_style_url={config?.map_style_url ?? null}
            camera={null}
            onCamera={() => undefined}
            selected={shown ?? undefined}
            selected_here={false}
            fit_all_without_position
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
          <QuotaStrip>{follow.paused ? 'Paused here' : 'Following the most urgent loads'}</QuotaStrip>
        </footer>
      </main>
    </LineFocusContext>
  );
}

/** A screenful in type that is read from across a room. */
const MOST_SHOWN = 10;

/** How many rows are seen without scrolling, as nobody scrolls a wall; all of them where the whole page scrolls, as on a phone. */
function useMostInView(rows: RefObject<HTMLOListElement | null>): number {
  const [most, setMost] = useState(MOST_SHOWN);
  useEffect(() => {
    const list = rows.current;
    if (!list) return;
    const observer = new ResizeObserver(() => {
      const row = list.querySelector('button');
      const scrolls = row !== null && getComputedStyle(list).overflowY !== 'visible';
      const heightOf = (element: Element) => element.getBoundingClientRect().height;
      // Ten of a tenth fit, although their sum may be a fraction more.
      const fitting = scrolls ? Math.floor(heightOf(list) / heightOf(row) + 0.01) : MOST_SHOWN;
      setMost(Math.min(Math.max(fitting, 1), MOST_SHOWN));
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [rows]);
  return most;
}

const NO_CIRCLES: readonly never[] = [];
const NO_STOPS: readonly never[] = [];

function WallCounts() {
  const { by_health, attention, total } = useCounts();
  const outage = useOutage();
  return (
    <dl
      className={classes.counts}
      data-outage={outage || undefined}
      aria-label={outage ? 'Last known counts' : undefined}
    >
      <div className={classes.count}>
        <dt>Need attention</dt>
        <dd>{numberText(attention)}</dd>
      </div>
      <div className={`${classes.count} ${classes.all}`}>
        <dt>All loads by health</dt>
        <dd>{numberText(total)}</dd>
      </div>
      {HEALTH_ORDER.map((key) => (
        <div key={key} className={classes.count}>
          <dt
            className={shared.rowTight}
            style={outage ? undefined : { color: `var(--wp-${key.replaceAll('_', '-')}-text)` }}
          >
            <HealthIcon health={key} size={16} /> {HEALTH[key].word}
          </dt>
          <dd>{numberText(by_health[key])}</dd>
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
      {time} <span style={{ color: 'var(--wp-text-secondary)', fontSize: 15, fontWeight: 400 }}>{zone}</span>
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

interface WallListProps {
  readonly rows: RefObject<HTMLOListElement | null>;
  /** Worst first. */
  readonly ids: readonly string[];
  readonly total: number;
  readonly shown: string | null;
  readonly onShow: (load_id: string) => void;
}

function WallList({ rows, ids, total, shown, onShow }: WallListProps) {
  const loaded = useLoaded();
  const outage = useOutage();
  const counts = useCounts();
  return (
    <section className={`${shared.column} ${classes.list}`} aria-label="Needs attention">
      <ol ref={rows} className={`${shared.list} ${classes.rows}`}>
        {ids.map((load_id) => (
          <li key={load_id}>
            <button
              type="button"
              className={classes.row}
              data-shown={load_id === shown || undefined}
              aria-current={load_id === shown || undefined}
              onClick={() => onShow(load_id)}
            >
              <WallRow load_id={load_id} />
            </button>
          </li>
        ))}
        {ids.length === 0 && <li className={classes.none}>{emptyText(loaded, counts.total, outage)}</li>}
      </ol>
      {total > 0 && (
        <p className={`${shared.secondary} ${shared.fixed} ${classes.range}`}>
          {total > ids.length
            ? `The ${ids.length} most urgent of ${numberText(total)}`
            : `${numberText(total)} that need attention`}
          , by severity, in each not taken first
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
