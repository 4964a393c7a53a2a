import type { ReactNode } from 'react';
import classes from './Chips.module.css';
import { personLocale } from './units.ts';

interface Chip<K extends string> {
  readonly key: K;
  readonly word: string;
  readonly icon?: ReactNode;
  readonly count?: number;
  /** Color of word and icon; default: the text color. */
  readonly color?: string;
}

export interface ChipsProps<K extends string> {
  readonly label: string;
  readonly chips: readonly Chip<K>[];
  readonly pressed: readonly K[];
  readonly onPress: (key: K) => void;
}

export function Chips<K extends string>({ label, chips, pressed, onPress }: ChipsProps<K>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own.
    <div className={classes.chips} role="group" aria-label={label}>
      {chips.map(({ key, word, icon, count, color }) => (
        <button
          key={key}
          type="button"
          className={classes.chip}
          aria-pressed={pressed.includes(key)}
          data-none={count === 0 || undefined}
          data-coloured={color !== undefined || undefined}
          style={color === undefined ? undefined : { color }}
          onClick={() => onPress(key)}
        >
          {icon}
          {word}
          {count !== undefined && (
            <>
              {' '}
              <span className={classes.count}>{count.toLocaleString(personLocale())}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
