/**
 * The virtualized list of loads, with a heading for each group and the loads of unfolded groups. A grid with one tab stop: arrows (or j
 * and k) move over headings and rows, Enter opens a load or folds a group, and Tab continues to the buttons of the active line. While the
 * pointer is over the list, rows keep their position; pending updates are counted, and applied on request or when the pointer leaves.
 */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { ListedPart } from '../../live/attention.ts';
import { useFocusedLine, useIsFocused, useLineFocus } from '../../live/line-focus.ts';
import type { Group } from '../../live/order.ts';
import { useIsPicked, usePickedIds, usePicks } from '../../live/picks.ts';
import type { LoadView } from '../../live/view.ts';
import { Grid, GridRow, GridRowGroup, rowFor } from '../../ui/Grid.tsx';
import shared from '../../ui/shared.module.css';
import { countText } from '../../ui/units.ts';
import classes from './LoadList.module.css';
import { groupOfLine, headingKey, type LineHeights, linesOf, useRows } from './rows.ts';

export interface RowProps {
  readonly load_id: string;
  /** The row's buttons are in the tab order. */
  readonly reachable: boolean;
  /** It has left the group below whose heading it is held. */
  readonly moved: boolean;
}

export interface HeadingProps {
  readonly group: string;
  readonly load_ids: readonly string[];
  readonly folded: boolean;
  readonly reachable: boolean;
  readonly onFold: (group: string) => void;
}

interface LoadListProps {
  readonly view: LoadView;
  /** Absent: all of the view's loads. */
  readonly part?: ListedPart | undefined;
  readonly label: string;
  readonly heights: LineHeights;
  /** Must keep its identity between renders. */
  readonly renderRow: (row: RowProps) => ReactNode;
  /** Renders a group's heading; without it there are no groups. Must keep its identity between renders. */
  readonly renderHeading?: ((heading: HeadingProps) => ReactNode) | undefined;
  readonly folded: Pick<ReadonlySet<string>, 'has'>;
  readonly onFold: (group: string) => void;
  readonly selected: string | undefined;
  readonly onOpen: (load_id: string, by_keyboard: boolean) => void;
  /** Opens the menu of a row; the point is in window pixels. */
  readonly onMenu: (load_id: string, point: { readonly x: number; readonly y: number }) => void;
  readonly empty: ReactNode;
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
  readonly columns?: number;
  /** While some rows are picked, a click on any other picks it, too, and does not open it: on a phone. */
  readonly click_picks: boolean;
  /** Rows stay where they are: a menu or a form of one of them is open. */
  readonly held: boolean;
  /** The pointer has left the list, so new loads count as seen. */
  readonly onLeave?: () => void;
}

const HEAD_PIXELS = 32;
/** Where the focus comes from when the next key still means the load handled there: `aside` is its panel. */
const POPUP = '[role="dialog"], [role="menu"], aside';
/** Inset of the active row's menu, which must not cover what identifies the load; pixels. */
const MENU_INSET = 32;

