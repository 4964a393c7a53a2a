import { type ReactNode, useId } from 'react';
import classes from './Choice.module.css';
import shared from './shared.module.css';

interface ChoiceProps<T extends string> {
  readonly id?: string;
  readonly label: string;
  /** Values by their words, in the order of the screen. */
  readonly options: Readonly<Record<string, T>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly help?: ReactNode;
  /** Shown instead of `help`. */
  readonly error?: string | undefined;
}

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { id, label, options, value, onChange, help, error } = props;
  const name = useId();
  const hint = error ?? help;
  return (
    <fieldset
      id={id}
      style={{ minWidth: 0 }}
      aria-describedby={hint ? `${name}-hint` : undefined}
      aria-invalid={error === undefined ? undefined : true}
    >
      <legend style={{ padding: 0, fontWeight: 600 }}>{label}</legend>
      <div className={classes.options}>
        {Object.entries(options).map(([word, option]) => (
          <label key={option} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className={classes.radio}
            />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p
          id={`${name}-hint`}
          className={`${shared.small} ${classes.help}`}
          data-error={error !== undefined || undefined}
        >
          {hint}
        </p>
      )}
    </fieldset>
  );
}

interface PillsProps<V extends string> {
  /** Must be unique on the page. */
  readonly name: string;
  readonly value: V;
  readonly options: Readonly<Record<string, V>>;
  readonly onChange: (value: V) => void;
}

/** A compact row of radio buttons for a few short words; must be inside a labelled group. */
export function Pills<V extends string>({ name, value, options, onChange }: PillsProps<V>) {
  return (
    <span className={`${shared.fixed} ${shared.box}`} style={{ display: 'inline-flex', padding: 2 }}>
      {Object.entries(options).map(([word, option]) => (
        <label key={option} className={classes.pill}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {word}
        </label>
      ))}
    </span>
  );
}

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
  /** Radio buttons with the same name form one choice. */
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
        {note !== null && (
          <span className={shared.small} style={{ display: 'block' }}>
            {note}
          </span>
        )}
      </span>
    </label>
  );
}

interface ScopeChoiceProps {
  readonly value: 'person' | 'team';
  readonly onChange: (scope: 'person' | 'team') => void;
  /** Why it cannot be shared with the team; null when it can. */
  readonly teamDisabledReason: string | null;
}

export function ScopeChoice({ value, onChange, teamDisabledReason }: ScopeChoiceProps) {
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
        note={teamDisabledReason}
        disabled={teamDisabledReason !== null}
        checked={value === 'team'}
        onChange={() => onChange('team')}
      />
    </Options>
  );
}
