/** Headings of cause groups: title, count, and one action for all loads. Those of fleets are in FleetHeading.tsx. */
import { ActionIcon } from '@mantine/core';
import { isCause } from '@waypost/triage/score';
import { memo, type ReactNode } from 'react';
import { useNewExceptions } from '../../live/context.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { IconChevronDown, IconChevronRight, IconDots } from '../../ui/icons.ts';
import { useFormatKey } from '../../ui/prefs.ts';
import shared from '../../ui/shared.module.css';
import { numberText } from '../../ui/units.ts';
import { groupActionWords } from './actions.ts';
import { type Action, CAUSE_WORDS, OWNER_WORD } from './cause-words.ts';
import classes from './GroupHeading.module.css';
import { ACTION_ICONS } from './LoadRow.tsx';

export interface GroupHeadingProps {
  readonly group: string;
  readonly load_ids: readonly string[];
  readonly folded: boolean;
  readonly reachable: boolean;
  readonly onFold: (group: string) => void;
}

interface HeadingLineProps extends GroupHeadingProps {
  readonly title: string;
  /** Beside the title, or below it in a narrow list: the owner, or loads per health. */
  readonly aside?: ReactNode;
  readonly hint?: string;
  /** `21`, `6 of 28` */
  readonly count: string;
  /** All its loads are a single exception. */
  readonly as_one?: boolean;
  readonly children?: ReactNode;
}

export function HeadingLine(props: HeadingLineProps) {
  const { group, load_ids, folded, reachable, onFold, title, aside, hint, count, as_one, children } = props;
  const { ids } = useNewExceptions();
  const fresh = ids.size === 0 ? 0 : load_ids.filter((load_id) => ids.has(load_id)).length;
  const Chevron = folded ? IconChevronRight : IconChevronDown;
  return (
    <GridCell className={classes.heading} title={hint}>
      <div className={classes.headingWords}>
        <div className={`${shared.row} ${classes.headingTitle}`}>
          <button
            type="button"
            tabIndex={reachable ? 0 : -1}
            aria-expanded={!folded}
            className={`${shared.rowTight} ${classes.fold}`}
            onClick={() => onFold(group)}
          >
            <Chevron size={16} aria-hidden className={shared.secondary} />
            <span className={shared.ellipsis}>{title}</span>
            <span className={shared.fixedSmall} style={{ fontWeight: 500 }}>
              {count}
            </span>
          </button>
          {fresh > 0 && <span className={shared.fresh}>{as_one ? 'new' : `${fresh} new`}</span>}
        </div>
        {aside && <span className={`${shared.small} ${shared.ellipsis} ${classes.aside}`}>{aside}</span>}
      </div>
      {children}
    </GridCell>
  );
}

export interface GroupMenuButtonProps extends Pick<GroupHeadingProps, 'group' | 'load_ids' | 'reachable'> {
  readonly title: string;
  readonly onGroupMenu: (
    load_ids: readonly string[],
    point: { readonly x: number; readonly y: number },
    group: string,
  ) => void;
}

export function GroupMenuButton({ title, group, load_ids, reachable, onGroupMenu }: GroupMenuButtonProps) {
  return (
    <ActionIcon
      size={24}
      tabIndex={reachable ? 0 : -1}
      aria-label={`Take or snooze: ${title}`}
      aria-haspopup="menu"
      data-tip="Take, assign, note, snooze or close these loads"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        onGroupMenu(load_ids, { x: left, y: bottom }, group);
      }}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  );
}

interface CauseHeadingProps extends GroupHeadingProps, Pick<GroupMenuButtonProps, 'onGroupMenu'> {
  readonly onGroupAction: (load_ids: readonly string[], action: Action, group: string) => void;
}

export const CauseHeading = memo(function CauseHeading(props: CauseHeadingProps) {
  useFormatKey();
  const { onGroupAction, onGroupMenu, ...heading } = props;
  const { group: cause, load_ids, reachable } = heading;
  if (!isCause(cause)) return null;
  const { title, owner, action } = CAUSE_WORDS[cause];
  const Icon = action && ACTION_ICONS[action.kind];
  const words = action && groupActionWords(load_ids.length, action);
  return (
    <HeadingLine {...heading} title={title} aside={OWNER_WORD[owner]} count={numberText(load_ids.length)}>
      {action && Icon && (
        <ActionIcon
          size={24}
          tabIndex={reachable ? 0 : -1}
          aria-label={`${words}: ${title}`}
          data-tip={words}
          onClick={() => onGroupAction(load_ids, action, cause)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      )}
      <GroupMenuButton title={title} {...heading} onGroupMenu={onGroupMenu} />
    </HeadingLine>
  );
});
