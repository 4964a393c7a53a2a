import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { VehicleAssignment } from '@waypost/contract/loads';
import { compassDirection } from '@waypost/geo/geodesy';
import { hasDelayedPings } from '@waypost/triage/cause';
import { fleetVehicle } from '@waypost/triage/doubt';
import { asProblem, explain } from '../../api/problem.ts';
import { PositionAge } from '../../live/Age.tsx';
import { ContactLine, reachableFor, useLoadContacts } from '../../live/ContactLine.tsx';
import { useFleet, useNow } from '../../live/context.ts';
import { healthCount } from '../../live/fleet-words.ts';
import { fleetName } from '../../live/fleets.ts';
import { HEALTH_ORDER, type HealthKey } from '../../ui/health.ts';
import { IdFact, useCopy } from '../../ui/MonoId.tsx';
import { coordinatesText, isPlausibleSpeed, speedText } from '../../ui/quantities.ts';
import { capital } from '../../ui/readable-name.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fullDateTime, utcText, zoneName } from '../../ui/time.ts';
import { countText, placeText } from '../../ui/units.ts';
import classes from './LoadPanel.module.css';
import { lastCallText } from './triage/words.ts';

/** Contacts for a load: the fleet of its truck, if known, and the people there. */
export function ContactsSection({ load }: { readonly load: BoardLoad }) {
  const { data, error } = useLoadContacts(load);
  const fleet = data?.fleet ?? null;
  const reachable = reachableFor(load, data);
  const subject = `Load ${load.load_ref ?? load.load_id}`;
  return (
    <Section
      title="Carrier"
      aside={
        fleet && (
          <Link to="/fleets/$fleet_id" params={{ fleet_id: fleet.fleet_id }} className={classes.open}>
            {fleetName(fleet)}
          </Link>
        )
      }
    >
      <LastCallText load={load} />
      {error && `Couldn't load contacts: ${explain(asProblem(error)).title}.`}
      {data && fleet === null && "We don't know yet which fleet this truck belongs to."}
      {fleetVehicle(load) === null &&
        reachable.length === 0 &&
        (load.read_at === null
          ? 'Not known: the load was not read yet.'
          : 'Not known: the load has no truck yet.')}
      {reachable.map((contact) => (
        <ContactLine key={contact.key} contact={contact} subject={subject} />
      ))}
      {fleet && data?.contacts.length === 0 && fleet.phone === null && (
        <Link to="/fleets/$fleet_id" params={{ fleet_id: fleet.fleet_id }} className={classes.open}>
          Add a contact
        </Link>
      )}
    </Section>
  );
}

function LastCallText({ load: { last_call } }: { readonly load: BoardLoad }) {
  const text = useNow((now) => (last_call ? lastCallText(last_call, now) : null));
  return (
    text && (
      <p className={shared.small} style={{ marginBottom: 4 }}>
        {text}
      </p>
    )
  );
}

const NO_POSITION: Readonly<Record<string, string>> = {
  unassigned: 'No truck assigned.',
  no_signal: 'No pings from this truck yet.',
  not_shared: 'The fleet does not share location with us.',
};

function noPositionText({ unread, tracking_health }: BoardLoad): string {
  if (unread?.some(({ path }) => path.startsWith('last_position')))
    return "The position can't be read; see the raw data below.";
  if (tracking_health === null) return 'No data yet.';
  return NO_POSITION[tracking_health] ?? 'The tracking service reports no position.';
}

interface PositionSectionProps {
  readonly load: BoardLoad;
  /** Opens the history; undefined while it is open. */
  readonly onHistory?: (() => void) | undefined;
}

