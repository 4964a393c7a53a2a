/** Whether what is saved is for oneself or for the team; and the options of such a form. */
import type { ReactNode } from 'react';
import classes from './named.module.css';

export interface ScopeChoiceProps {
  readonly value: 'person' | 'team';
  readonly onChange: (scope: 'person' | 'team') => void;
  /** Why it cannot be the team's; null: it can. */
  readonly no_team: string | null;
}

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

interface OptionsProps {
  readonly legend: string;
  readonly children: ReactNode;
}

export function Options({ legend, children }: OptionsProps) {
  return (
    <fieldset className={classes.options}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

export interface OptionProps {
  readonly type?: 'checkbox' | 'radio';
  /** Radios of one name are one choice. */
  readonly name?: string;
  readonly label: string;
  readonly note?: string | null;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Option({
  type = 'checkbox',
  name,
  label,
  note = null,
  checked,
  disabled = false,
  onChange,
}: OptionProps) {
  return (
    <label className={classes.option}>
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        {note !== null && <span className={classes.optionNote}>{note}</span>}
      </span>
    </label>
  );
}
