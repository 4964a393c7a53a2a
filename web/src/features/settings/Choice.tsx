/** One of a few: radio buttons that look like one control. */
import { useId } from 'react';
import classes from './Choice.module.css';

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, word: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** What it does, where its name does not say it. */
  readonly help?: string;
}

export function Choice<T extends string>({ label, options, value, onChange, help }: ChoiceProps<T>) {
  const id = useId();
  return (
    <fieldset className={classes.field} aria-describedby={help ? `${id}-help` : undefined}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.options}>
        {options.map(([one, word]) => (
          <label key={one} className={classes.option}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
              className={classes.radio}
            />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {help && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
    </fieldset>
  );
}