/** Position and its age, always together, and the motion as far as our own records show it. */
export function PositionSection({ load, onHistory }: PositionSectionProps) {
  const { last_position: position, place } = load;
  const { copied, copy } = useCopy();
  const history = onHistory && (
    <Button size="compact-xs" onClick={onHistory}>
      Show history
    </Button>
  );
  if (!position)
    return (
      <Section title="Position" aside={history}>
        {noPositionText(load)}
      </Section>
    );
  const coordinates = coordinatesText(position);
  return (
    <Section title="Position" aside={history}>
      <p className={classes.place}>
        {place ? placeText(place) : coordinates}
        <span className={shared.secondary} style={{ flex: 'none', fontSize: 13, fontWeight: 400 }}>
          <PositionAge load={load} ago elapsed />
        </span>
      </p>
      <Facts>
        <Fact name="Reported">
          <time dateTime={position.occurred_at}>{fullDateTime(position.occurred_at)}</time>
        </Fact>
        <Fact name="UTC">
          {ZERO_OFFSET.test(zoneName(position.occurred_at)) ? null : utcText(position.occurred_at)}
        </Fact>
        <Fact name="Coordinates">
          <button
            type="button"
            className={classes.copy}
            onClick={() => copy(coordinates)}
            title="Latitude, longitude, WGS 84 (click to copy)"
          >
            {copied ? 'Copied' : coordinates}
          </button>
        </Fact>
        <Motion load={load} />
        <PingInterval load={load} />
      </Facts>
    </Section>
  );
}

/** Zones whose times are those of UTC. */
const ZERO_OFFSET = /^(UTC|GMT)$/;

function PingInterval({ load }: { readonly load: BoardLoad }) {
  const words = useNow((now) => {
    const ping_interval = pingIntervalText(load, now);
    return (
      ping_interval && `${ping_interval.text}${ping_interval.later_than_usual ? ', later than usual' : ''}`
    );
  });
  return <Fact name="Pings">{words && capital(words)}</Fact>;
}

function Motion({ load }: { readonly load: BoardLoad }) {
  const { motion } = load;
  const stopped_for = useNow((now) =>
    motion?.moving === false && motion.last_moved_at
      ? durationText(now - Date.parse(motion.last_moved_at))
      : null,
  );
  if (!motion || motion.moving === null)
    return <Fact name="Motion">Unknown until two positions are received</Fact>;
  if (!motion.moving)
    return (
      <Fact name="Motion">
        {stopped_for === null ? 'Stopped at its last position' : `Stopped, last moved ${stopped_for} ago`}
      </Fact>
    );
  const heading =
    motion.bearing_degrees === null
      ? ''
      : ` ${compassDirection(motion.bearing_degrees)} (${motion.bearing_degrees}°)`;
  const speed =
    motion.speed_mps === null || !isPlausibleSpeed(motion.speed_mps)
      ? ''
      : `, ${speedText(motion.speed_mps)}`;
  return <Fact name="Motion">{`Driving${heading}${speed} between its last two positions`}</Fact>;
}

/** Pings are later than usual after this many usual gaps, if that is at least this much longer than one. */
const [UNUSUAL_FACTOR, UNUSUAL_EXCESS_MS] = [3, 5 * 60_000];
/** A shorter silence, in usual gaps, is not mentioned. */
const MENTIONED_FACTOR = 2;

/** `usually every 2 min, nothing for 47 min`: a truck's ping interval in our own records; null while it is unknown. */
export function pingIntervalText(
  load: Pick<BoardLoad, 'usual_gap_seconds' | 'last_position' | 'pings_delayed'>,
  now: number,
) {
  const { usual_gap_seconds, last_position } = load;
  // Delayed pings are not missing.
  if (!usual_gap_seconds || !last_position || hasDelayedPings(load, now)) return null;
  const usual = usual_gap_seconds * 1000;
  const silent = now - Date.parse(last_position.occurred_at);
  const later_than_usual = silent > usual * UNUSUAL_FACTOR && silent > usual + UNUSUAL_EXCESS_MS;
  const since = silent > usual * MENTIONED_FACTOR ? `, nothing for ${durationText(silent)}` : '';
  return { text: `usually every ${durationText(usual)}${since}`, later_than_usual };
}