export function LoadList(props: LoadListProps) {
  const { view, part, label, heights, renderRow, renderHeading, folded, onFold, selected } = props;
  const { onOpen, onMenu, empty, head, foot, columns, click_picks, held, onLeave } = props;
  const snapshot = useSyncExternalStore(view.subscribe, view.snapshot);
  const { ids, groups } = part ?? snapshot;
  const waiting = part?.waiting ?? snapshot.waiting;
  const picks = usePicks();
  const picking = usePickedIds().size > 0;
  const { active } = useLineFocus();
  const activeLine = useFocusedLine(active);
  const scroller = useRef<HTMLDivElement>(null);
  const hold = useHold(view, held);
  const grid = useRef<HTMLDivElement>(null);
  const grouped = renderHeading !== undefined;
  const lines = useMemo(
    () => linesOf({ ids, groups }, grouped ? (group) => folded.has(group) : null),
    [ids, groups, grouped, folded],
  );
  const groupsByKey = useMemo(() => new Map(groups.map((group) => [group.key, group])), [groups]);
  const covered = useMemo(
    () => ({ head: head ? HEAD_PIXELS : 0, heading: grouped ? heights.heading : 0 }),
    [head !== undefined, grouped, heights],
  );
  const { layout, visible, scrollTo } = useRows({ lines, heights, scroller, covered });

  // A load selected on the map or by an address may be far from the visible rows.
  const listed = selected !== undefined && lines.includes(selected);
  const showSelected = useEffectEvent(() => {
    if (selected !== undefined && listed) scrollTo(lines.indexOf(selected));
  });
  useEffect(() => showSelected(), [selected, listed]);
  // An unmounted list no longer has the pointer over it.
  useEffect(() => () => view.release(), [view]);

  const groupOfRow = (load_id: string): Group | undefined => {
    const at = ids.indexOf(load_id);
    return groups.find(({ from, count }) => at >= from && at < from + count);
  };
  const idsOf = (group: string): readonly string[] => {
    const { from = 0, count = 0 } = groupsByKey.get(group) ?? {};
    return ids.slice(from, from + count);
  };
  const listedIds = useRef(ids);
  listedIds.current = ids;
  // Keeps its identity, so that rows do not render again with the list.
  const pick = useCallback(
    (load_id: string, range: boolean) => {
      if (range) picks?.addTo(load_id, listedIds.current);
      else picks?.toggle(load_id);
    },
    [picks],
  );
  const moveTo = (line: string | undefined) => {
    if (line === undefined) return;
    active.set(line);
    scrollTo(lines.indexOf(line));
  };
  /** Place of the active line, also after that has left the list. */
  const place = useRef(0);
  const active_at = activeLine === null ? -1 : lines.indexOf(activeLine);
  if (active_at >= 0) place.current = active_at;
  const has_left = activeLine !== null && active_at < 0;
  const moveToPlace = () =>
    moveTo(lines.slice(place.current).find((line) => groupOfLine(line) === null) ?? lines.at(-1));

  const onFocus = ({ target, currentTarget, relatedTarget }: FocusEvent) => {
    if (target !== currentTarget) return;
    if (activeLine === null) active.set((listed && selected) || (lines[0] ?? null));
    // Under a pointer no row moves, and the next key after a form or a menu means its row.
    else if (has_left && currentTarget.matches(':focus-visible') && relatedTarget?.closest(POPUP) === null)
      moveToPlace();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.ctrlKey || event.metaKey || event.altKey) return;
    // The key of a row must not hit the one that took its place: it only shows that.
    if (
      has_left &&
      (/^(Enter|Arrow(Left|Right)|m|x)$/.test(event.key) || rowFor(event.key, 0, lines.length) !== undefined)
    ) {
      moveToPlace();
      event.preventDefault();
      return;
    }
    // Picking begins at the top, as moving does.
    const line = activeLine ?? (event.key === 'x' ? (lines[0] ?? null) : null);
    if (line !== activeLine) moveTo(line ?? undefined);
    hold.briefly();
    const to = rowFor(event.key, line === null ? -1 : lines.indexOf(line), lines.length);
    const group = line === null ? null : groupOfLine(line);
    if (to !== undefined) {
      // With Shift, the rows passed are picked.
      const next = lines[to];
      if (picks && event.shiftKey && event.key.startsWith('Arrow'))
        picks.add([line, next].filter((one) => one != null && groupOfLine(one) === null) as string[]);
      moveTo(next);
    } else if (line === null) return;
    else if (event.key === 'Enter') {
      if (group === null) onOpen(line, true);
      else onFold(group);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (!grouped) return;
      const folds = event.key === 'ArrowLeft';
      if (group !== null) {
        if (folded.has(group) !== folds) onFold(group);
      } else if (folds) moveTo(headingKey(groupOfRow(line)?.key ?? ''));
    } else if (event.key === 'x' && picks) {
      if (group === null) pick(line, false);
      else picks.add(idsOf(group));
    } else if (event.key === 'm' && group === null) {
      const row = document.getElementById(`row-${line}`)?.getBoundingClientRect();
      if (row) onMenu(line, { x: row.left + MENU_INSET, y: row.bottom });
    } else return;
    event.preventDefault();
  };

  // While the list is held, the groups are those of before.
  const movedFrom = (load_id: string): boolean => {
    if (!grouped || waiting === 0) return false;
    const group = groupOfRow(load_id);
    return group !== undefined && group.key !== '' && !view.belongsTo(load_id, group.key);
  };
  const visibleLines = lines.slice(visible.from, visible.to);
  const activeShown = activeLine !== null && visibleLines.includes(activeLine);
  const firstLine = lines[visible.first];
  const pinned =
    grouped && firstLine !== undefined && groupOfLine(firstLine) === null
      ? groupOfRow(firstLine)?.key || undefined
      : undefined;
  return (
    <div
      className={shared.fillFrame}
      data-picking={picking || undefined}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold.start()}
      onPointerLeave={({ pointerType }) => {
        // A finger leaves with each touch, but the rows stay for the next one.
        if (pointerType === 'mouse') hold.end();
        onLeave?.();
      }}
      onPointerDown={({ pointerType }) => pointerType !== 'mouse' && hold.briefly()}
      onTouchMove={hold.briefly}
    >
      <div ref={scroller} className={classes.scroller}>
        {ids.length === 0 ? (
          empty
        ) : (
          <Grid
            ref={grid}
            aria-label={label}
            aria-rowcount={lines.length + (head ? 1 : 0)}
            aria-colcount={columns}
            aria-activedescendant={activeShown ? `row-${activeLine}` : undefined}
            className={classes.grid}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
          >
            {head}
            {pinned !== undefined && (
              // The real heading is above; this copy is for the eye and the pointer only.
              <div
                aria-hidden
                className={classes.pinned}
                style={{ top: covered.head, height: covered.heading, marginBottom: -covered.heading }}
              >
                {renderHeading?.({
                  group: pinned,
                  load_ids: idsOf(pinned),
                  folded: false,
                  reachable: false,
                  onFold: (group) => {
                    onFold(group);
                    moveTo(headingKey(group));
                  },
                })}
              </div>
            )}
            <GridRowGroup style={{ position: 'relative', height: layout.total }}>
              {visibleLines.map((line, n) => {
                const at = visible.from + n;
                const position = {
                  index: at + (head ? 2 : 1),
                  start: layout.top(at),
                  size: layout.top(at + 1) - layout.top(at),
                };
                const group = groupOfLine(line);
                if (group !== null && renderHeading)
                  return (
                    <Heading
                      key={line}
                      line={line}
                      position={position}
                      group={group}
                      load_ids={idsOf(group)}
                      folded={folded.has(group)}
                      onFold={onFold}
                      renderHeading={renderHeading}
                    />
                  );
                return (
                  <Row
                    key={line}
                    load_id={line}
                    {...position}
                    selected={line === selected}
                    moved={movedFrom(line)}
                    renderRow={renderRow}
                    onOpen={onOpen}
                    onMenu={onMenu}
                    onPick={picks ? pick : null}
                    click_picks={click_picks && picking}
                  />
                );
              })}
            </GridRowGroup>
          </Grid>
        )}
        {foot}
      </div>
      {waiting > 0 && (
        <button type="button" className={classes.pendingUpdates} onClick={() => view.catchUp()}>
          {countText(waiting, 'update')}, show
        </button>
      )}
    </div>
  );
}

