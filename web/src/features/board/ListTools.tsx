/** Parts of the list's frame that load after the board has rendered: menus, resize handle and the line of a fleet filter. */
import { ActionIcon, Menu } from '@mantine/core';
import { type PointerEvent, useRef } from 'react';
import { useFleet, useLive } from '../../live/context.ts';
import { troubleText } from '../../live/fleet-words.ts';
import { fleetName } from '../../live/fleets.ts';
import { type DeferredProps, useOpened } from '../../ui/deferred.tsx';
import { IconArrowsSort, IconColumns } from '../../ui/icons.ts';
import { FilterLine } from '../../ui/lines.tsx';
import { prefs, usePrefs } from '../../ui/prefs.ts';
import { countText } from '../../ui/units.ts';
import { type ColumnsMenuProps, type OrderMenuProps, orderTip } from './ListFrame.tsx';
import classes from './LoadList.module.css';
import { GROUPING_WORDS, type Grouping, SORT_WORDS, type Sort } from './search.ts';

export function OrderMenuOpen(props: OrderMenuProps & DeferredProps) {
  const { sort, onSort, grouping, onGroup, as_table, onForm, openOnMount } = props;
  const { density } = usePrefs();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(openOnMount, button);
  const choices = (
    label: string,
    words: Readonly<Record<string, string>>,
    value: string,
    onChange: (to: string) => void,
  ) => (
    <>
      <Menu.Label>{label}</Menu.Label>
      <Menu.RadioGroup value={value} onChange={onChange}>
        {Object.entries(words).map(([key, word]) => (
          <Menu.RadioItem key={key} value={key} closeMenuOnClick>
            {word}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
  return (
    <Menu width={220} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="Order and groups" data-tip={orderTip(sort)}>
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices('Group by', GROUPING_WORDS, grouping, (to) => onGroup(to as Grouping))}
        {choices('Order', SORT_WORDS, sort, (to) => onSort(to as Sort))}
        {onForm && (
          <Menu.CheckboxItem
            closeMenuOnClick
            checked={as_table}
            onChange={(table) => onForm(table ? 'table' : 'rows')}
          >
            Table with columns
          </Menu.CheckboxItem>
        )}
        <Menu.CheckboxItem
          closeMenuOnClick
          checked={density === 'compact'}
          onChange={(compact) => prefs.set({ density: compact ? 'compact' : 'comfortable' })}
        >
          Compact rows
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

export function ColumnsMenuOpen({
  all,
  chosen,
  shown,
  onColumns,
  openOnMount,
}: ColumnsMenuProps & DeferredProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(openOnMount, button);
  return (
    <Menu width={280} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="Columns" data-tip="Columns">
          <IconColumns size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={chosen.map(({ id }) => id)} onChange={onColumns}>
          {all
            .filter(({ always }) => !always)
            .map((column) => (
              <Menu.CheckboxItem key={column.id} value={column.id}>
                {column.header}
                {chosen.includes(column) && !shown.includes(column) && ': widen the list to see it'}
              </Menu.CheckboxItem>
            ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

const STEP = 8;

export interface ResizeHandleProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (width: number) => void;
  /** Left edge of the column in the window, pixels. */
  readonly origin: () => number;
}

/** The list column's edge, moved by pointer or arrow keys; its position is saved. */
export function DraggableHandle(props: ResizeHandleProps & DeferredProps) {
  const { value, min, max, onChange, origin } = props;
  const clamp = (width: number) => Math.round(Math.min(max, Math.max(min, width)));
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onChange(clamp(event.clientX - origin()));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="List width"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes.handle}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        onChange(clamp(value + (event.key === 'ArrowLeft' ? -STEP : STEP)));
      }}
    />
  );
}

interface FleetFilterProps {
  /** A fleet's id, or one of `FLEETLESS`. */
  readonly fleet: string;
  readonly onClear: () => void;
}

const FLEETLESS_TEXT: Readonly<Record<string, string>> = {
  unknown: 'Loads with an unknown fleet',
  none: 'Loads without a truck',
};

export function FleetFilter({ fleet, onClear }: FleetFilterProps) {
  const counts = useFleet(fleet);
  const { store } = useLive();
  const name = counts
    ? fleetName(counts.fleet)
    : (FLEETLESS_TEXT[fleet] ?? (store.loaded ? 'A fleet with no loads here' : ''));
  const trouble = counts ? troubleText(counts) : '';
  const loads = counts && countText(counts.loads, 'load');
  return (
    <FilterLine
      name={name}
      note={loads ? `${loads}${trouble && `, ${trouble}`}` : ''}
      closeLabel="Show all fleets"
      onClose={onClear}
    />
  );
}
