import { NativeSelect } from '@mantine/core';
import { LANGUAGE_NAMES, MESSAGE_LANGUAGES, type MessageLanguage } from '@waypost/contract/api/message-text';

interface MessageLanguageSelectProps {
  /** Null: by the country of each fleet. */
  readonly value: MessageLanguage | null;
  readonly onChange: (language: MessageLanguage | null) => void;
}

/** The language of messages to several fleets. */
export function MessageLanguageSelect({ value, onChange }: MessageLanguageSelectProps) {
  return (
    <NativeSelect
      label="Language"
      value={value ?? ''}
      data={[
        { value: '', label: 'By country of each fleet' },
        ...MESSAGE_LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : (currentTarget.value as MessageLanguage))
      }
    />
  );
}
