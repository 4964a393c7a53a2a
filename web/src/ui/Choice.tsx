/** Choices of a form: one of a few as one control, pills, or options below each other. */
import { type ReactNode, useId } from 'react';
import classes from './Choice.module.css';
import shared from './shared.module.css';

interface ChoiceProps<T extends string> {
  /** Of the whole, where something else has to find it. */
  readonly id?: string;
  readonly label: string;
  readonly options: readonly (readonly [value: T, word: string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly help?: ReactNode;
  /** What is wrong with the value: shown in place of `help`. */
  readonly error?: string | undefined;
}

/** One of a few: radio buttons that look like one control. */
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
        <p
          id={`${name}-words`}
          className={`${shared.small} ${classes.help}`}
          data-error={error !== undefined || undefined}
        >
          {words}
        </p>
      )}
    </fieldset>
  );
}

interface PillsProps<V extends string> {
  /** Of the radio buttons, unique on the page. */
  readonly name: string;
  readonly value: V;
  readonly options: readonly (readonly [V, string])[];
  readonly onChange: (value: V) => void;
}

/** A choice of few short words in one line: radio buttons that look like one control. Stands in a group with a name. */
export function Pills<V extends string>({ name, value, options, onChange }: PillsProps<V>) {
  return (
    <span className={`${shared.fixed} ${shared.box} ${classes.pills}`}>
      {options.map(([option, word]) => (
        <label key={option} className={classes.pill}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {word}
        </label>
      ))}
    </span>
  );
}

/** Options of a form below each other, with what they are of. */
export function Options({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className={`${shared.columnTight} ${classes.boxes}`}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface OptionProps {
  readonly type?: 'checkbox' | 'radio';
  /** Radios of one name are one choice. */
  readonly name?: string;
  readonly label: string;
  readonly note?: string | null;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Option(props: OptionProps) {
  const { type = 'checkbox', name, label, note = null, checked, disabled = false, onChange } = props;
  return (
    <label className={`${shared.line} ${classes.box}`}>
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        {note !== null && <span className={`${shared.small} ${classes.boxNote}`}>{note}</span>}
      </span>
    </label>
  );
}

interface ScopeChoiceProps {
  readonly value: 'person' | 'team';
  readonly onChange: (scope: 'person' | 'team') => void;
  /** Why it cannot be the team's; null: it can. */
  readonly no_team: string | null;
}

/** Whether what is saved is for oneself or for the team. */
export function ScopeChoice({ value, onChange, no_team }: ScopeChoiceProps) {
  return (
    <Options legend="For">
      <Option
        type="radio"
        name="scope"
        label="Only me"
        checked={value === 'person'}
        onChange={() => onChange('person')}
      />
      <Option
        type="radio"
        name="scope"
        label="Everyone on the team"
        note={no_team}
        disabled={no_team !== null}
        checked={value === 'team'}
        onChange={() => onChange('team')}
      />
    </Options>
  );
}
