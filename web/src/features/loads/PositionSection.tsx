/** Where the truck is and how old that is, always together; how it moves as far as our own record shows. */
import { Button } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import { windOf } from '@waypost/geo/geodesy';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { useCopy } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { durationText, fullDateTime, utcText } from '../../ui/time.ts';
import { believable, coordinatesText, placeText, speedText } from '../../ui/units.ts';
import { rhythmText } from './history/rhythm.ts';
import classes from './LoadPanel.module.css';

/** Why there is no position, with the reasons that the interface gives. */
function whyNone(load: BoardLoad): string {
  if (load.unread?.some(({ path }) => path.startsWith('last_position')))
    return "The position can't be read; see the raw data below.";
  switch (load.tracking_health) {
    case null:
      return 'No data yet.';
    case 'unassigned':
      return 'No truck assigned.';
    case 'no_signal':
      return 'No pings from this truck yet.';
    case 'not_shared':
      return 'The fleet does not share location with us.';
    default:
      return 'The tracking service reports no position.';
  }
}

export interface PositionSectionProps {
  readonly load: BoardLoad;
  /** Opens the history; left out while it is open. */
  readonly onHistory?: (() => void) | undefined;
}

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
        {whyNone(load)}
      </Section>
    );
  const coordinates = coordinatesText(position);
  return (
    <Section title="Position" aside={history}>
      <p className={classes.place}>
        {place ? placeText(place) : coordinates}
        <span className={classes.age}>
          <Age at={position.occurred_at} ago />
        </span>
      </p>
      <Facts>
        <Fact name="Reported">
          <time dateTime={position.occurred_at}>{fullDateTime(position.occurred_at)}</time>
        </Fact>
        <Fact name="UTC">{utcText(position.occurred_at)}</Fact>
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
        <Rhythm load={load} />
      </Facts>
    </Section>
  );
}

function Rhythm({ load }: { readonly load: BoardLoad }) {
  const words = useNow((now) => {
    const rhythm = rhythmText(load, now);
    return rhythm && `${rhythm.text}${rhythm.later_than_usual ? ', later than usual' : ''}`;
  });
  return <Fact name="Pings">{words && words[0]?.toUpperCase() + words.slice(1)}</Fact>;
}

function Motion({ load }: { readonly load: BoardLoad }) {
  const { motion } = load;
  const stood = useNow((now) =>
    motion?.moving === false && motion.last_moved_at
      ? durationText(now - Date.parse(motion.last_moved_at))
      : null,
  );
  if (!motion || motion.moving === null)
    return <Fact name="Motion">Unknown until two positions are received</Fact>;
  if (!motion.moving)
    return (
      <Fact name="Motion">
        {stood === null ? 'Stopped at its last position' : `Stopped, last moved ${stood} ago`}
      </Fact>
    );
  const heading =
    motion.bearing_degrees === null ? '' : ` ${windOf(motion.bearing_degrees)} (${motion.bearing_degrees}°)`;
  const speed =
    motion.speed_mps === null || !believable(motion.speed_mps) ? '' : `, ${speedText(motion.speed_mps)}`;
  return <Fact name="Motion">{`Driving${heading}${speed} between its last two positions`}</Fact>;
}
