/** What every field of the form gets alike: the draft, how to change it, and the words under it. */
import type { Site } from '@waypost/contract/api/sites';
import { createContext, use } from 'react';
import { type FieldName, fieldDomId } from './check.ts';
import type { DraftAction, LoadDraft } from './draft.ts';

export interface FormState {
  readonly draft: LoadDraft;
  readonly act: (action: DraftAction) => void;
  readonly newKey: () => string;
  /** By field, as they are shown now: not before a field was left or the load was to be sent. */
  readonly errors: ReadonlyMap<FieldName, string>;
  readonly doubts: ReadonlyMap<FieldName, string>;
  readonly sites: readonly Site[];
  readonly disabled: boolean;
  /** Has the focus at first. */
  readonly first: FieldName;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('no FormContext above this component');
  return form;
}

/** The description of a doubtful field gives the doubt. */
export function useField(field: FieldName, description?: string) {
  const { errors, doubts, disabled, first } = useForm();
  const error = errors.get(field);
  return {
    id: fieldDomId(field),
    error,
    description: error === undefined ? (doubts.get(field) ?? description) : undefined,
    disabled,
    autoFocus: field === first,
  };
}
