/**
 * A load: health, names, truck and age of its position; then place, next stop and lateness, which take a second line if they need it.
 * Renders only when this load changes.
 */
import { ActionIcon } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { decidedBy, silentSince } from '@waypost/triage/rank';
import { memo, type PointerEvent } from 'react';
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
import { nextStopWords } from './next-stop.ts';
import { truckName } from './vehicle-name.ts';

/** `narrow`: on a phone, with a line each for names, place and next stop. */
export type RowForm = 'comfortable' | 'compact' | 'narrow';

/** Pixels, whatever the content. `tall`: with a line for the cause, when no heading shows it. As in LoadRow.module.css. */
export const ROW_HEIGHTS: Readonly<Record<RowForm, { readonly plain: number; readonly tall: number }>> = {
  comfortable: { plain: 47, tall: 62 },
  compact: { plain: 32, tall: 47 },
  narrow: { plain: 64, tall: 79 },
};

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
  const decides = decidedBy(facts.cause);
  const age = (
    <span className={`${shared.fixedSmall} ${classes.age}`} data-decides={decides === 'silence' || undefined}>
      <PositionAge load={load} facts={facts} />
    </span>
  );
  const next = <NextStop load={load} decides={decides === 'appointment'} />;
  const truck = truckName(load);
  const fleet = load.fleet && form !== 'compact' ? fleetName(load.fleet) : null;
  return (
    <GridCell className={classes.cell} data-form={form} data-tall={tall || undefined}>
      <div className={classes.line}>
        <span className={classes.health} onPointerEnter={explain}>
          <HealthIcon health={facts.health} />
          <span className={shared.hidden}>{health}</span>
        </span>
        {fresh && (
          <span className={classes.fresh} title="New since your last visit">
            <span className={shared.hidden}>new</span>
          </span>
        )}
        <div className={classes.names} title={[ref, truck, fleet].filter(Boolean).join(', ')}>
          <strong>{ref}</strong>
          <span>{isolated(truck)}</span>
          {fleet && <span className={shared.small}>{fleet}</span>}
          {form === 'compact' && <Where load={load} />}
        </div>
        <div className={classes.end}>
          <RowActions load={load} facts={facts} {...actions} />
          {form !== 'narrow' && age}
        </div>
      </div>
      {form === 'narrow' && (
        <div className={`${shared.small} ${classes.second}`}>
          <Where load={load} />
          {age}
        </div>
      )}
      <div className={`${shared.small} ${classes.second}`}>
        {form === 'comfortable' && <Where load={load} />}
        {next}
      </div>
      {tall && <CauseLine load={load} facts={facts} />}
    </GridCell>
  );
});

/** How old the position is; without any, how long the truck has been known to be silent. */
function PositionAge({ load, facts }: { readonly load: BoardLoad; readonly facts: LoadFacts }) {
  if (load.last_position) return <Age at={load.last_position.occurred_at} />;
  const since = decidedBy(facts.cause) === 'silence' ? silentSince(load, facts.cause) : null;
  if (since === null) return 'no position';
  return (
    <>
      no ping in <Age at={new Date(since).toISOString()} />
    </>
  );
}

function Where({ load }: { readonly load: BoardLoad }) {
  const start = useNow((now) => (load.vehicle_assignment === null ? startWords(load, now) : ''));
  const { place } = load;
  if (!place) return <span className={classes.where}>{start.replace(/^, p/, 'P')}</span>;
  const text = placeText(place);
  const city = placeText({ ...place, direction: null });
  return (
    <span className={classes.where} title={text}>
      {text !== city && <span className={classes.direction}>{text.slice(0, -city.length)}</span>}
      <span className={classes.city}>{city}</span>
    </span>
  );
}

interface NextStopProps {
  readonly load: BoardLoad;
  /** The appointment decides where the load is listed. */
  readonly decides: boolean;
}

/** `→ Denver DC 5  Appt 14:30, 2 h 20 min late` */
function NextStop({ load, decides }: NextStopProps) {
  // Compared as JSON, so that it renders only when the text differs.
  const json = useNow((now) => JSON.stringify(nextStopWords(load, now)));
  const words = JSON.parse(json) as ReturnType<typeof nextStopWords>;
  if (words === null) return null;
  const { stop, time, late, at_stop, title } = words;
  return (
    <span className={classes.next} title={title}>
      <span className={classes.stop}>
        {at_stop ? <IconMapPin size={14} aria-hidden /> : '→ '}
        {stop}
      </span>
      {time && (
        <span className={classes.appointment} data-decides={decides || undefined}>
          {time}
          {late && (
            <>
              , <strong className={classes.late}>{late}</strong>
            </>
          )}
        </span>
      )}
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

export const ACTION_ICONS = {
  message: IconCopy,
  read_now: IconRefresh,
  remove: IconTrash,
  open_monitor: IconMapPin,
} as const;

export interface RowActionsProps extends Pick<LoadRowProps, 'reachable' | 'onAction' | 'onMenu'> {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
}

/** Actions of a row: the action for its cause, a call, and the menu. In the tab order while the row is active. */
export function RowActions({ load, facts, reachable, onAction, onMenu }: RowActionsProps) {
  const call = useCallCarrier();
  const { load_id } = load;
  const { action } = CAUSE_WORDS[facts.cause];
  const button = (words: string, Icon: typeof IconDots, onClick: (button: HTMLElement) => void, key = '') => (
    <ActionIcon
      size={24}
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
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
  const openMenu = (more: HTMLElement) => {
    const { left, bottom } = more.getBoundingClientRect();
    onMenu(load_id, { x: left, y: bottom });
  };
  return (
    <div className={classes.actions} data-reachable={reachable || undefined}>
      {action && button(actionWords(action), ACTION_ICONS[action.kind], () => onAction(load_id, action))}
      {canCall(load) && button(CALL_CARRIER, IconPhone, () => call(load))}
      {button('More actions', IconDots, openMenu, ' (m)')}
    </div>
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
