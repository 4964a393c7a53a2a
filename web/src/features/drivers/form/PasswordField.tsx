import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../ui/buttons.tsx';
import { IconEye, IconEyeOff } from '../../../ui/icons.ts';
import shared from '../../../ui/shared.module.css';

/** Omits 0 O 1 l I. 57 characters, so a group of four holds 23 bits. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 4;

/** @param random fills an array with random bytes; `crypto.getRandomValues` by default */
export function makePassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => unknown = (bytes) => crypto.getRandomValues(bytes),
): string {
  const letters: string[] = [];
  const bytes = new Uint8Array(64);
  // Skips bytes beyond the last full multiple, which would favor the first characters.
  const limit = 256 - (256 % LETTERS.length);
  while (letters.length < GROUPS * GROUP) {
    random(bytes);
    for (const byte of bytes) if (byte < limit) letters.push(LETTERS.charAt(byte % LETTERS.length));
  }
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP).join('')).join(
    '-',
  );
}

interface PasswordFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: ReactNode;
}

export function PasswordField({ id, value, onChange, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={shared.line} style={{ alignItems: 'flex-start' }}>
      <TextInput
        id={id}
        label="Password"
        description="Never saved in the draft. Shown once after the user is created."
        type={shown ? 'text' : 'password'}
        value={value}
        error={error}
        autoComplete="new-password"
        spellCheck={false}
        className={shared.fill}
        rightSection={
          <IconButton
            label={shown ? 'Hide password' : 'Show password'}
            icon={shown ? IconEyeOff : IconEye}
            size={24}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button
        size="sm"
        flex="none"
        // Aligned with the input, below its label.
        mt={20}
        onClick={() => {
          setShown(true);
          onChange(makePassword());
        }}
      >
        Generate
      </Button>
    </div>
  );
}
