import { Button, TextInput } from '@mantine/core';
import type { Site } from '@waypost/contract/api/sites';
import { type DragEvent, type KeyboardEvent, type MouseEvent, memo } from 'react';
import { type LengthUnit, lengthText } from '../../../geo/length.ts';
import { roleOf } from '../../../live/load-words.ts';
import { useCityIn } from '../../../live/PlaceField.tsx';
import { placeName } from '../../../live/places.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconBook,
  IconBookmark,
  IconChevronDown,
  IconChevronRight,
  IconCirclePlus,
  IconGripVertical,
  IconTrash,
} from '../../../ui/icons.ts';
import { useFormatKey } from '../../../ui/prefs.ts';
import { coordinatesText } from '../../../ui/quantities.ts';
import shared from '../../../ui/shared.module.css';
import { personZone } from '../../../ui/time.ts';
import { minuteText } from '../../../ui/zoned.ts';
import classes from './Builder.module.css';
import { isAroundTruck } from './checks-journey.ts';
import { siteLink } from './convert.ts';
import type { DraftAction, DraftStop } from './draft.ts';
import { ToolButton } from './FormFrame.tsx';
import { stopField, useBuilder, useField } from './fields.ts';
import { RadiusField, StopPlace } from './StopFields.tsx';

export interface StopMoves {
  readonly move: (key: string, to: number) => void;
  readonly dragStart: (key: string) => void;
  /** Index of the stop under the pointer; null when outside. */
  readonly dragOver: (at: number | null) => void;
  readonly drop: (at: number) => void;
}

interface StopRowProps {
  readonly stop: DraftStop;
  readonly at: number;
  readonly count: number;
  readonly opened: boolean;
  readonly drawing: boolean;
  /** Side on which a dragged stop would be inserted. */
  readonly target: 'above' | 'below' | null;
  readonly suggested: readonly Site[];
  readonly has_error: boolean;
  readonly moves: StopMoves;
}

export const StopRow = memo(function StopRow(props: StopRowProps) {
  useFormatKey();
  const { stop, at, count, opened, target, moves, has_error } = props;
  const { unit, open } = useBuilder();
  const role = roleOf(at, count);
  const title = stop.name.trim() || role;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && opened) {
      event.stopPropagation();
      open(null);
      event.currentTarget.querySelector<HTMLElement>('[aria-expanded]')?.focus();
      return;
    }
    const to = event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' ? at + 1 : null;
    if (!event.altKey || to === null) return;
    event.preventDefault();
    event.stopPropagation();
    moves.move(stop.key, to);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    moves.dragOver(at);
  };
  return (
    <li
      className={classes.stopRow}
      data-stop={stop.key}
      data-opened={opened || undefined}
      data-target={target ?? undefined}
      onKeyDown={onKey}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        moves.drop(at);
      }}
    >
      <div className={classes.stopLine}>
        <span
          className={classes.grip}
          draggable
          aria-hidden
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', title);
            moves.dragStart(stop.key);
          }}
          onDragEnd={() => moves.dragOver(null)}
        >
          <IconGripVertical size={16} />
        </span>
        <button
          type="button"
          className={`${shared.row} ${shared.fill}`}
          style={{ padding: '8px 4px', border: 0, textAlign: 'left' }}
          aria-expanded={opened}
          onClick={() => open(opened ? null : stop.key)}
        >
          <span
            className={classes.number}
            data-wrong={has_error || undefined}
            data-empty={!stop.center || undefined}
          >
            {at + 1}
          </span>
          <span className={shared.fillWords}>
            <span className={shared.wrapped} style={{ alignItems: 'baseline', gap: '0 8px' }}>
              <strong className={shared.anywhere}>{title}</strong>
              {stop.name.trim() !== '' && <span className={shared.fixedSmall}>{role}</span>}
            </span>
            <span className={shared.smallLine}>{placeWords(stop, unit)}</span>
          </span>
          <Chevron size={16} aria-hidden className={shared.secondary} />
        </button>
        <span className={classes.moves}>
          <ToolButton
            label={`Move ${title} up`}
            tip={`Move ${title} up (Alt ↑)`}
            icon={IconArrowUp}
            size={24}
            run={at === 0 ? null : () => moves.move(stop.key, at - 1)}
          />
          <ToolButton
            label={`Move ${title} down`}
            tip={`Move ${title} down (Alt ↓)`}
            icon={IconArrowDown}
            size={24}
            run={at === count - 1 ? null : () => moves.move(stop.key, at + 1)}
          />
        </span>
      </div>
      {opened ? <Fields {...props} title={title} /> : <PlaceShortcuts {...props} title={title} />}
    </li>
  );
});

function placeWords(stop: DraftStop, unit: LengthUnit): string {
  const { center, radius_meters, place_text, place_name, site, city } = stop;
  if (place_text !== '') return `“${place_text}” does not match a place yet`;
  if (!center) return 'No circle yet';
  const radius = radius_meters === null ? 'no radius' : lengthText(radius_meters, unit);
  if (isAroundTruck(stop)) return `${radius} around the truck, not a stop: its times are no evidence`;
  if (city !== null) return `${radius} around the city center of ${place_name}, not the dock`;
  return `${radius} around ${coordinatesText(center)}${site ? ' · site book' : ''}`;
}

