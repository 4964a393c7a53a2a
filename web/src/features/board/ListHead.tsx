/** Tabs of the list with what is new, its order, its density, and the way to add loads. */
import { ActionIcon } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useCounts, useNewExceptions } from '../../live/context.ts';
import { IconPlus } from '../../ui/icons.ts';
import tabs from '../../ui/Tabs.module.css';
import { personLocale } from '../../ui/units.ts';
import classes from './LoadList.module.css';
import { OrderMenu, type OrderMenuProps } from './OrderMenu.tsx';
import type { Tab } from './search.ts';

export const LIST_PANEL_ID = 'board-list';

export interface ListHeadProps extends OrderMenuProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly onAdd: () => void;
  /** Buttons before those of the list itself. */
  readonly tools?: ReactNode;
}

export function ListHead(props: ListHeadProps) {
  const { tab, onTab, onAdd, tools, ...order } = props;
  const { attention, total } = useCounts();
  const fresh = useNewExceptions().count;
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
        {tools}
        <OrderMenu {...order} />
        <ActionIcon aria-label="Add loads" data-tip="Add loads (n)" onClick={onAdd}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
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
      className={tabs.tab}
      onClick={() => onTab(tab)}
    >
      {children} <span className={tabs.count}>{count.toLocaleString(personLocale())}</span>
      {fresh > 0 && <span className={classes.fresh}>{fresh} new</span>}
    </button>
  );
}
