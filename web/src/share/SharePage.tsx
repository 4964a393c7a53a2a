/** One load for somebody without an account: its position, how old that is, and our estimated arrival. Links to nothing else in Waypost. */

import { SHARE_LINK_ROUTES } from '@waypost/contract/api/share-link-routes';
import { SHARE_TOKEN_HEADER, type SharedLoad } from '@waypost/contract/api/share-links';
import type { LastPosition } from '@waypost/contract/loads';
import { minutesBetween } from '@waypost/triage/minutes';
import { type ReactNode, useEffect, useState } from 'react';
import type { Http } from '../api/http.ts';
import { asProblem, explain, type Problem } from '../api/problem.ts';
import { doubtText, plainReason } from '../features/loads/estimate-reason.ts';
import { meaningOf } from '../features/loads/meaning.ts';
import { estimateAt } from '../features/loads/predicted.ts';
import { plateText } from '../features/loads/vehicle-name.ts';
import type { Padding, StopAhead } from '../map/types.ts';
import { useEngine } from '../map/use-engine.ts';
import { isolated } from '../ui/bidi.ts';
import { HEALTH, type HealthKey, healthKey, type Theme } from '../ui/health.ts';
import { prefs } from '../ui/prefs.ts';
import { coordinatesText } from '../ui/quantities.ts';
import {
  agoText,
  durationText,
  elapsedText,
  fullDateTime,
  isOwnTime,
  personZone,
  shortDateTime,
  zoneName,
} from '../ui/time.ts';
import { placeText } from '../ui/units.ts';
import { useSystemTheme } from '../ui/use-media.ts';

const TICK_MS = 5_000;
/** Longest title, in characters, that fits on every screen; a longer one scrolls, by keyboard too. */
const TITLE_FITS = 100;

export function SharePage({ http, token }: { readonly http: Http; readonly token: string }) {
  const { shared, problem, clock_offset } = useSharedLoad(http, token);
  const now = useBrowserClock() + clock_offset;
  const theme = useSystemTheme();
  useEffect(() => {
    document.documentElement.dataset.mantineColorScheme = theme;
  }, [theme]);
  const name = shared?.load_ref ?? null;
  useEffect(() => {
    document.title = name === null ? 'Shared load' : `Load ${name}`;
  }, [name]);
  if (!shared)
    return (
      <main>
        {problem ? (
          <>
            <h1>{problem.message}</h1>
            <p role="status">
              {explain(problem).text} {!hasEnded(problem) && 'Retrying every minute.'}
            </p>
          </>
        ) : (
          <p role="status" aria-label="Loading the load">
            Loading…
          </p>
        )}
      </main>
    );
  const { company, delivered, tracking, server_time, expires_at } = shared;
  const of_stops = tracking?.stops.map(({ time_zone }) => time_zone) ?? [];
  const zones = [delivered?.time_zone, ...of_stops, tracking?.time_zone];
  // One zone on the page where possible: that of the next stop, or of the truck, whatever the browser's.
  const zone = zones.find((one) => one != null) ?? personZone();
  return (
    <main>
      {(company.name !== null || company.logo_url !== null) && (
        <header>
          {company.logo_url !== null && <img src={company.logo_url} alt="" />}
          {company.name}
        </header>
      )}
      <h1 tabIndex={(name?.length ?? 0) > TITLE_FITS ? 0 : undefined}>
        {name === null ? 'Shared load' : `Load ${isolated(name)}`}
      </h1>
      {delivered && <Delivered delivered={delivered} zone={zone} now={now} />}
      {!delivered && !tracking && (
        <p className="place">
          No longer tracked
          <span className="note">The last appointment has passed. No delivery was recorded.</span>
        </p>
      )}
      {tracking && <Tracked tracking={tracking} name={name} theme={theme} zone={zone} now={now} />}
      <footer>
        {problem && (
          <p role="status">
            <strong>Not updated: {problem.message}.</strong> Showing last known data from{' '}
            {agoText(server_time, now)}; retrying every minute.
          </p>
        )}
        <p>
          Updates every minute. This link expires {withZone(expires_at, now, zone)} and shows this load only.
        </p>
      </footer>
    </main>
  );
}

