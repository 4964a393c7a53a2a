/** The stops in their order: where, and when in the zone of the place. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { type KeyboardEvent, useMemo } from 'react';
import { useLive } from '../../live/context.ts';
import { DateTimeField, ODD_TIME } from '../../live/DateTimeField.tsx';
import { PlaceField } from '../../live/PlaceField.tsx';
import { IconArrowDown, IconArrowUp, IconCirclePlus, IconTrash } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { personZone, utcText, zoneName } from '../../ui/time.ts';
import { coordinatesText, lengthUnit } from '../../ui/units.ts';
import { COMMON_ZONES, fromWall, zoneLabel } from '../../ui/zoned.ts';
import { stopField } from './check.ts';
import { placeOf, roleOf, type StopDraft } from './draft.ts';
import { useField, useForm } from './form-context.ts';
import classes from './LoadForm.module.css';

/** Own zones first, then the common ones, each once: `Chicago (CST)`. @param now milliseconds since 1970 */
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
      <ol className={`${shared.list} ${shared.column} ${classes.stops}`}>
        {draft.stops.map((stop, at) => (
          <Stop key={stop.key} stop={stop} at={at} />
        ))}
      </ol>
      {error && <p role="alert">{error}</p>}
      <div>
        <Button
          leftSection={<IconCirclePlus size={16} aria-hidden />}
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
  return (
    <li className={shared.stack} onKeyDown={onKey}>
      <div className={classes.stopHead}>
        <h3>
          {at + 1}. {roleOf(at, count)}
        </h3>
        <ActionIcon
          aria-label={`Move ${title} up`}
          data-tip="Move up (Alt ↑)"
          disabled={disabled || at === 0}
          onClick={() => move(at - 1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${title} down`}
          data-tip="Move down (Alt ↓)"
          disabled={disabled || at === count - 1}
          onClick={() => move(at + 1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Remove ${title}`}
          data-tip={count <= 2 ? 'A load needs an origin and a destination' : 'Remove stop'}
          disabled={disabled || count <= 2}
          onClick={() => act({ type: 'remove_stop', key: stop.key })}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
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
      <div className={classes.times}>
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
      onText={(place_text) =>
        act({
          type: 'stop',
          key: stop.key,
          change: { place_text, latitude: null, longitude: null, place_name: '' },
        })
      }
      onPick={(place) => act({ type: 'place', key: stop.key, place })}
    />
  );
}

const TIME_WORDS = { arrival: 'Arrival', departure: 'Departure' } as const;

function TimeField({ stop, at, which }: StopProps & { readonly which: 'arrival' | 'departure' }) {
  const { act } = useForm();
  const read = fromWall(stop[which], stop.zone);
  const utc = read && utcText(read.at).replace(/:\d\d UTC$/, ' UTC');
  const odd = read?.odd ? ` ${ODD_TIME[read.odd]}` : '';
  return (
    <DateTimeField
      {...useField(stopField(stop.key, which), utc === null ? undefined : `${utc}.${odd}`)}
      zone={stop.zone}
      label={`${TIME_WORDS[which]} at stop ${at + 1} (optional)`}
      value={stop[which]}
      onChange={(text) => act({ type: 'stop', key: stop.key, change: { [which]: text } })}
    />
  );
}

function ZoneField({ stop, at }: StopProps) {
  const { act, disabled } = useForm();
  const { clock } = useLive();
  const choices = useMemo(() => zoneChoices([personZone(), stop.zone], clock.now()), [stop.zone, clock]);
  return (
    <NativeSelect
      label={`Time zone of stop ${at + 1}`}
      value={stop.zone}
      data={choices}
      disabled={disabled}
      onChange={({ currentTarget }) =>
        act({ type: 'stop', key: stop.key, change: { zone: currentTarget.value } })
      }
    />
  );
}
