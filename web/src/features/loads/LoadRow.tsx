/**
 * A load in two lines: health, names, truck and age of its position; then place, next stop and lateness. Renders only when this load
 * changes.
 */
import { ActionIcon } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { memo, type PointerEvent, type ReactNode } from 'react';
import { Age } from '../../live/Age.tsx';
import { useFacts, useIsNew, useLive, useLoad, useNow } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { HealthBadge, HealthIcon, healthWord } from '../../ui/HealthBadge.tsx';
import { IconCopy, IconDots, IconMapPin, IconPhone, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { useFormatKey } from '../../ui/prefs.ts';
import shared from '../../ui/shared.module.css';
import { placeText } from '../../ui/units.ts';
import { CALL_CARRIER, canCall, useCallCarrier } from './actions.ts';
import {
  type Action,
  actionWords,
  CAUSE_WORDS,
  OWNER_WORD,
  scoreText,
  sentenceOf,
  startWords,
  useSentence,
} from './explain.ts';
import classes from './LoadRow.module.css';
import { LINE_HEIGHT, phoneLines, ROW_INSET, rowLines } from './name-lines.ts';
import { nextStopWords } from './next-stop.ts';
import { truckName } from './vehicle-name.ts';

/** `narrow`: on a phone, with a line each for names, place and next stop. */
export type RowForm = 'comfortable' | 'compact' | 'narrow';

/** Pixels. `tall`: with a line for the cause, when no heading shows it. */
export const ROW_HEIGHTS: Readonly<Record<RowForm, { readonly plain: number; readonly tall: number }>> = {
  comfortable: { plain: 46, tall: 64 },
  compact: { plain: 32, tall: 52 },
  narrow: { plain: 56, tall: 76 },
};

/** Lines of text that fit into a row of the default height. */
const DEFAULT_LINES = 3;
/** Additional margins of a row with three lines or more, pixels. */
const MARGINS = 6;
/** Minimum height for touch, pixels. */
const MIN_TOUCH_HEIGHT = 44;

/**
 * Pixels that a row needs beyond ROW_HEIGHTS, possibly negative. A compact row has one line, whatever its content.
 * @param list_width pixels; unused on a phone, where the list fills the screen
 */
export function extraHeight(load: BoardLoad | undefined, form: RowForm, list_width: number): number {
  if (!load || form === 'compact') return 0;
  if (form === 'narrow') {
    const more = (phoneLines(load) - DEFAULT_LINES) * LINE_HEIGHT;
    return Math.max(more, MIN_TOUCH_HEIGHT - ROW_HEIGHTS.narrow.plain);
  }
  const { names, place } = rowLines(load, list_width - ROW_INSET);
  const lines = names + place;
  return lines < DEFAULT_LINES ? 0 : MARGINS + (lines - DEFAULT_LINES) * LINE_HEIGHT;
}

interface LoadRowProps {
  readonly load_id: string;
  readonly form: RowForm;
  /** There is a line for the cause. */
  readonly tall: boolean;
  readonly reachable: boolean;
  readonly onAction: (load_id: string, action: Action) => void;
  readonly onMenu: (load_id: string, point: { readonly x: number; readonly y: number }) => void;
}

export const LoadRow = memo(function LoadRow(props: LoadRowProps) {
  const { load_id, form, tall, ...actions } = props;
  useFormatKey();
  const { clock } = useLive();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const fresh = useIsNew(load_id);
  if (!load || !facts)
    return <GridCell className={`${shared.secondary} ${classes.cell}`}>No longer on the board</GridCell>;
  const ref = load.load_ref ?? load.load_id;
  const health = healthWord(facts.health, load.tracking_health);
  // Built on hover, because every row would otherwise build it each second.
  const explain = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    const { what, why, owner } = sentenceOf(load, facts.cause, clock.now());
    const summary = [`${health}: ${what}.`, why, OWNER_WORD[owner]].filter(Boolean).join(' ');
    currentTarget.title = [summary, scoreText(facts, clock.now())].filter(Boolean).join('\n');
  };
  const age = (
    <span className={`${shared.fixedSmall} ${shared.end} ${classes.age}`}>
      {load.last_position ? <Age at={load.last_position.occurred_at} /> : 'no position'}
    </span>
  );
  const second = (first: ReactNode, end: ReactNode = null) => (
    <div className={`${shared.small} ${classes.second}`}>
      {first}
      {end}
    </div>
  );
  const truck = truckName(load);
  const fleet = load.fleet && form !== 'compact' ? fleetName(load.fleet) : null;
  return (
    <>
      <GridCell className={classes.cell} data-form={form}>
        {/* Wide letters may need one line more than estimated. */}
        <div className={classes.line} title={[ref, truck, fleet].filter(Boolean).join(', ')}>
          <span className={classes.health} onPointerEnter={explain}>
            <HealthIcon health={facts.health} />
            <span className={shared.hidden}>{health}</span>
          </span>
          {fresh && (
            <span className={classes.fresh} title="New since your last visit">
              <span className={shared.hidden}>new</span>
            </span>
          )}
          <div className={classes.names}>
            <strong title={ref}>{ref}</strong>
            <span title={truck}>{isolated(truck)}</span>
            {fleet && (
              <span className={shared.small} title={fleet}>
                {fleet}
              </span>
            )}
          </div>
          {form === 'compact' && (
            <>
              <Where load={load} />
              <NextStop load={load} brief />
            </>
          )}
          {form !== 'narrow' && age}
        </div>
        {form === 'comfortable' && second(<Where load={load} />, <NextStop load={load} />)}
        {form === 'narrow' && second(<Where load={load} />, age)}
        {form === 'narrow' && second(<NextStop load={load} />)}
        {tall && <CauseLine load={load} facts={facts} />}
      </GridCell>
      <RowActions load={load} facts={facts} {...actions} />
    </>
  );
});

