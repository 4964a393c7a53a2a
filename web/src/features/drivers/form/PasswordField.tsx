/** A password that is typed or made: hidden until one looks, kept nowhere. */
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconEye, IconEyeOff } from '../../../ui/icons.ts';
import { makePassword } from '../password.ts';
import classes from './PasswordField.module.css';

export interface PasswordFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: ReactNode;
}

export function PasswordField({ id, value, onChange, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  const act = shown ? 'Hide the password' : 'Show the password';
  return (
    <div className={classes.field}>
      <TextInput
        id={id}
        label="Password"
        description="Never part of the draft. Shown once more when the user is created, then nowhere."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type={shown ? 'text' : 'password'}
        value={value}
        error={error}
        autoComplete="new-password"
        spellCheck={false}
        className={classes.input}
        rightSection={
          <Tooltip label={act}>
            <ActionIcon size={24} aria-label={act} aria-pressed={shown} onClick={() => setShown(!shown)}>
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button
        size="sm"
        className={classes.make}
        onClick={() => {
          setShown(true);
          onChange(makePassword());
        }}
      >
        Make one
      </Button>
    </div>
  );
}
