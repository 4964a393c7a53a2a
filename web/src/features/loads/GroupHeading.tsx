/** Headings of groups of loads: by cause the sentence with its count and one action for all of them, by fleet its name and how its loads stand. */
import { ActionIcon } from '@mantine/core';
import { isCause } from '@waypost/triage/score';
import { memo, type ReactNode } from 'react';
import { useFleet, useLive, useLoad, useNewExceptions } from '../../live/context.ts';
import { fleetName, quietText } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { HEALTH, HEALTH_ORDER, type HealthKey } from '../../ui/health.ts';
import { IconChevronDown, IconChevronRight, IconCopy, IconDots } from '../../ui/icons.ts';
import { personLocale } from '../../ui/locale.ts';
import { useWritingKey } from '../../ui/prefs.ts';
import { copyFleetMessage, groupActionWords } from './actions.ts';
import { CAUSE_TITLES } from './cause-words.ts';
import { type Action, OWNER_WORD, sentenceOf } from './explain.ts';
import classes from './GroupHeading.module.css';
import { ACTION_ICONS } from './RowActions.tsx';

interface GroupHeadingProps {
  readonly group: string;
  readonly load_ids: readonly string[];
  readonly folded: boolean;
  readonly reachable: boolean;
  readonly onFold: (group: string) => void;
}

interface HeadingLineProps extends GroupHeadingProps {
  readonly title: string;
  /** On hover. */
  readonly hint?: string;
  /** `21`, `6 of 28` */
  readonly count: string;
  /** All its loads are one exception. */
  readonly as_one?: boolean;
  readonly children?: ReactNode;
}

function HeadingLine(props: HeadingLineProps) {
  const { group, load_ids, folded, reachable, onFold, title, hint, count, as_one, children } = props;
  const { ids } = useNewExceptions();
  const fresh = ids.size === 0 ? 0 : load_ids.filter((load_id) => ids.has(load_id)).length;
  const Chevron = folded ? IconChevronRight : IconChevronDown;
  return (
    <GridCell className={classes.cell} title={hint}>
      <button
        type="button"
        tabIndex={reachable ? 0 : -1}
        aria-expanded={!folded}
        className={classes.fold}
        onClick={() => onFold(group)}
      >
        <Chevron size={16} aria-hidden />
        <span className={classes.title}>{title}</span>
        <span className={classes.count}>{count}</span>
      </button>
      {fresh > 0 && <span className={classes.fresh}>{as_one ? 'new' : `${fresh} new`}</span>}
      <span className={classes.more}>{children}</span>
    </GridCell>
  );
}

const number = (count: number) => count.toLocaleString(personLocale());

export interface CauseHeadingProps extends GroupHeadingProps {
  readonly onGroupAction: (load_ids: readonly string[], action: Action) => void;
  readonly onGroupMenu: (
    load_ids: readonly string[],
    point: { readonly x: number; readonly y: number },
  ) => void;
}

