/** Fields that find one of many: the connection, the ruleset, the time zone. What is typed stays text until one is chosen. */
import { useMemo, useState } from 'react';
import { useLive } from '../../../live/context.ts';
import { Suggest, type Suggestion } from '../../../ui/Suggest.tsx';
import { agoText } from '../../../ui/time.ts';
import { findRulesets, meaningOf, rulesetOf } from './rulesets.ts';
import { findPlaces, type Place, placeName } from './use-connections.ts';
import { findZones, zoneAt, zonesAt } from './zones.ts';

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
      inputWrapperOrder={['label', 'input', 'description', 'error']}
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
  unknown: 'Unknown whether users can be created',
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
