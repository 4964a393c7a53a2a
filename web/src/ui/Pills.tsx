/** A choice of few short words in one line: radio buttons that look like one control. Stands in a group with a name. */
import classes from './Pills.module.css';

export interface PillsProps<V extends string> {
  /** Of the radio buttons, unique on the page. */
  readonly name: string;
  readonly value: V;
  /** Values with their words. */
  readonly options: readonly (readonly [V, string])[];
  readonly onChange: (value: V) => void;
}

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