export const CauseHeading = memo(function CauseHeading(props: CauseHeadingProps) {
  useWritingKey();
  const { onGroupAction, onGroupMenu, ...heading } = props;
  const { clock } = useLive();
  const { group: cause, load_ids, reachable } = heading;
  const first = useLoad(load_ids[0] ?? '');
  if (!isCause(cause)) return null;
  const sentence = first && sentenceOf(first, cause, clock.now());
  const action = sentence?.action;
  const Icon = action && ACTION_ICONS[action.kind];
  const words = action && groupActionWords(load_ids.length, action);
  return (
    <HeadingLine {...heading} title={CAUSE_TITLES[cause]} count={number(load_ids.length)}>
      {sentence && OWNER_WORD[sentence.owner]}
      {action && Icon && (
        <ActionIcon
          size={24}
          tabIndex={reachable ? 0 : -1}
          aria-label={`${words}: ${CAUSE_TITLES[cause]}`}
          data-tip={words}
          onClick={() => onGroupAction(load_ids, action)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        size={24}
        tabIndex={reachable ? 0 : -1}
        aria-label={`Take or snooze: ${CAUSE_TITLES[cause]}`}
        aria-haspopup="menu"
        data-tip="Take or snooze these loads"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          onGroupMenu(load_ids, { x: left, y: bottom });
        }}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </HeadingLine>
  );
});

interface QuietFleetHeadingProps extends GroupHeadingProps {
  readonly fleet_id: string;
}

/** Most trucks of a fleet are quiet: one exception with one message. Its name has the room: whose turn it is stands on hover. */
export const QuietFleetHeading = memo(function QuietFleetHeading(props: QuietFleetHeadingProps) {
  useWritingKey();
  const { fleet_id, ...heading } = props;
  const { store } = useLive();
  const counts = useFleet(fleet_id);
  if (!counts) return null;
  const name = fleetName(counts.fleet);
  const words = 'Copy message for the carrier';
  const { load_ids, reachable } = heading;
  const loads = load_ids.length === 1 ? '1 load' : `${number(load_ids.length)} loads`;
  return (
    <HeadingLine
      {...heading}
      as_one
      title={`Fleet quiet: ${name}`}
      count={quietText(counts)}
      hint={`${name}: ${quietText(counts)} send no pings. It may be the connection of the fleet, not the trucks. ${loads} here. ${OWNER_WORD.carrier}.`}
    >
      <ActionIcon
        size={24}
        tabIndex={reachable ? 0 : -1}
        aria-label={`${words}: Fleet quiet, ${isolated(name)}`}
        data-tip={words}
        onClick={() =>
          copyFleetMessage(
            counts,
            load_ids.flatMap((load_id) => store.get(load_id) ?? []),
          )
        }
      >
        <IconCopy size={16} aria-hidden />
      </ActionIcon>
    </HeadingLine>
  );
});

export interface FleetHeadingProps extends GroupHeadingProps {
  /** Shows only loads of the fleet in this health. */
  readonly onFleetHealth: (fleet: string, health: HealthKey) => void;
}

const FLEETLESS: Readonly<Record<string, readonly [title: string, hint: string]>> = {
  unknown: ['Fleet not known', 'The tracking service has not said yet whose trucks these are.'],
  none: ['No truck assigned', 'Without a truck there is no fleet.'],
};

export const FleetHeading = memo(function FleetHeading({ onFleetHealth, ...heading }: FleetHeadingProps) {
  useWritingKey();
  const { group, load_ids, reachable } = heading;
  const counts = useFleet(group);
  const here = number(load_ids.length);
  if (!counts) {
    const [title = group, hint] = FLEETLESS[group] ?? [];
    return <HeadingLine {...heading} title={title} count={here} {...(hint ? { hint } : {})} />;
  }
  const name = fleetName(counts.fleet);
  const all = counts.loads === load_ids.length;
  const loads = counts.loads === 1 ? 'load' : 'loads';
  return (
    <HeadingLine
      {...heading}
      title={name}
      count={all ? `${here} ${loads}` : `${here} of ${number(counts.loads)} ${loads}`}
    >
      {troubles(counts.by_health).map((health) => (
        <button
          key={health}
          type="button"
          tabIndex={reachable ? 0 : -1}
          className={classes.trouble}
          title={`Show only these loads of ${isolated(name)}`}
          onClick={() => onFleetHealth(group, health)}
        >
          {number(counts.by_health[health])} {HEALTH[health].word.toLowerCase()}
        </button>
      ))}
    </HeadingLine>
  );
});

/** The worst two kinds of trouble that its loads have: a heading has room for no more. */
function troubles(by_health: Readonly<Record<HealthKey, number>>): readonly HealthKey[] {
  return HEALTH_ORDER.filter((health) => health !== 'live' && by_health[health] > 0)
    .toSorted((a, b) => by_health[b] - by_health[a])
    .slice(0, 2);
}
