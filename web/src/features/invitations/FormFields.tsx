/** Fields of the form that are alike: a text, and an address that is ours, none or another. */
import { NativeSelect, TextInput } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { FIELD_LABEL } from '../../live/invitations.ts';
import type {
  AddressField,
  AddressMode,
  FieldErrors,
  FieldName,
  InvitationDraft,
  TextField,
} from './draft.ts';
import classes from './Form.module.css';

export interface FormState {
  readonly draft: InvitationDraft;
  readonly set: (change: Partial<InvitationDraft>) => void;
  /** By field, as they are shown now: not before a field was left or the invitation was to be sent. */
  readonly errors: FieldErrors;
  readonly disabled: boolean;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('no FormContext above this component');
  return form;
}

export const fieldId = (field: FieldName) => `invitation-${field}`;

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
