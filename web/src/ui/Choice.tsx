/** One of a few: radio buttons that look like one control. */
import { type ReactNode, useId } from 'react';
import classes from './Choice.module.css';

export interface ChoiceProps<T extends string> {
  /** Of the whole, where something else has to find it. */
  readonly id?: string;
  readonly label: string;
  readonly options: readonly (readonly [value: T, word: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** What it does, where its name does not say it. */
  readonly help?: ReactNode;
  /** What is wrong with the value: shown in place of `help`. */
  readonly error?: string | undefined;
}

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { id, label, options, value, onChange, help, error } = props;
  const name = useId();
  const words = error ?? help;
  return (
    <fieldset
      id={id}
      className={classes.field}
      aria-describedby={words ? `${name}-words` : undefined}
      aria-invalid={error === undefined ? undefined : true}
    >
      <legend className={classes.label}>{label}</legend>
      <div className={classes.options}>
        {options.map(([one, word]) => (
          <label key={one} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
              className={classes.radio}
            />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {words && (
        <p id={`${name}-words`} className={classes.help} data-error={error !== undefined || undefined}>
          {words}
        </p>
      )}
    </fieldset>
  );
}

export interface PillsProps<V extends string> {
  /** Of the radio buttons, unique on the page. */
  readonly name: string;
  readonly value: V;
  /** Values with their words. */
  readonly options: readonly (readonly [V, string])[];
  readonly onChange: (value: V) => void;
}

/** A choice of few short words in one line: radio buttons that look like one control. Stands in a group with a name. */
export function Pills<V extends string>({ name, value, options, onChange }: PillsProps<V>) {
  return (
    <span className={classes.pills}>
      {options.map(([option, word]) => (
        <label key={option} className={classes.pill}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {word}
        </label>
      ))}
    </span>
  );
}
