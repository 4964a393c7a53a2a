/** Which errors stand under their fields now: those of fields that were left, all once sending was tried, and the service's own. */
import { type FocusEvent, useCallback, useMemo, useState } from 'react';
import type { Check } from './check.ts';
import type { Draft } from './draft.ts';
import type { ShownErrors } from './field-props.ts';
import { type FieldName, fieldDomId, fieldText } from './fields.ts';
import type { Sending } from './use-submit.ts';

export interface FieldErrors {
  readonly errors: ShownErrors;
  readonly tried: boolean;
  readonly setTried: (tried: boolean) => void;
  /** For the form: a field that is left is looked at. */
  readonly onBlur: (event: FocusEvent) => void;
}

export function useErrors(draft: Draft, checks: readonly Check[], sending: Sending): FieldErrors {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const onBlur = useCallback(({ target }: FocusEvent) => {
    const { id } = target;
    if (id.startsWith('field-')) setLeft((before) => (before.has(id) ? before : new Set([...before, id])));
  }, []);
  const refused = sending.phase === 'refused' ? sending.fields : null;
  const errors = useMemo(() => {
    const shown = new Map<FieldName, string>();
    for (const { severity, field, sentence, reason } of checks)
      if (severity === 'error' && (tried || left.has(fieldDomId(field))) && !shown.has(field))
        shown.set(field, `${sentence} ${reason}`);
    for (const { field, message, value } of refused ?? [])
      if (fieldText(draft, field) === value) shown.set(field, `The service refused it: ${message}`);
    return shown;
  }, [checks, left, tried, refused, draft]);
  return { errors, tried, setTried, onBlur };
}
