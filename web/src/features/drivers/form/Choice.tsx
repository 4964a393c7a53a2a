/** One of a few, side by side, as radio buttons. */
import { type ReactNode, useId } from 'react';
import classes from './Choice.module.css';

export interface ChoiceProps<V extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: V;
  readonly choices: readonly (readonly [V, string])[];
  readonly onChange: (value: V) => void;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
}

export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { id, label, value, choices, onChange, help, error } = props;
  const words = useId();
  return (
    <fieldset
      id={id}
      className={classes.choice}
      aria-describedby={help || error ? words : undefined}
      aria-invalid={error === undefined ? undefined : true}
    >
      <legend className={classes.label}>{label}</legend>
      <div className={classes.ways}>
        {choices.map(([one, word]) => (
          <label key={one} className={classes.way}>
            <input
              type="radio"
              name={id}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {word}
          </label>
        ))}
      </div>
      {(error || help) && (
        <p id={words} className={error ? classes.error : classes.help}>
          {error ?? help}
        </p>
      )}
    </fieldset>
  );
}
