/** Combobox fields for connection, ruleset and time zone. Typed text is kept until an option is chosen. */

import { uuid } from '@waypost/contract/common';
import { TIME_ZONES, type TimeZone } from '@waypost/contract/time-zones';
import { type ReactNode, useMemo, useState } from 'react';
import { ianaZone } from '../../../live/cells.ts';
import { useLive } from '../../../live/context.ts';
import { rulesetCode } from '../../../live/hos-cycle.ts';
import {
  connectionName,
  dataText,
  oldWarning,
  type UserConnection,
  WRITES_WORDS,
} from '../../../live/user-connections.ts';
import { hasWords, wordsOf } from '../../../ui/resource-list/words.ts';
import { Suggest, type Suggestion } from '../../../ui/Suggest.tsx';
import { findZonesBy, type ZoneNames, zoneNames } from '../../../ui/time-zones.ts';
import { Warning } from '../../../ui/Warning.tsx';
import { findRulesets, meaningOf, rulesetOf } from './fields.ts';

export function findConnections(
  connections: readonly UserConnection[],
  query: string,
): readonly UserConnection[] {
  const words = wordsOf(query);
  return connections.filter(({ fleet_ref, fleet_name, source_name, connection_id }) =>
    hasWords([fleet_ref, fleet_name, source_name, connection_id], words),
  );
}

interface Zone {
  readonly zone: TimeZone;
  /** Minutes ahead of UTC at the given time. */
  readonly offset: number;
  /** `UTC−06:00` */
  readonly offset_text: string;
  /** `Central Time, CST`; omits parts that only repeat the offset. */
  readonly name: string;
  readonly names: ZoneNames;
}

function zoneOf(zone: TimeZone, now: number): Zone {
  const names = zoneNames(zone, now);
  const { offset, generic, short } = names;
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  const offset_text = `UTC${offset < 0 ? '−' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`;
  const name = [generic, /^(GMT|UTC)./.test(short) ? '' : short].filter(Boolean).join(', ');
  return { zone, offset, offset_text, name, names };
}

/**
 * Null when the service does not know the zone.
 * @param now Unix milliseconds
 */
function zoneAt(name: string, now: number): Zone | null {
  const zone = TIME_ZONES.find((one) => one === name);
  return zone ? zoneOf(zone, now) : null;
}

/**
 * All zones from west to east.
 * @param now Unix milliseconds
 */
export const zonesAt = (now: number): readonly Zone[] =>
  TIME_ZONES.map((zone) => zoneOf(zone, now)).sort((a, b) => a.offset - b.offset);

/** The zone that people call so comes first: New York for "Eastern". */
export function findZones(zones: readonly Zone[], query: string): readonly Zone[] {
  const text = query.trim();
  const meant = zones.find(({ zone }) => zone === ianaZone(text));
  const found = findZonesBy(
    zones,
    // "MT" is part of "GMT".
    wordsOf(meant && text.length === 2 ? meant.names.generic : text),
    ({ names }) => names,
    ({ name, offset_text }) => [name, offset_text],
  );
  const rank = (one: Zone) => (one === meant ? 0 : one.offset === meant?.offset ? 1 : 2);
  return [...found].sort((a, b) => rank(a) - rank(b));
}

interface PickerProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help: ReactNode;
  readonly error: string | undefined;
}

interface SuggestionFieldProps extends PickerProps {
  /** Text displayed in place of the value. */
  readonly shown?: string;
  /** Whether the value is one of the options; it then does not filter the list. */
  readonly chosen: boolean;
  readonly placeholder?: string;
  readonly find: (query: string) => readonly Suggestion[];
  readonly empty: string;
}

/** Suggestions are computed only while the field has the focus. Leaving it takes the only one that is exactly the text. */
function SuggestionField(props: SuggestionFieldProps) {
  const { id, label, value, onChange, help, error, shown = value, chosen, placeholder, find, empty } = props;
  const [focused, setFocused] = useState(false);
  return (
    <Suggest
      id={id}
      label={label}
      description={help}
      error={error}
      value={shown}
      placeholder={placeholder}
      onText={onChange}
      suggestions={focused ? find(chosen ? '' : value) : []}
      empty={empty}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        const [exact, ...others] = chosen ? [] : find(value).filter((one) => one.exact);
        if (others.length === 0) exact?.pick();
      }}
    />
  );
}

const MAX_CONNECTIONS = 50;

interface ConnectionFieldProps extends PickerProps {
  readonly connections: readonly UserConnection[];
  /** The connections are not read yet: the name of a chosen one is not known. */
  readonly loading: boolean;
  readonly empty_text: string | null;
}

export function ConnectionField({ connections, loading, empty_text, ...props }: ConnectionFieldProps) {
  const { value, onChange, help } = props;
  const { clock } = useLive();
  const connection = connections.find(({ connection_id }) => connection_id === value.trim());
  const warning = connection && (connection.reason ?? oldWarning(connection, connections, clock.now()));
  const isName = (query: string) => (name: string | null) =>
    name?.toLowerCase() === query.trim().toLowerCase();
  const find = (query: string) =>
    findConnections(connections, query)
      .slice(0, MAX_CONNECTIONS)
      .map((one) => ({
        id: one.connection_id,
        group: WRITES_WORDS[one.writes],
        title: connectionName(one),
        exact: [one.fleet_ref, one.fleet_name, connectionName(one)].some(isName(query)),
        detail: [one.fleet_ref, dataText(one, clock.now()), one.reason].filter(Boolean).join(' · '),
        pick: () => onChange(one.connection_id),
      }));
  return (
    <SuggestionField
      {...props}
      {...(connection ? { shown: connectionName(connection) } : {})}
      {...(loading && uuid.safeParse(value.trim()).success ? { shown: '', placeholder: 'Loading…' } : {})}
      chosen={connection !== undefined}
      help={warning ? <Warning>{warning}</Warning> : help}
      find={find}
      empty={empty_text ?? 'No matching connections. You can paste a connection ID.'}
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
    <SuggestionField
      {...props}
      chosen={rulesetOf(value) !== undefined}
      help={meaningOf(rulesetCode(value) ?? value) ?? help}
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
    <SuggestionField
      {...props}
      chosen={chosen !== null}
      help={chosen ? `${chosen.offset_text} now (${chosen.name})` : help}
      find={find}
      empty="No matching time zones."
    />
  );
}