type Tracking = NonNullable<SharedLoad['tracking']>;

interface TrackedProps {
  readonly tracking: Tracking;
  readonly name: string | null;
  readonly theme: Theme;
  readonly zone: string;
  readonly now: number;
}

function Tracked({ tracking, name, theme, zone, now }: TrackedProps) {
  const { tracking_health, truck_in_doubt, last_position, place, motion, at_stop, stops, vehicle } = tracking;
  const health: HealthKey = truck_in_doubt ? 'check' : healthKey(tracking_health);
  const plate = vehicle && plateText({ id: '', ...vehicle });
  return (
    <>
      <p className="health">
        <span className="dot" data-health={health} aria-hidden />
        <span>
          <strong>{truck_in_doubt ? 'Truck not confirmed' : HEALTH[health].word}.</strong>{' '}
          {truck_in_doubt
            ? 'Another truck may carry this load, so the position may be wrong.'
            : meaningOf({ tracking_health })}
        </span>
      </p>
      {last_position ? (
        <section aria-label="Last position">
          <p className="place">{place ? placeText(place) : coordinatesText(last_position)}</p>
          <p>
            Reported {elapsedText(last_position.occurred_at, now)},{' '}
            <time dateTime={last_position.occurred_at}>{withZone(last_position.occurred_at, now, zone)}</time>
            {motion?.moving === true && '. It was moving.'}
            {motion?.moving === false && '. It was stopped.'}
          </p>
          <ShareMap
            theme={theme}
            stops={stops}
            label={name ?? 'Load'}
            position={last_position}
            health={health}
            bearing_degrees={motion?.moving ? motion.bearing_degrees : null}
          />
        </section>
      ) : (
        <p className="place">No position yet</p>
      )}
      <dl>
        {at_stop !== null && <Fact name="At stop">{at_stop}</Fact>}
        {stops.map((stop, at) => (
          <Stop
            key={stop.sequence}
            stop={stop}
            tracking={tracking}
            is_next={at < stops.length - 1}
            zone={stop.time_zone ?? zone}
            now={now}
          />
        ))}
        {vehicle?.vehicle_name && <Fact name="Unit">{vehicle.vehicle_name}</Fact>}
        {vehicle?.vin && <Fact name="VIN">{vehicle.vin}</Fact>}
        {plate && <Fact name="Plate">{plate}</Fact>}
      </dl>
    </>
  );
}

interface StopProps {
  readonly stop: Tracking['stops'][number];
  readonly tracking: Tracking;
  readonly is_next: boolean;
  readonly zone: string;
  readonly now: number;
}