function Where({ load }: { readonly load: BoardLoad }) {
  const start = useNow((now) => (load.vehicle_assignment === null ? startWords(load, now) : ''));
  const text = load.place ? placeText(load.place) : start.replace(/^, p/, 'P');
  return (
    <span className={`${shared.ellipsis} ${classes.where}`} title={text}>
      {text}
    </span>
  );
}

function NextStop({ load, brief = false }: { readonly load: BoardLoad; readonly brief?: boolean }) {
  // Compared as JSON, so that it renders only when the text differs.
  const json = useNow((now) => JSON.stringify(nextStopWords(load, now)));
  const words = JSON.parse(json) as ReturnType<typeof nextStopWords>;
  if (words === null) return null;
  const { stop, time, late, at_stop, title } = words;
  return (
    <span className={classes.next} title={title}>
      {at_stop && <IconMapPin size={14} aria-hidden />}
      {!brief && (
        <span className={`${shared.ellipsis} ${classes.stop}`}>
          {!at_stop && '→ '}
          {stop}
        </span>
      )}
      {brief && at_stop && <span>{stop}</span>}
      {time && <span className={shared.fixed}>{time}</span>}
      {late && <strong className={`${shared.fixed} ${classes.late}`}>{late}</strong>}
    </span>
  );
}

/** The cause, worded as in the headings; the lines above already say where and how late. */
function CauseLine({ load, facts }: { readonly load: BoardLoad; readonly facts: LoadFacts }) {
  const { what, why, owner } = useSentence(load, facts);
  return (
    <div className={`${shared.line} ${shared.small} ${classes.words}`} title={`${what}. ${why}`}>
      <strong className={`${shared.ellipsis} ${classes.where}`}>{CAUSE_WORDS[facts.cause].title}</strong>
      <span className={shared.fixed}>{OWNER_WORD[owner]}</span>
    </div>
  );
}

export const ACTION_ICONS = { message: IconCopy, read_now: IconRefresh, remove: IconTrash } as const;

export interface RowActionsProps extends Pick<LoadRowProps, 'reachable' | 'onAction' | 'onMenu'> {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
}

/** Actions of a row, in their own cell: the action for its cause, a call, and the menu. In the tab order while the row is active. */
export function RowActions({ load, facts, reachable, onAction, onMenu }: RowActionsProps) {
  const call = useCallCarrier();
  const { load_id } = load;
  const { action } = CAUSE_WORDS[facts.cause];
  const button = (words: string, Icon: typeof IconDots, onClick: (button: HTMLElement) => void, key = '') => (
    <ActionIcon
      size={28}
      variant="default"
      tabIndex={reachable ? 0 : -1}
      aria-label={`${words}, ${isolated(load.load_ref ?? load_id)}`}
      aria-haspopup={key === '' ? undefined : 'menu'}
      data-tip={words + key}
      onClick={(event) => {
        event.stopPropagation();
        onClick(event.currentTarget);
      }}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  const openMenu = (more: HTMLElement) => {
    const { left, bottom } = more.getBoundingClientRect();
    onMenu(load_id, { x: left, y: bottom });
  };
  return (
    <GridCell className={classes.actions} data-reachable={reachable || undefined}>
      {action && button(actionWords(action), ACTION_ICONS[action.kind], () => onAction(load_id, action))}
      {canCall(load) && button(CALL_CARRIER, IconPhone, () => call(load))}
      {button('More actions', IconDots, openMenu, ' (m)')}
    </GridCell>
  );
}

export function LoadLine({ load_id }: { readonly load_id: string }) {
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts) return <span className={shared.small}>No longer on the board</span>;
  return (
    <>
      <span className={`${shared.row} ${classes.ends}`}>
        <strong>{load.load_ref ?? load_id}</strong>
        <HealthBadge health={facts.health} raw={load.tracking_health} />
      </span>
      <span className={`${shared.row} ${shared.small} ${classes.ends}`}>
        <span className={shared.ellipsis}>
          {truckName(load)}
          {load.fleet && ` · ${fleetName(load.fleet)}`}
        </span>
        {load.last_position && <Age at={load.last_position.occurred_at} ago />}
      </span>
    </>
  );
}
