/** Another partner's usage, by its id: the interface has no list of partners. Shown to administrators. */
import { Button, Popover, TextInput } from '@mantine/core';
import { uuid } from '@waypost/contract/common';
import { type FormEvent, useState } from 'react';
import { shorten } from '../../ui/MonoId.tsx';
import shared from '../../ui/shared.module.css';
import classes from './UsageView.module.css';

export interface PartnerPickerProps {
  readonly value: string | undefined;
  readonly onChange: (partner_id: string | undefined) => void;
}

export function PartnerPicker({ value, onChange }: PartnerPickerProps) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState(value ?? '');
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = uuid.safeParse(text.trim());
    if (!parsed.success) {
      setWrong('Not a valid partner ID. It has 36 characters, such as 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60.');
      return;
    }
    setOpened(false);
    onChange(parsed.data);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button aria-haspopup="dialog" onClick={() => setOpened((was) => !was)}>
          {value === undefined ? 'Our usage' : `Partner ${shorten(value, 13)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Whose usage">
        <form className={classes.partner} onSubmit={submit} noValidate>
          <TextInput
            label="Partner ID"
            description="Available to administrators of the tracking service."
            value={text}
            error={wrong}
            spellCheck={false}
            data-autofocus
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setWrong(null);
            }}
          />
          <div className={shared.buttons}>
            {value !== undefined && (
              <Button
                onClick={() => {
                  setOpened(false);
                  onChange(undefined);
                }}
              >
                Show our usage
              </Button>
            )}
            <Button type="submit" variant="filled">
              Show partner
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
