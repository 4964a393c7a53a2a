/** What every field of the form gets alike: its id, the words under it, and how it changes the draft. */
import { createContext, use } from 'react';
import type { FieldErrors, FieldName, InvitationDraft } from './draft.ts';

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