function Stop({ stop, tracking, is_next, zone, now }: StopProps) {
  const { sequence, estimated_arrival_at, passed, arrived } = stop;
  const { confirmed_eta: eta, truck_in_doubt, tracking_health } = tracking;
  const confirmed = eta?.stop_sequence === sequence && Date.parse(eta.at) > now ? eta : null;
  const late_ms = confirmed && estimated_arrival_at ? minutesBetween(estimated_arrival_at, confirmed.at) : 0;
  const predicted = estimateAt(tracking, stop, now, zone);
  // No lateness is claimed from a position that may say nothing about the load.
  const doubted = predicted && !predicted.passed && (truck_in_doubt || tracking_health !== 'live');
  const lateness = doubted ? doubtText(truck_in_doubt, tracking_health) : predicted?.lateness;
  const prediction = tracking.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === sequence);
  return (
    <>
      <Fact name={is_next ? 'Next stop' : 'Destination'}>{nameOfStop(stop)}</Fact>
      {estimated_arrival_at !== null && (
        <Fact name="Appointment">
          <time dateTime={estimated_arrival_at}>{withZone(estimated_arrival_at, now, zone)}</time>
          {passed &&
            ` passed; ${passed === 'late' && !truck_in_doubt ? 'not yet seen at the stop' : 'arrival unknown'}`}
          {/* The estimate says by how much, if there is one. */}
          {passed === 'late' && !late_ms && (doubted || !lateness) && (
            <>
              , <strong>{durationText(minutesBetween(estimated_arrival_at, now))} late</strong>
            </>
          )}
        </Fact>
      )}
      <Fact name={arrived ? 'Arrived' : confirmed ? 'Arrival' : 'Our estimate'}>
        {arrived ? (
          <>
            {arrived.at === null ? 'Before tracking started' : withZone(arrived.at, now, zone)}
            {arrived.is_late && arrived.at !== null && estimated_arrival_at !== null && (
              <>
                , <strong>{durationText(minutesBetween(estimated_arrival_at, arrived.at))} late</strong>
              </>
            )}
          </>
        ) : confirmed ? (
          <>
            ETA {withZone(confirmed.at, now, zone)}
            {late_ms > 0 && (
              <>
                , <strong>{durationText(late_ms)} late</strong>
              </>
            )}
            , confirmed by phone
          </>
        ) : predicted ? (
          <>
            {predicted.eta}
            {isOwnTime(now, zone) && !predicted.passed && ` ${zoneName(now, zone)}`}
            {/* Its monitor knows that it is late. */}
            {lateness && `, ${passed === 'late' ? lateness.replace('probably ', '') : lateness}`}
            {prediction && <span className="note">{plainReason(prediction)}</span>}
          </>
        ) : (
          <span className="note">Not enough data to estimate the arrival.</span>
        )}
      </Fact>
    </>
  );
}

function Delivered({
  delivered,
  zone,
  now,
}: {
  readonly delivered: NonNullable<SharedLoad['delivered']>;
  readonly zone: string;
  readonly now: number;
}) {
  const { at, presumed, stop } = delivered;
  return (
    <>
      <p className="place">
        {presumed ? 'Presumed delivered' : 'Delivered'}
        {at !== null && <>, {withZone(at, now, zone)}</>}
        {presumed && (
          <span className="note">Its truck has started its next load. No one recorded the delivery.</span>
        )}
      </p>
      {stop && (
        <dl>
          <Fact name="Destination">{nameOfStop(stop)}</Fact>
          {stop.estimated_arrival_at !== null && (
            <Fact name="Appointment">{withZone(stop.estimated_arrival_at, now, zone)}</Fact>
          )}
          {stop.arrived_at !== null && <Fact name="Arrived">{withZone(stop.arrived_at, now, zone)}</Fact>}
        </dl>
      )}
    </>
  );
}

const nameOfStop = ({ name, sequence }: Pick<Tracking['stops'][number], 'name' | 'sequence'>) =>
  name ?? `Stop ${sequence + 1}`;

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** @param zone IANA zone; the reader's own where no stop decides it */
const withZone = (at: string, now: number, zone = personZone()): ReactNode => (
  <span title={fullDateTime(at, zone)}>
    {shortDateTime(at, now, zone)} {zoneName(at, zone)}
  </span>
);

function useBrowserClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const POLL_MS = 60_000;

interface SharedLoadState {
  /** The last successful response; null before the first one and after the link has ended. */
  readonly shared: SharedLoad | null;
  readonly problem: Problem | null;
  /** Server clock minus browser clock at the last successful response, milliseconds. */
  readonly clock_offset: number;
}

/** True when the link has ended for good; polling stops then. */
const hasEnded = (problem: Problem | null): boolean => problem?.code === 404;

