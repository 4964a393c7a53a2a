/** Which usage is shown: months, type, and for administrators whose. */
import { Button, NativeSelect, Popover, TextInput } from '@mantine/core';
import { uuid } from '@waypost/contract/common';
import { type FormEvent, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { shorten } from '../../ui/MonoId.tsx';
import { readableName } from '../../ui/readable-name.ts';
import shared from '../../ui/shared.module.css';
import { LAST_MONTHS, yearsOf } from './scope.ts';
import type { UsageSearch } from './search.ts';
import classes from './UsageView.module.css';

export interface ControlsProps {
  readonly search: UsageSearch;
  readonly onSearch: (change: Partial<UsageSearch>) => void;
  /** Of the range, whatever the filter. */
  readonly entity_types: readonly string[];
  readonly now: number;
}

export function Controls({ search, onSearch, entity_types, now }: ControlsProps) {
  const { year, entity_type, partner_id } = search;
  const disabledReason = useDisabledReason('administer');
  const types =
    entity_type === undefined || entity_types.includes(entity_type)
      ? entity_types
      : [...entity_types, entity_type];
  return (
    <div className={`${shared.row} ${shared.wrapped} ${classes.controls}`}>
      <NativeSelect
        aria-label="Months"
        size="xs"
        value={year ?? ''}
        data={[
          { value: '', label: `Last ${LAST_MONTHS} months` },
          ...yearsOf(now, year).map((one) => ({ value: String(one), label: String(one) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ year: value === '' ? undefined : Number(value), month: undefined })
        }
      />
      <NativeSelect
        aria-label="Entity type"
        size="xs"
        value={entity_type ?? ''}
        data={[
          { value: '', label: 'All types' },
          ...types.map((value) => ({ value, label: readableName(value) })),
        ]}
        onChange={({ currentTarget: { value } }) => onSearch({ entity_type: value || undefined })}
      />
      {disabledReason === null && (
        <PartnerPicker
          key={partner_id}
          value={partner_id}
          onChange={(value) => onSearch({ partner_id: value, entity_type: undefined })}
        />
      )}
    </div>
  );
}

interface PartnerPickerProps {
  readonly value: string | undefined;
  readonly onChange: (partner_id: string | undefined) => void;
}

/** Another partner's usage, by its id: the interface has no list of partners. Shown to administrators. */
function PartnerPicker({ value, onChange }: PartnerPickerProps) {
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
