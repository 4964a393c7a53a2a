/** ARIA tabs: arrow keys switch between them; the selected tab's content is in the TabPanel. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import shared from './shared.module.css';
import classes from './Tabs.module.css';
import { numberText } from './units.ts';

export interface Tab<K extends string> {
  readonly key: K;
  readonly label: string;
  /** Number of items; left out when unknown or meaningless. */
  readonly count?: number | undefined;
}

interface TabsProps<K extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<K>[];
  readonly value: K;
  readonly onChange: (key: K) => void;
  /** Id of the `TabPanel`; the ids of the tabs derive from it. */
  readonly panel_id: string;
  readonly aside?: ReactNode;
}

export function Tabs<K extends string>({ label, tabs, value, onChange, panel_id, aside }: TabsProps<K>) {
  const list = useRef<HTMLDivElement>(null);
  const counts = tabs.map(({ count }) => count).join();
  useEffect(() => {
    // Keep the selected tab visible in a tab list that overflows. scrollIntoView would also scroll the page.
    const line = list.current;
    const tab = document.getElementById(`${panel_id}-${value}`);
    if (!line || !tab) return;
    const [left, right] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
    if (left < line.scrollLeft) line.scrollLeft = left;
    else if (right > line.scrollLeft + line.clientWidth) line.scrollLeft = right - line.clientWidth;
  }, [panel_id, value, counts]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === value);
    const moves: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div
      className={`${shared.row} ${shared.fixed}`}
      style={{ minHeight: 40, padding: '0 8px', borderBottom: '1px solid var(--wp-line)' }}
    >
      <div ref={list} role="tablist" aria-label={label} className={classes.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: word, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${panel_id}-${key}`}
            aria-selected={key === value}
            aria-controls={panel_id}
            tabIndex={key === value ? 0 : -1}
            className={classes.tab}
            onClick={() => onChange(key)}
          >
            {word}
            {count !== undefined && <span className={classes.count}>{numberText(count)}</span>}
          </button>
        ))}
      </div>
      {aside && <div className={`${shared.fixed} ${shared.rowTight}`}>{aside}</div>}
    </div>
  );
}

interface TabPanelProps {
  readonly id: string;
  readonly tab: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function TabPanel({ id, tab, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={id} aria-labelledby={`${id}-${tab}`} className={className}>
      {children}
    </div>
  );
}
