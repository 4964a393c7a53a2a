/** The language of a message. */
import { NativeSelect } from '@mantine/core';
import { LANGUAGE_NAMES, MESSAGE_LANGUAGES, type MessageLanguage } from '@waypost/contract/api/message-text';

export interface LanguageFieldProps {
  readonly value: MessageLanguage;
  readonly onChange: (language: MessageLanguage) => void;
}

export function LanguageField({ value, onChange }: LanguageFieldProps) {
  return (
    <NativeSelect
      label="Language"
      value={value}
      data={MESSAGE_LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as MessageLanguage)}
    />
  );
}
