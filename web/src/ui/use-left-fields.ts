/** Ids of the form fields that were left: a field shows no error before. */
import { type FocusEvent, useCallback, useState } from 'react';

export interface LeftFields {
  readonly left: ReadonlySet<string>;
  /** For the form or what holds its fields. */
  readonly onBlur: (event: FocusEvent) => void;
}

export function useLeftFields(): LeftFields {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const onBlur = useCallback(({ target: { id } }: FocusEvent) => {
    if (id !== '') setLeft((before) => (before.has(id) ? before : new Set([...before, id])));
  }, []);
  return { left, onBlur };
}
