import { TextInput, type TextInputProps } from '@mantine/core';
import { countryCodeOf, countryName, countryNames } from './countries.ts';

interface CountryFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly id: string;
  /** As typed: a name or a code. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Suggests every country by name, takes codes too, and says which country a code is. */
export function CountryField({ id, value, onChange, description, ...input }: CountryFieldProps) {
  const code = countryCodeOf(value);
  const name = code === null ? null : countryName(code);
  return (
    <>
      <TextInput
        id={id}
        placeholder="e.g. Mexico"
        description={name === null || name === value.trim() ? description : name}
        value={value}
        autoComplete="off"
        spellCheck={false}
        list={`${id}-list`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...input}
      />
      <datalist id={`${id}-list`}>
        {countryNames().map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
