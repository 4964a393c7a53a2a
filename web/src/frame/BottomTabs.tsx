/** Tabs at the foot of a phone, within reach of a thumb. */
import type { Icon } from '@tabler/icons-react';
import classes from './AppFrame.module.css';

export interface BottomTab<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly Icon: Icon;
}

export interface BottomTabsProps<T extends string> {
  readonly tabs: readonly BottomTab<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function BottomTabs<T extends string>({ tabs, value, onChange }: BottomTabsProps<T>) {
  return (
    <nav className={classes.tabs} aria-label="Views">
      {tabs.map(({ value: one, label, Icon }) => (
        <button
          key={one}
          type="button"
          className={classes.tab}
          aria-current={one === value ? 'page' : undefined}
          onClick={() => onChange(one)}
        >
          <Icon size={20} aria-hidden />
          {label}
        </button>
      ))}
    </nav>
  );
}
