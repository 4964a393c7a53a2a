/** Fields that find one of many: the connection, the ruleset, the time zone. What is typed stays text until one is chosen. */

import { useQuery } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardAgreement, BoardConnection } from '@waypost/contract/api/agreements';
import { TIME_ZONES, type TimeZone } from '@waypost/contract/time-zones';
import { useMemo, useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import { hasWords, wordsOf } from '../../../ui/resource-list/query.ts';
import { Suggest, type Suggestion } from '../../../ui/Suggest.tsx';
import { agoText } from '../../../ui/time.ts';
import { findRulesets, meaningOf, rulesetOf } from './fields.ts';

/** Connections over which a user may be written: those of fleets that share their users to read and write now come first. */
export interface Place {
  readonly connection_id: string;
  readonly fleet_ref: string | null;
  readonly fleet_name: string | null;
  readonly source_name: string | null;
  /** When data came over it last, ISO 8601; null: never, or not known. */
  readonly last_data_at: string | null;
  /** Whether a user could be created there now, as far as its agreement shows. */
  readonly writes: 'yes' | 'no' | 'unknown';
  /** Why not, a sentence. */
  readonly why: string | null;
}

export function useConnections() {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.driverConnections(),
    queryFn: async ({ signal }): Promise<readonly Place[]> => {
      const [connections, agreements] = await Promise.all([
        http.call(AGREEMENT_ROUTES.listConnections, { signal }),
        http.call(AGREEMENT_ROUTES.listAgreements, { signal }),
      ]);
      return placesOf(connections.items, agreements.items);
    },
    staleTime: 30_000,
  });
}

const ORDER = { yes: 0, unknown: 1, no: 2 } as const;

/** By whether one may write, then by what came last: a connection without recent data is the old one of its fleet. */
export function placesOf(
  connections: readonly BoardConnection[],
  agreements: readonly BoardAgreement[],
): readonly Place[] {
  return connections
    .map((connection): Place => {
      const { id, fleet_ref = null, source_name, tsp_slug } = connection;
      const own = agreements.filter(({ connections: those }) => those.some((one) => one.id === id));
      const why = own.map(whyNot);
      const writes = own.length === 0 ? 'unknown' : why.includes(null) ? 'yes' : 'no';
      return {
        connection_id: id,
        fleet_ref: fleet_ref ?? own[0]?.fleet_ref ?? null,
        fleet_name: own[0]?.fleet_name ?? null,
        source_name: source_name ?? tsp_slug ?? null,
        last_data_at: lastDataAt(connection),
        writes,
        why: writes === 'no' ? (why[0] ?? null) : null,
      };
    })
    .sort(
      (a, b) =>
        ORDER[a.writes] - ORDER[b.writes] ||
        dayOf(b.last_data_at) - dayOf(a.last_data_at) ||
        placeName(a).localeCompare(placeName(b), 'en', { numeric: true }),
    );
}

const lastDataAt = ({ freshness }: BoardConnection): string | null =>
  (freshness ?? [])
    .flatMap(({ last_successful_execution_at: at }) => at ?? [])
    .sort()
    .at(-1) ?? null;

/** Days since 1970, so that minutes do not turn the order; 0 for what never came. */
const dayOf = (at: string | null) => (at === null ? 0 : Math.floor(Date.parse(at) / 86_400_000));

/** Null: users may be written. */
function whyNot({ effective, scopes }: BoardAgreement): string | null {
  if (!effective.shared) return 'This fleet shares nothing with us right now. Check its agreement.';
  if (scopes?.user === 'read_write') return null;
  return scopes?.user
    ? 'This fleet lets us read its users but not create them. Ask it to allow writing.'
    : 'This fleet does not share its users. Ask it to share them with read and write access.';
}

/** `Ironwood Bend Transport · Milemarker` */
export function placeName({ fleet_name, fleet_ref, source_name, connection_id }: Place): string {
  const known = [fleet_name ?? fleet_ref, source_name].filter((part) => part !== null);
  return known.length > 0 ? known.map(isolated).join(' · ') : connection_id;
}

/** Every word must be found somewhere. */
export function findPlaces(places: readonly Place[], query: string): readonly Place[] {
  const words = wordsOf(query);
  return places.filter(({ fleet_ref, fleet_name, source_name, connection_id }) =>
    hasWords([fleet_ref, fleet_name, source_name, connection_id], words),
  );
}

export interface Zone {
  readonly zone: TimeZone;
  /** Minutes ahead of UTC, at this time of the year. */
  readonly offset: number;
  /** `UTC−06:00` */
  readonly offset_text: string;
  /** `Central Time, CST`; what is the same as the offset is left out. */
  readonly name: string;
}

