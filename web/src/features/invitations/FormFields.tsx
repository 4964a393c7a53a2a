/** Fields of the form that are alike: a text, and an address that is ours, none or another. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FIELD_LABEL } from '../../live/invitation-words.ts';
import type { AddressField, AddressMode, TextField } from './draft.ts';
import classes from './Form.module.css';
import { fieldId, useForm } from './field.ts';

export interface TextProps {
  readonly field: TextField;
  readonly placeholder?: string;
  readonly description?: ReactNode;
  readonly suggestions?: readonly string[];
  readonly type?: 'email' | 'tel' | 'url';
  readonly upper?: boolean;
}

export function Text({ field, placeholder, description, suggestions, type, upper = false }: TextProps) {
  const { draft, set, errors, disabled } = useForm();
  const error = errors.get(field);
  const list = suggestions && `${fieldId(field)}-list`;
  return (
    <>
      <TextInput
        id={fieldId(field)}
        label={FIELD_LABEL[field]}
        placeholder={placeholder}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode={type}
        value={draft[field]}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        list={list}
        error={error && `${FIELD_LABEL[field]} ${error}`}
        onChange={({ currentTarget: { value } }) => set({ [field]: upper ? value.toUpperCase() : value })}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

export interface AddressProps {
  readonly field: AddressField;
  /** What is sent when nothing is chosen. */
  readonly usual: string;
  readonly none: string;
  readonly description: ReactNode;
}

export function Address({ field, usual, none, description }: AddressProps) {
  const { draft, set, errors, disabled } = useForm();
  const { mode, url } = draft[field];
  const error = errors.get(field);
  return (
    <div className={classes.stack}>
      <NativeSelect
        label={FIELD_LABEL[field]}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={mode}
        disabled={disabled}
        data={[
          { value: 'usual', label: usual },
          { value: 'none', label: none },
          { value: 'own', label: 'Another address…' },
        ]}
        onChange={({ currentTarget: { value } }) => set({ [field]: { mode: value as AddressMode, url } })}
      />
      {mode === 'own' && (
        <TextInput
          id={fieldId(field)}
          aria-label={`${FIELD_LABEL[field]}: address`}
          placeholder="e.g. https://example.com/…"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          disabled={disabled}
          error={error && `${FIELD_LABEL[field]} ${error}`}
          onChange={({ currentTarget: { value } }) => set({ [field]: { mode, url: value } })}
        />
      )}
    </div>
  );
}
