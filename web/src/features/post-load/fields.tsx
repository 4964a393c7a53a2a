import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import type { Site } from '@waypost/contract/api/sites';
import { createContext, type KeyboardEvent, use, useMemo } from 'react';
import { useLive } from '../../live/context.ts';
import { CLOCK_CHANGE_NOTES, DateTimeField } from '../../live/DateTimeField.tsx';
import { roleOf } from '../../live/load-words.ts';
import { PlaceField } from '../../live/PlaceField.tsx';
import { PlateFields, VehicleField, VinField } from '../../live/TruckFields.tsx';
import { Button } from '../../ui/buttons.tsx';
import { IconArrowDown, IconArrowUp, IconCirclePlus, IconTrash } from '../../ui/icons.ts';
import { coordinatesText } from '../../ui/quantities.ts';
import shared from '../../ui/shared.module.css';
import { personZone, utcText, zoneName } from '../../ui/time.ts';
import { lengthUnit } from '../../ui/units.ts';
import { Warning } from '../../ui/Warning.tsx';
import { COMMON_ZONES, fromWall, zoneLabel } from '../../ui/zoned.ts';
import { type FieldName, fieldDomId, stopField } from './check.ts';
import { type DraftAction, type LoadDraft, placeOf, type StopDraft } from './draft.ts';
import classes from './LoadForm.module.css';

interface FormState {
  readonly draft: LoadDraft;
  readonly act: (action: DraftAction) => void;
  readonly newKey: () => string;
  /** Errors shown now: a field's appear once it was left or sending was attempted. */
  readonly errors: ReadonlyMap<FieldName, string>;
  readonly warnings: ReadonlyMap<FieldName, string>;
  readonly sites: readonly Site[];
  /** Time zone of the company; null: none is set. */
  readonly company_zone: string | null;
  readonly disabled: boolean;
  readonly first: FieldName;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('no FormContext above this component');
  return form;
}

/** A warning replaces the description. */
function useField(field: FieldName, description?: string) {
  const { errors, warnings, disabled, first } = useForm();
  const error = errors.get(field);
  const warning = warnings.get(field);
  const shown = warning === undefined ? description : <Warning>{warning}</Warning>;
  return {
    id: fieldDomId(field),
    error,
    description: error === undefined ? shown : undefined,
    disabled,
    autoFocus: field === first,
  };
}

export function ReferenceField() {
  const { draft, act } = useForm();
  return (
    <TextInput
      {...useField('load_ref', 'Your load number, as shown on the board')}
      label="Load number"
      placeholder="e.g. LD-48213"
      autoComplete="off"
      spellCheck={false}
      value={draft.load_ref}
      onChange={({ currentTarget }) => act({ type: 'fields', change: { load_ref: currentTarget.value } })}
    />
  );
}

export function CarrierField() {
  const { draft, act } = useForm();
  return (
    <TextInput
      {...useField('carrier_phone', 'Shown when somebody calls about this load. Stays in Waypost')}
      label="Carrier's phone number (optional)"
      type="tel"
      placeholder="e.g. +1 806 555 0142 x12"
      autoComplete="off"
      value={draft.carrier_phone}
      onChange={({ currentTarget }) =>
        act({ type: 'fields', change: { carrier_phone: currentTarget.value } })
      }
    />
  );
}

/** Time zones without duplicates, own zones first: `Chicago (CST)`. @param now milliseconds since 1970 */
function zoneChoices(own: readonly string[], now: number): { value: string; label: string }[] {
  return [...new Set([...own, ...COMMON_ZONES])].map((zone) => ({
    value: zone,
    label: zoneLabel(zone, zoneName(now, zone)),
  }));
}

export function StopFields() {
  const { draft, act, newKey, errors, disabled } = useForm();
  const error = errors.get('stops');
  return (
    <>
      <ol className={`${shared.list} ${shared.column}`} style={{ gap: 20 }}>
        {draft.stops.map((stop, at) => (
          <Stop key={stop.key} stop={stop} at={at} />
        ))}
      </ol>
      {error && <p role="alert">{error}</p>}
      <div>
        <Button
          icon={IconCirclePlus}
          disabled={disabled}
          onClick={() => act({ type: 'add_stop', key: newKey() })}
        >
          Add stop
        </Button>
      </div>
    </>
  );
}

interface StopProps {
  readonly stop: StopDraft;
  readonly at: number;
}

