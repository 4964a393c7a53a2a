/** Which errors stand under their fields now: those of fields that were left, all once sending was tried, and the service's own. */
import { useMemo, useState } from 'react';
import type { Sending } from '../../../live/use-sending.ts';
import { type LeftFields, useLeftFields } from '../../../ui/use-left-fields.ts';
import type { Check } from './check.ts';
import type { Draft } from './draft.ts';
import type { ShownErrors } from './field-props.ts';
import { type FieldName, fieldDomId, fieldText } from './fields.ts';

export interface FieldErrors {
  readonly errors: ShownErrors;
  readonly tried: boolean;
  readonly setTried: (tried: boolean) => void;
  readonly onBlur: LeftFields['onBlur'];
}

export function useErrors(draft: Draft, checks: readonly Check[], sending: Sending<FieldName>): FieldErrors {
  const { left, onBlur } = useLeftFields();
  const [tried, setTried] = useState(false);
  const refused = sending.phase === 'refused' ? sending.fields : null;
  const errors = useMemo(() => {
    const shown = new Map<FieldName, string>();
    for (const { severity, field, sentence, reason } of checks)
      if (severity === 'error' && (tried || left.has(fieldDomId(field))) && !shown.has(field))
        shown.set(field, `${sentence} ${reason}`);
    for (const { field, message, text } of refused ?? [])
      if (fieldText(draft, field) === text) shown.set(field, `Rejected: ${message}`);
    return shown;
  }, [checks, left, tried, refused, draft]);
  return { errors, tried, setTried, onBlur };
}
