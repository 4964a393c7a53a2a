/** One line of the search: a thing with its health, place and age where it is watched; or a page or an action. */

import { VisuallyHidden } from '@mantine/core';
import { Age } from '../../live/Age.tsx';
import { useFacts, useLoad } from '../../live/context.ts';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import shared from '../../ui/shared.module.css';
import { placeText } from '../../ui/units.ts';
import classes from './Palette.module.css';
import type { Row } from './rows.ts';
import { foundBy, KIND_ICONS, KIND_WORDS, type Thing } from './things.ts';

export interface PaletteRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  readonly active: boolean;
  readonly onChoose: () => void;
  /** The pointer moved over it. */
  readonly onPoint: () => void;
}

export function PaletteRow({ id, index, row, active, onChoose, onPoint }: PaletteRowProps) {
  const disabledReason = row.command?.disabledReason ?? null;
  const Icon = row.command ? row.command.Icon : KIND_ICONS[row.thing.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-disabled={disabledReason !== null || undefined}
      data-row={index}
      className={classes.row}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !active && onPoint()}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden className={classes.icon} />
      {row.thing ? (
        <ThingLines thing={row.thing} />
      ) : (
        <span className={classes.lines}>
          <span className={classes.title}>{row.command.label}</span>
          {disabledReason && <span className={shared.smallLine}>{disabledReason}</span>}
        </span>
      )}
    </div>
  );
}

function ThingLines({ thing }: { readonly thing: Thing }) {
  const by = foundBy(thing);
  return (
    <>
      <span className={classes.lines}>
        <span className={classes.title}>
          {thing.title}
          <VisuallyHidden>, {KIND_WORDS[thing.kind].one}</VisuallyHidden>
        </span>
        <span className={shared.smallLine}>{[thing.subtitle, by].filter(Boolean).join(' · ')}</span>
      </span>
      {thing.load_id !== null && <Standing load_id={thing.load_id} />}
    </>
  );
}

/** Health, place and age of a watched load, as the board has them at this moment. */
function Standing({ load_id }: { readonly load_id: string }) {
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts) return null;
  return (
    <span className={classes.standing}>
      <HealthBadge health={facts.health} raw={load.tracking_health} />
      {load.last_position && (
        <span className={classes.where}>
          {load.place && <span className={shared.smallLine}>{placeText(load.place)}</span>}
          {load.place && ' · '}
          <Age at={load.last_position.occurred_at} ago className={classes.age} />
        </span>
      )}
    </span>
  );
}