type PartProps = StopRowProps & { readonly title: string };

/** With more stops, a search for each would be too many requests. */
const MAX_CITY_OFFERS = 10;

function PlaceShortcuts(props: PartProps) {
  const { stop, title, drawing } = props;
  const { search } = useBuilder();
  if (stop.center) return null;
  return (
    <div className={`${shared.wrappedTight} ${classes.offer}`}>
      <PlaceOffers {...props} />
      <DrawButton stop={stop} title={title} drawing={drawing} />
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => search(stop.key)}>
        Search or type
      </Button>
    </div>
  );
}

/** Places by the name of the stop: similar sites, and the city in it. */
function PlaceOffers({ stop, suggested, count }: PartProps) {
  const { dispatch } = useBuilder();
  const use = ({ currentTarget }: MouseEvent, action: DraftAction) => {
    // The button goes once there is a circle. An open stop would keep tracking from starting at the next one.
    currentTarget.closest('li')?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    dispatch(action);
  };
  const is_from_load = stop.load_stop_sequence !== null && stop.center === null;
  const city = useCityIn(is_from_load && count <= MAX_CITY_OFFERS ? stop.name : '');
  if (stop.center) return null;
  return (
    <>
      {suggested.map((site) => (
        <Button
          key={site.id}
          size="compact-xs"
          leftSection={<IconBook size={14} aria-hidden />}
          onClick={(event) => use(event, { type: 'site', key: stop.key, site: siteLink(site) })}
        >
          Use {site.name}
        </Button>
      ))}
      {city && (
        <Button
          size="compact-xs"
          title="Not the dock: its times count as no evidence"
          onClick={(event) =>
            use(event, {
              type: 'circle',
              key: stop.key,
              center: { latitude: city.latitude, longitude: city.longitude },
              place_name: placeName(city),
              city: 'confirmed',
            })
          }
        >
          Use the city center of {placeName(city)}
        </Button>
      )}
    </>
  );
}

function DrawButton({ stop, title, drawing }: Pick<PartProps, 'stop' | 'title' | 'drawing'>) {
  const { draw } = useBuilder();
  if (draw === null) return null;
  const words = drawing ? 'Drawing. Press Esc to stop' : 'Draw on the map';
  return (
    <Button
      size="compact-xs"
      aria-pressed={drawing}
      leftSection={<IconCirclePlus size={14} aria-hidden />}
      aria-label={`${words}: ${title}`}
      onClick={() => draw(stop.key)}
    >
      {words}
    </Button>
  );
}

function Fields(props: PartProps) {
  const { stop, title, drawing, count } = props;
  const { dispatch, endStep, save } = useBuilder();
  const name = useField(stopField(stop.key, 'name'));
  const planned = [
    stop.planned_arrival_at && `arrive ${minuteText(stop.planned_arrival_at, personZone())}`,
    stop.planned_departure_at && `depart ${minuteText(stop.planned_departure_at, personZone())}`,
  ].filter((part) => part);
  return (
    <div className={`${shared.stack} ${classes.fields}`}>
      <StopPlace stop={stop} title={title} />
      <div className={classes.nameAndRadius}>
        <TextInput
          {...name}
          label="Name"
          aria-label={`Name of ${title}`}
          placeholder="e.g. Dock 4"
          value={stop.name}
          onChange={({ currentTarget }) =>
            dispatch(
              { type: 'stop', key: stop.key, change: { name: currentTarget.value } },
              `stop-name:${stop.key}`,
            )
          }
          onBlur={endStep}
        />
        <RadiusField stop={stop} title={title} />
      </div>
      <SiteLine stop={stop} />
      {planned.length > 0 && <p className={shared.note}>Planned: {planned.join(', ')}</p>}
      <div className={shared.wrappedTight}>
        <PlaceOffers {...props} />
        <DrawButton stop={stop} title={title} drawing={drawing} />
        {save && stop.center && !stop.site && stop.city === null && (
          <Button
            size="compact-xs"
            leftSection={<IconBookmark size={14} aria-hidden />}
            onClick={() => save(stop)}
          >
            Save to site book
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={shared.end}
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={count > 2 ? `Remove ${title}` : `Clear ${title}`}
          onClick={() => dispatch({ type: 'remove_stop', key: stop.key })}
        >
          {count > 2 ? 'Remove' : 'Clear'}
        </Button>
      </div>
    </div>
  );
}

function SiteLine({ stop }: Pick<PartProps, 'stop'>) {
  const { dispatch, unit } = useBuilder();
  const { site, center, radius_meters, key } = stop;
  if (!site) return null;
  const same =
    radius_meters === site.radius_meters &&
    center?.latitude === site.latitude &&
    center.longitude === site.longitude;
  return (
    <p className={`${shared.note} ${shared.wrapped}`} style={{ alignItems: 'center', gap: 6 }}>
      <IconBook size={14} aria-hidden />
      <span>
        {same
          ? `Matches ${site.name} in the site book.`
          : `${site.name} in the site book is ${lengthText(site.radius_meters, unit)}; this circle is different.`}
      </span>
      {!same && (
        <Button size="compact-xs" onClick={() => dispatch({ type: 'site', key, site })}>
          Use site's radius
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={() => dispatch({ type: 'leave_site', key })}
      >
        Unlink
      </Button>
    </p>
  );
}
