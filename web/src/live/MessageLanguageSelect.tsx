import { NativeSelect } from '@mantine/core';
import { LANGUAGE_NAMES, MESSAGE_LANGUAGES, type MessageLanguage } from '@waypost/contract/api/message-text';

const LANGUAGES = MESSAGE_LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }));

interface LanguageSelectProps<L> {
  readonly value: L;
  readonly onChange: (language: L) => void;
}

/** The language of a message to one fleet. */
export const LanguageSelect = ({ value, onChange }: LanguageSelectProps<MessageLanguage>) => (
  <NativeSelect
    label="Language"
    value={value}
    data={LANGUAGES}
    onChange={({ currentTarget }) => onChange(currentTarget.value as MessageLanguage)}
  />
);

/** The language of messages to several fleets; null: by the country of each. */
export const MessageLanguageSelect = ({ value, onChange }: LanguageSelectProps<MessageLanguage | null>) => (
  <NativeSelect
    label="Language"
    value={value ?? ''}
    data={[{ value: '', label: 'By country of each fleet' }, ...LANGUAGES]}
    onChange={({ currentTarget }) => onChange((currentTarget.value || null) as MessageLanguage | null)}
  />
);
