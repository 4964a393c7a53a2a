/** Fields that find one of many: the connection, the ruleset, the time zone. What is typed stays text until one is chosen. */

import { TIME_ZONES, type TimeZone } from '@waypost/contract/time-zones';
import { useMemo, useState } from 'react';
import { useLive } from '../../../live/context.ts';
import { Suggest, type Suggestion } from '../../../ui/Suggest.tsx';
import { agoText } from '../../../ui/time.ts';
import { findRulesets, meaningOf, rulesetOf } from './rulesets.ts';
import { findPlaces, type Place, placeName } from './use-connections.ts';

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
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
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