/** A finger has no hover and keys have no pointer: after each touch or key, rows stay for as long as the next one may take. */
const BRIEF_HOLD_MS = 3_000;

/** Holds the rows while the mouse is over the list, and briefly after a touch or a key. */
function useHold(view: LoadView, held: boolean) {
  const over = useRef(false);
  const kept = useRef(held);
  kept.current = held;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const briefly = () => {
    view.hold();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => !over.current && !kept.current && view.release(), BRIEF_HOLD_MS);
  };
  useEffect(() => {
    if (!held) return;
    view.hold();
    // After it, briefly: the next key means the same row.
    return briefly;
  }, [view, held]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    start: () => {
      over.current = true;
      view.hold();
    },
    end: () => {
      over.current = false;
      if (!kept.current) view.release();
    },
    briefly,
  };
}

interface LinePosition {
  readonly index: number;
  readonly start: number;
  readonly size: number;
}

interface HeadingLineProps extends Omit<HeadingProps, 'reachable'> {
  readonly line: string;
  readonly position: LinePosition;
  readonly renderHeading: (heading: HeadingProps) => ReactNode;
}

function Heading({ line, position, renderHeading, ...heading }: HeadingLineProps) {
  const { active } = useLineFocus();
  const isActive = useIsFocused(active, line);
  return (
    <GridRow
      id={`row-${line}`}
      aria-rowindex={position.index}
      data-active={isActive || undefined}
      className={classes.heading}
      style={{ height: position.size, transform: `translateY(${position.start}px)` }}
      onClick={() => active.set(line)}
    >
      {renderHeading({ ...heading, reachable: isActive })}
    </GridRow>
  );
}

interface RowLineProps extends LinePosition, Pick<LoadListProps, 'renderRow' | 'onOpen' | 'onMenu'> {
  readonly load_id: string;
  readonly selected: boolean;
  readonly moved: boolean;
  /** Null: loads cannot be picked here. */
  readonly onPick: ((load_id: string, range: boolean) => void) | null;
  readonly click_picks: boolean;
}

const Row = memo(function Row(props: RowLineProps) {
  const { load_id, index, start, size, selected, moved, renderRow, onOpen, onMenu } = props;
  const { onPick, click_picks } = props;
  const { hover, active } = useLineFocus();
  const hovered = useIsFocused(hover, load_id);
  const isActive = useIsFocused(active, load_id);
  const picked = useIsPicked(load_id);
  return (
    <GridRow
      id={`row-${load_id}`}
      aria-rowindex={index}
      aria-selected={selected}
      data-hovered={hovered || undefined}
      data-active={isActive || undefined}
      data-picked={picked || undefined}
      className={classes.row}
      style={{ height: size, transform: `translateY(${start}px)` }}
      onPointerEnter={() => hover.set(load_id)}
      onPointerLeave={() => hover.set(null)}
      onClick={(event: MouseEvent) => {
        active.set(load_id);
        const on_box = event.target instanceof HTMLInputElement;
        if (onPick && (on_box || click_picks || event.shiftKey || event.ctrlKey || event.metaKey))
          onPick(load_id, event.shiftKey);
        else onOpen(load_id, false);
      }}
      // Shift selects rows, not their text.
      onMouseDown={(event: MouseEvent) => event.shiftKey && event.preventDefault()}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        active.set(load_id);
        onMenu(load_id, { x: event.clientX, y: event.clientY });
      }}
    >
      {renderRow({ load_id, reachable: isActive, moved })}
    </GridRow>
  );
});
