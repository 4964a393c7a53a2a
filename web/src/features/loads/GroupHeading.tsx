/** Headings of groups of loads by cause: the sentence with its count and one action for all of them. Those of fleets are in FleetHeading.tsx. */
import { ActionIcon } from '@mantine/core';
import { isCause } from '@waypost/triage/score';
import { memo, type ReactNode } from 'react';
import { useLive, useLoad, useNewExceptions } from '../../live/context.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { IconChevronDown, IconChevronRight, IconDots } from '../../ui/icons.ts';
import { useWritingKey } from '../../ui/prefs.ts';
import { personLocale } from '../../ui/units.ts';
import { groupActionWords } from './actions.ts';
import { CAUSE_TITLES } from './cause-words.ts';
import { type Action, OWNER_WORD, sentenceOf } from './explain.ts';
import classes from './LoadRow.module.css';
import { ACTION_ICONS } from './RowActions.tsx';

export interface GroupHeadingProps {
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

export function HeadingLine(props: HeadingLineProps) {
  const { group, load_ids, folded, reachable, onFold, title, hint, count, as_one, children } = props;
  const { ids } = useNewExceptions();
  const fresh = ids.size === 0 ? 0 : load_ids.filter((load_id) => ids.has(load_id)).length;
  const Chevron = folded ? IconChevronRight : IconChevronDown;
  return (
    <GridCell className={classes.groupHeadingCell} title={hint}>
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
      {fresh > 0 && <span className={classes.groupHeadingFresh}>{as_one ? 'new' : `${fresh} new`}</span>}
      <span className={classes.more}>{children}</span>
    </GridCell>
  );
}

const number = (count: number) => count.toLocaleString(personLocale());

export interface GroupMenuButtonProps extends Pick<GroupHeadingProps, 'load_ids' | 'reachable'> {
  readonly title: string;
  readonly onGroupMenu: (
    load_ids: readonly string[],
    point: { readonly x: number; readonly y: number },
  ) => void;
}

export function GroupMenuButton({ title, load_ids, reachable, onGroupMenu }: GroupMenuButtonProps) {
  return (
    <ActionIcon
      size={24}
      tabIndex={reachable ? 0 : -1}
      aria-label={`Take or snooze: ${title}`}
      aria-haspopup="menu"
      data-tip="Take, assign, note, snooze or close these loads"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        onGroupMenu(load_ids, { x: left, y: bottom });
      }}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
}

export interface CauseHeadingProps extends GroupHeadingProps, Pick<GroupMenuButtonProps, 'onGroupMenu'> {
  readonly onGroupAction: (load_ids: readonly string[], action: Action) => void;
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
      {sentence && <span title={OWNER_WORD[sentence.owner]}>{OWNER_WORD[sentence.owner]}</span>}
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
      <GroupMenuButton title={CAUSE_TITLES[cause]} {...heading} onGroupMenu={onGroupMenu} />
    </HeadingLine>
  );
});