function useSharedLoad(http: Http, token: string): SharedLoadState {
  const [state, setState] = useState<SharedLoadState>({ shared: null, problem: null, clock_offset: 0 });
  useEffect(() => {
    const controller = new AbortController();
    let opened = false;
    let requested_at = Number.NEGATIVE_INFINITY;
    const fetchLoad = async () => {
      requested_at = Date.now();
      try {
        const shared = await http.call(SHARE_LINK_ROUTES.readSharedLoad, {
          headers: { [SHARE_TOKEN_HEADER]: token },
          background: opened,
          signal: controller.signal,
        });
        opened = true;
        prefs.setTemporarily(shared.writing);
        setState({ shared, problem: null, clock_offset: Date.parse(shared.server_time) - Date.now() });
      } catch (error) {
        if (controller.signal.aborted) return;
        const problem = asProblem(error);
        if (hasEnded(problem)) controller.abort();
        setState((previous) => ({
          ...previous,
          problem,
          shared: hasEnded(problem) ? null : previous.shared,
        }));
      }
    };
    const fetchIfDue = () => {
      const ms = Date.now() - requested_at;
      // Also when the clock was set back.
      const due = ms < 0 || ms >= POLL_MS;
      if (due && document.visibilityState === 'visible' && !controller.signal.aborted) void fetchLoad();
    };
    // Deferred, so that a double mount in development or an immediate exit does not count as an opening of the link.
    const first = setTimeout(() => void fetchLoad());
    const timer = setInterval(fetchIfDue, POLL_MS / 4);
    document.addEventListener('visibilitychange', fetchIfDue);
    return () => {
      controller.abort();
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', fetchIfDue);
    };
  }, [http, token]);
  return state;
}

/** Some hundred miles around the truck. */
const ZOOM = 6.5;
const ID = 'shared';
/** By the buttons and the attribution. */
const COVERED: Padding = { top: 64, right: 24, bottom: 48, left: 24 };

interface ShareMapProps {
  readonly theme: Theme;
  readonly label: string;
  readonly position: LastPosition;
  readonly stops: Tracking['stops'];
  readonly health: HealthKey;
  /** Null: parked or unknown. */
  readonly bearing_degrees: number | null;
}

function ShareMap({ theme, label, position, stops, health, bearing_degrees }: ShareMapProps) {
  const { latitude, longitude } = position;
  const { engine, unavailable, container } = useEngine({
    theme,
    map_style_url: null,
    camera: { latitude, longitude, zoom: ZOOM },
    label: 'Map of the last position. The text above says the same.',
    events: {},
  });
  useEffect(() => {
    const marker = HEALTH[health].marker ?? 'unknown';
    engine?.setLoads([
      {
        load_id: ID,
        label,
        latitude,
        longitude,
        marker: marker === 'live' && bearing_degrees === null ? 'live-parked' : marker,
        health,
        age_fade: 0,
        bearing_degrees,
      },
    ]);
    engine?.setSelection(ID);
  }, [engine, label, latitude, longitude, health, bearing_degrees]);
  const ahead = stops.flatMap(({ place, ...stop }) => {
    const words = isolated(nameOfStop(stop));
    // A city's center is not the dock.
    return place ? [{ ...place, label: place.is_city ? `${words} (city)` : words }] : [];
  });
  const ahead_key = JSON.stringify(ahead);
  useEffect(() => engine?.setAhead(JSON.parse(ahead_key) as StopAhead[]), [engine, ahead_key]);
  // Once: later, the reader decides what the map shows.
  useEffect(() => {
    engine?.setPadding(COVERED);
    engine?.fitSelection();
  }, [engine]);
  if (unavailable !== null) return <p className="note">{unavailable}</p>;
  return (
    <div className="map">
      <div ref={container} />
      <div className="mapButtons">
        <button type="button" aria-label="Zoom in" onClick={() => engine?.zoomBy(1)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => engine?.zoomBy(-1)}>
          −
        </button>
        <button type="button" onClick={() => engine?.centerSelection()}>
          Show truck
        </button>
        {ahead.length > 0 && (
          <button type="button" onClick={() => engine?.fitSelection()}>
            Show all
          </button>
        )}
      </div>
    </div>
  );
}
