/** One field of the form, by its kind. */
import { Textarea, TextInput } from '@mantine/core';
import { memo } from 'react';
import { Choice } from '../../../ui/Choice.tsx';
import { useWritingKey } from '../../../ui/prefs.ts';
import { type DraftField, fieldDomId, fieldOf, yesNoOf } from './fields.ts';
import { ConnectionField, RulesetField, ZoneField } from './Pickers.tsx';
import type { Place } from './use-connections.ts';

export interface FormFieldProps {
  readonly name: DraftField;
  readonly value: string;
  /** The same function at each drawing. */
  readonly onChange: (name: DraftField, value: string) => void;
  readonly error: string | undefined;
  /** What may be meant otherwise. */
  readonly doubt: string | undefined;
  readonly places: readonly Place[];
  readonly places_missing: string | null;
}

const NOT_SET = ['', 'Not set'] as const;
const CHOICES = {
  status: [NOT_SET, ['ACTIVE', 'Active'], ['INACTIVE', 'Inactive']],
  compliance: [NOT_SET, ['non_exempt', 'Not exempt'], ['exempt', 'Exempt']],
  tracking: [NOT_SET, ['automatic', 'Automatically'], ['manual', 'Manually']],
} as const;

export const FormField = memo(function FormField(props: FormFieldProps) {
  useWritingKey();
  const { name, value, onChange, error, doubt, places, places_missing } = props;
  const { kind, label, help, placeholder } = fieldOf(name);
  const common = { id: fieldDomId(name), label, value, error, help: doubt ?? help };
  const change = (text: string) => onChange(name, text);
  switch (kind) {
    case 'connection':
      return <ConnectionField {...common} onChange={change} places={places} missing={places_missing} />;
    case 'ruleset':
      return <RulesetField {...common} onChange={change} />;
    case 'zone':
      return <ZoneField {...common} onChange={change} />;
    case 'flag':
      return (
        <Choice
          {...common}
          onChange={change}
          options={[NOT_SET, ['true', yesNoOf(name)[0]], ['false', yesNoOf(name)[1]]]}
        />
      );
    case 'status':
    case 'compliance':
    case 'tracking':
      return <Choice<string> {...common} onChange={change} options={CHOICES[kind]} />;
    default: {
      const { help: description, ...rest } = common;
      const Input = kind === 'area' ? Textarea : TextInput;
      return (
        <Input
          {...rest}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={placeholder && `e.g. ${placeholder}`}
          autoComplete="off"
          spellCheck={kind === 'area'}
          {...(kind === 'area' ? { rows: 3 } : {})}
          onChange={({ currentTarget }: { currentTarget: { value: string } }) => change(currentTarget.value)}
        />
      );
    }
  }
});
