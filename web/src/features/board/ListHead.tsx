/** Tabs of the list with what is new, its order, its density, and the way to add loads. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useCounts, useNewExceptions } from '../../live/context.ts';
import { IconArrowsSort, IconPlus } from '../../ui/icons.ts';
import { prefs, usePrefs } from '../../ui/prefs.ts';
import classes from './ListHead.module.css';
import type { Sort, SortOrder, Tab } from './search.ts';

export const LIST_PANEL_ID = 'board-list';

const SORT_WORDS: Readonly<Record<Sort, string>> = {
  worst: 'Worst first',
  age: 'Oldest position first',
  arrival: 'Next planned arrival',
  late: 'Longest overdue first',
  ref: 'Load reference',
  vehicle: 'Unit',
  place: 'State and city',
};

export interface ListHeadProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly sort: SortOrder;
  readonly onSort: (sort: SortOrder) => void;
  readonly onAdd: () => void;
  /** Choice of columns, where there is a table. */
  readonly columns?: ReactNode;
}

export function ListHead({ tab, onTab, sort, onSort, onAdd, columns }: ListHeadProps) {
  const { attention, total } = useCounts();
  const fresh = useNewExceptions().ids.size;
  const { density } = usePrefs();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = tab === 'all' ? 'attention' : 'all';
    onTab(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  return (
    <div className={classes.head}>
      <div role="tablist" aria-label="Loads" className={classes.tabs} onKeyDown={onKeyDown}>
        <TabButton tab="attention" current={tab} onTab={onTab} count={attention} fresh={fresh}>
          Needs attention
        </TabButton>
        <TabButton tab="all" current={tab} onTab={onTab} count={total} fresh={0}>
          All loads
        </TabButton>
      </div>
      <div className={classes.tools}>
        {columns}
        <Menu width={220}>
          <Menu.Target>
            <Tooltip label={`Order: ${SORT_WORDS[sort.replace('-', '') as Sort]}`}>
              <ActionIcon aria-label="Order and density">
                <IconArrowsSort size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Order</Menu.Label>
            <Menu.RadioGroup value={sort} onChange={(to) => onSort(to as Sort)}>
              {(Object.keys(SORT_WORDS) as Sort[]).map((one) => (
                <Menu.RadioItem key={one} value={one} closeMenuOnClick>
                  {SORT_WORDS[one]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
            <Menu.CheckboxItem
              checked={density === 'compact'}
              onChange={(compact) => prefs.set({ density: compact ? 'compact' : 'comfortable' })}
            >
              Compact rows
            </Menu.CheckboxItem>
          </Menu.Dropdown>
        </Menu>
        <Tooltip label="Add loads (n)">
          <ActionIcon aria-label="Add loads" onClick={onAdd}>
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}

interface TabButtonProps {
  readonly tab: Tab;
  readonly current: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly count: number;
  readonly fresh: number;
  readonly children: ReactNode;
}

function TabButton({ tab, current, onTab, count, fresh, children }: TabButtonProps) {
  const selected = tab === current;
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${tab}`}
      aria-selected={selected}
      aria-controls={LIST_PANEL_ID}
      tabIndex={selected ? 0 : -1}
      className={classes.tab}
      onClick={() => onTab(tab)}
    >
      {children} <span className={classes.count}>{count.toLocaleString('en-US')}</span>
      {fresh > 0 && <span className={classes.fresh}>{fresh} new</span>}
    </button>
  );
}