function Stop({ stop, at }: StopProps) {
  const { draft, act, disabled } = useForm();
  const count = draft.stops.length;
  const title = stop.name.trim() || roleOf(at, count);
  const move = (to: number) => act({ type: 'move_stop', key: stop.key, to });
  const onKey = (event: KeyboardEvent) => {
    const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' ? at + 1 : null;
    if (!event.altKey || to === null) return;
    event.preventDefault();
    move(to);
  };
  const nameField = useField(stopField(stop.key, 'name'));
  const button = (name: string, tip: string, Icon: typeof IconTrash, off: boolean, onClick: () => void) => (
    <ActionIcon aria-label={name} data-tip={tip} disabled={disabled || off} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <li className={shared.stack} onKeyDown={onKey}>
      <div className={shared.rowTight}>
        <h3 className={shared.fill}>
          Stop {at + 1}
          {(at === 0 || at === count - 1) && `: ${roleOf(at, count).toLowerCase()}`}
        </h3>
        {button(`Move ${title} up`, 'Move up (Alt ↑)', IconArrowUp, at === 0, () => move(at - 1))}
        {button(`Move ${title} down`, 'Move down (Alt ↓)', IconArrowDown, at === count - 1, () =>
          move(at + 1),
        )}
        {button(
          `Remove ${title}`,
          count <= 2 ? 'A load needs an origin and a destination' : 'Remove stop',
          IconTrash,
          count <= 2,
          () => act({ type: 'remove_stop', key: stop.key }),
        )}
      </div>
      <div className={classes.two}>
        <StopPlace stop={stop} at={at} />
        <TextInput
          {...nameField}
          label={`Name of stop ${at + 1} (optional)`}
          placeholder="e.g. Denver Warehouse"
          maxLength={255}
          value={stop.name}
          onChange={({ currentTarget }) =>
            act({ type: 'stop', key: stop.key, change: { name: currentTarget.value } })
          }
        />
      </div>
      <div className={`${classes.three} ${classes.times}`}>
        <TimeField stop={stop} at={at} which="arrival" />
        <TimeField stop={stop} at={at} which="departure" />
        <ZoneField stop={stop} at={at} />
      </div>
    </li>
  );
}

function StopPlace({ stop, at }: StopProps) {
  const { act, sites } = useForm();
  const { latitude, longitude } = stop;
  const coordinates =
    latitude === null || longitude === null ? undefined : coordinatesText({ latitude, longitude });
  const field = useField(stopField(stop.key, 'place'), stop.place_name === '' ? undefined : coordinates);
  return (
    <PlaceField
      {...field}
      label={`Place of stop ${at + 1}`}
      typed={stop.place_text}
      value={placeOf(stop)}
      similar_to={stop.name}
      sites={sites}
      unit={lengthUnit()}
      instead="enter coordinates"
      onText={(text) => act({ type: 'place_text', key: stop.key, text })}
      onPick={(place) => act({ type: 'place', key: stop.key, place })}
    />
  );
}

const TIME_WORDS = { arrival: 'Arrival', departure: 'Departure' } as const;

function TimeField({ stop, at, which }: StopProps & { readonly which: 'arrival' | 'departure' }) {
  const { act } = useForm();
  const { clock } = useLive();
  const read = fromWall(stop[which], stop.zone);
  const utc = read && utcText(read.at).replace(/:\d\d UTC$/, ' UTC');
  const odd = read?.odd ? ` ${CLOCK_CHANGE_NOTES[read.odd]}` : '';
  return (
    <DateTimeField
      {...useField(stopField(stop.key, which), utc === null ? undefined : `${utc}.${odd}`)}
      zone={stop.zone}
      label={`${TIME_WORDS[which]} at stop ${at + 1}, ${zoneName(read?.at ?? clock.now(), stop.zone)} (optional)`}
      value={stop[which]}
      onChange={(text) => act({ type: 'stop', key: stop.key, change: { [which]: text } })}
    />
  );
}

function ZoneField({ stop, at }: StopProps) {
  const { act, company_zone, disabled } = useForm();
  const { clock } = useLive();
  const choices = useMemo(
    () => zoneChoices([stop.zone, company_zone ?? personZone(), personZone()], clock.now()),
    [stop.zone, company_zone, clock],
  );
  const default_words = company_zone === null ? 'Your time zone' : "Your company's time zone";
  const from = {
    place: 'The time zone of its place',
    default: `${default_words}, until the stop has a place`,
    person: 'Chosen by you',
  }[stop.zone_from];
  return (
    <NativeSelect
      label={`Time zone of stop ${at + 1}`}
      description={from}
      value={stop.zone}
      data={choices}
      disabled={disabled}
      onChange={({ currentTarget }) => act({ type: 'zone', key: stop.key, zone: currentTarget.value })}
    />
  );
}

export function TruckFields() {
  const { draft, act } = useForm();
  const set = (change: Partial<typeof draft>) => act({ type: 'fields', change });
  const unit = useField('vehicle_id', 'A truck on a load on the board. Leave it empty for any other truck.');
  return (
    <>
      <VehicleField
        {...unit}
        label="Unit (optional)"
        placeholder="e.g. unit, VIN, plate or load"
        truck={draft}
        none="No such truck on the board. Enter its VIN or plate."
        onText={(text) => set({ vehicle_id: text.trimStart(), vehicle_name: '' })}
        onPick={({ id, vehicle_name }) => set({ vehicle_id: id, vehicle_name: vehicle_name ?? '' })}
      />
      <VinField
        {...useField('vin')}
        label="VIN (optional)"
        value={draft.vin}
        onChange={(vin) => set({ vin })}
      />
      <div className={`${classes.three} ${classes.plate}`}>
        <PlateFields
          label="Plate (optional)"
          plate={draft}
          useField={useField}
          onChange={(name, value) => set({ [name]: value })}
        />
      </div>
    </>
  );
}
