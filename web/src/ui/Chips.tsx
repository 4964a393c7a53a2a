import type { ReactNode } from 'react';
import classes from './Chips.module.css';
import { numberText } from './units.ts';

interface Chip<K extends string> {
  readonly key: K;
  readonly word: string;
  readonly icon?: ReactNode;
  /** Null while it is loading: no number is shown as zero then. */
  readonly count?: number | null;
  /** Color of word and icon; default: the text color. */
  readonly color?: string;
}

export interface ChipsProps<K extends string> {
  readonly label: string;
  readonly chips: readonly Chip<K>[];
  readonly pressed: readonly K[];
  readonly onPress: (key: K) => void;
  /** What the number of a chip is made of; asked for when the pointer or the focus comes to it. */
  readonly explain?: (key: K) => string;
}

export function Chips<K extends string>({ label, chips, pressed, onPress, explain }: ChipsProps<K>) {
  const explained = (key: K) => {
    if (!explain) return {};
    const show = ({ currentTarget }: { currentTarget: HTMLElement }) => {
      currentTarget.title = explain(key);
    };
    return { onPointerEnter: show, onFocus: show };
  };
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
          {...explained(key)}
        >
          {icon}
          {word}
          {count !== undefined && (
            <>
              {' '}
              <span className={classes.count}>{count === null ? '…' : numberText(count)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