/** An unknown source is shown verbatim. */
function sourceWords(source: string): string {
  if (source === 'declared') return 'Declared: matched by the identifiers sent with the load';
  if (source === 'inferred') return 'Inferred: matched from location, no identifiers were sent';
  return `“${source}”, a value Waypost does not know`;
}

/** A null agreement is "not confirmed yet", never "agrees". */
function agreementWords({ source, agreement }: VehicleAssignment): string {
  if (agreement === 'agree') return 'Confirmed: the declared truck is among the strong matches by location';
  if (agreement === 'disagree')
    return 'Possible wrong truck: the tracking service doubts that this truck carries the load';
  if (agreement !== null) return `“${agreement}”, a value Waypost does not know`;
  return source === 'inferred'
    ? 'Does not apply to a truck matched by location'
    : 'Not confirmed by location yet';
}

export function AssignmentSection({ load }: { readonly load: BoardLoad }) {
  const assignment = load.vehicle_assignment;
  if (!assignment)
    return (
      <Section title="Truck">{load.tracking_health === null ? 'No data yet.' : 'No truck assigned.'}</Section>
    );
  const { vehicle } = assignment;
  const model = [vehicle.model_year, vehicle.oem, vehicle.model_type].filter((part) => part).join(' ');
  return (
    <Section title="Truck">
      <Facts>
        <Fact name="Unit">{vehicle.vehicle_name && <strong>{vehicle.vehicle_name}</strong>}</Fact>
        <Fact name="Fleet">
          <FleetFact fleet={load.fleet} />
        </Fact>
        <Fact name="Source">{sourceWords(assignment.source)}</Fact>
        <Fact name="Agreement">{agreementWords(assignment)}</Fact>
        <IdFact name="Plate" value={vehicle.license_plate_number} />
        <Fact name="Plate region">
          {[vehicle.license_plate_region, vehicle.license_plate_country].filter((part) => part).join(', ')}
        </Fact>
        <IdFact name="VIN" value={vehicle.vin} />
        <Fact name="Model">{model}</Fact>
        <Fact name="In service">
          {typeof vehicle.is_active === 'boolean' ? (vehicle.is_active ? 'Yes' : 'No') : null}
        </Fact>
        <Fact name="Status">{vehicle.status?.replaceAll('_', ' ')}</Fact>
        <IdFact name="Device" label="device ID" value={vehicle.eld_id} />
        <IdFact name="Device serial" label="device serial number" value={vehicle.eld_serial_number} />
        <IdFact name="Provider's ID" label="id at the provider" value={vehicle.source_id} />
        <IdFact name="External ID" value={vehicle.external_id} />
        <IdFact name="Vehicle ID" value={vehicle.id} />
        <IdFact name="Previous truck" label="previous vehicle ID" value={load.previous_vehicle_id} />
      </Facts>
    </Section>
  );
}

function FleetFact({ fleet }: Pick<BoardLoad, 'fleet'>) {
  const counts = useFleet(fleet?.fleet_id ?? null);
  if (!fleet) return <>Not known yet</>;
  const { fleet_id, fleet_ref } = fleet;
  const name = fleetName(fleet);
  const trouble = counts ? HEALTH_ORDER.filter((key) => key !== 'live' && counts.by_health[key] > 0) : [];
  const link = (words: string, health?: HealthKey) => (
    <Link
      from="/"
      to="/"
      search={(previous) => ({
        ...previous,
        fleet: fleet_id,
        health: health && [health],
        tab: 'all',
        q: undefined,
      })}
    >
      {words}
    </Link>
  );
  return (
    <>
      <strong>{name}</strong>
      {fleet_ref && fleet_ref !== name && ` ${fleet_ref}`}
      {counts && (
        <div>
          {link(countText(counts.loads, 'load'))}
          {trouble.map((key) => (
            <span key={key}>, {link(healthCount(counts.by_health[key], key), key)}</span>
          ))}
        </div>
      )}
    </>
  );
}