function partOf(zone: string, now: number, timeZoneName: 'longOffset' | 'short' | 'longGeneric'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function zoneOf(zone: TimeZone, now: number): Zone {
  const [, sign = '+', hours = '0', minutes = '0'] =
    /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(partOf(zone, now, 'longOffset')) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const offset_text = `UTC${sign === '-' ? '−' : '+'}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
  const short = partOf(zone, now, 'short');
  const generic = partOf(zone, now, 'longGeneric');
  const name = [generic, /^(GMT|UTC)./.test(short) ? '' : short].filter(Boolean).join(', ');
  return { zone, offset, offset_text, name };
}

/** Null for what is no zone of the service. @param now Unix milliseconds */
function zoneAt(name: string, now: number): Zone | null {
  const zone = TIME_ZONES.find((one) => one === name);
  return zone ? zoneOf(zone, now) : null;
}

const made = new Map<number, readonly Zone[]>();

/** All, which takes a moment; from west to east, of one offset in the order of the text. @param now Unix milliseconds */
export function zonesAt(now: number): readonly Zone[] {
  // Offsets change on the hour at most.
  const hour = Math.floor(now / 3_600_000);
  const known = made.get(hour);
  if (known) return known;
  const zones = TIME_ZONES.map((zone) => zoneOf(zone, now)).sort((a, b) => a.offset - b.offset);
  made.clear();
  made.set(hour, zones);
  return zones;
}

/** Every word must be found somewhere; `-6` and `+5:30` are offsets. */
export function findZones(zones: readonly Zone[], query: string): readonly Zone[] {
  const words = wordsOf(query);
  return zones.filter((one) => words.every((word) => fits(one, word)));
}

function fits({ zone, offset, offset_text, name }: Zone, word: string): boolean {
  const typed = /^(?:utc|gmt)?([+\-−])(\d{1,2})(?::?(\d\d))?$/.exec(word);
  if (typed) {
    const [, sign, hours, minutes = '0'] = typed;
    return offset === (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  }
  return `${zone} ${zone.replaceAll('_', ' ')} ${name} ${offset_text}`.toLowerCase().includes(word);
}

export interface PickerProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help: string | undefined;
  readonly error: string | undefined;
}

interface FinderProps extends PickerProps {
  /** What the field says of its value. */
  readonly shown?: string;
  /** True when the value is one of them: it does not narrow the list down to itself. */
  readonly chosen: boolean;
  readonly find: (query: string) => readonly Suggestion[];
  readonly empty: string;
}

/** Suggestions are made while somebody is in the field. */
function Finder(props: FinderProps) {
  const { id, label, value, onChange, help, error, shown = value, chosen, find, empty } = props;
  const [focused, setFocused] = useState(false);
  return (
    <Suggest
      id={id}
      label={label}
      description={help}
      error={error}
      value={shown}
      onText={onChange}
      suggestions={focused ? find(chosen ? '' : value) : []}
      empty={empty}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  );
}

const GROUP = {
  yes: 'Users can be created',
  unknown: "Can't tell whether users can be created",
  no: "Users can't be created now",
} as const;

const MOST_PLACES = 50;

const dataText = ({ last_data_at }: Place, now: number) =>
  last_data_at === null ? 'no data yet' : `last data ${agoText(last_data_at, now)}`;

export interface ConnectionFieldProps extends PickerProps {
  readonly places: readonly Place[];
  /** Why the list is empty, when it is not simply that. */
  readonly missing: string | null;
}

export function ConnectionField({ places, missing, ...props }: ConnectionFieldProps) {
  const { value, onChange, help } = props;
  const { clock } = useLive();
  const place = places.find(({ connection_id }) => connection_id === value.trim());
  const find = (query: string) =>
    findPlaces(places, query)
      .slice(0, MOST_PLACES)
      .map((one) => ({
        id: one.connection_id,
        group: GROUP[one.writes],
        title: placeName(one),
        detail: [one.fleet_ref, dataText(one, clock.now()), one.why].filter(Boolean).join(' · '),
        pick: () => onChange(one.connection_id),
      }));
  return (
    <Finder
      {...props}
      {...(place ? { shown: placeName(place) } : {})}
      chosen={place !== undefined}
      help={place?.why ?? help}
      find={find}
      empty={missing ?? 'No matching connections. You can paste a connection ID.'}
    />
  );
}

export function RulesetField(props: PickerProps) {
  const { value, onChange, help } = props;
  const find = (query: string) =>
    findRulesets(query).map(({ code, jurisdiction, meaning }) => ({
      id: code,
      group: jurisdiction,
      title: meaning,
      detail: code,
      pick: () => onChange(code),
    }));
  return (
    <Finder
      {...props}
      chosen={rulesetOf(value) !== undefined}
      help={meaningOf(value) ?? help}
      find={find}
      empty="No matching rulesets."
    />
  );
}

export function ZoneField(props: PickerProps) {
  const { value, onChange, help } = props;
  const { clock } = useLive();
  const chosen = useMemo(() => zoneAt(value.trim(), clock.now()), [value, clock]);
  const find = (query: string) =>
    findZones(zonesAt(clock.now()), query).map(({ zone, offset_text, name }) => ({
      id: zone,
      group: `${offset_text} now`,
      title: zone.replaceAll('_', ' '),
      detail: name,
      pick: () => onChange(zone),
    }));
  return (
    <Finder
      {...props}
      chosen={chosen !== null}
      help={chosen ? `${chosen.offset_text} now (${chosen.name})` : help}
      find={find}
      empty="No matching time zones."
    />
  );
}
