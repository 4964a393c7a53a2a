/** What every field of the builder gets alike: its id, and the words under it. */
import { createContext, use } from 'react';
import { type FieldName, fieldDomId } from './fields.ts';

/** Errors by field, as they are shown now: not before a field was left or the monitor was to be sent. */
export type ShownErrors = ReadonlyMap<FieldName, string>;

export const NO_ERRORS: ShownErrors = new Map();
export const ErrorsContext = createContext<ShownErrors>(NO_ERRORS);

export function useField(field: FieldName): { id: string; error: string | undefined } {
  return { id: fieldDomId(field), error: use(ErrorsContext).get(field) };
}
