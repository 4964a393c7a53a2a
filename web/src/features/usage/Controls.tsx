import { Button, Menu, NativeSelect, Popover, TextInput } from '@mantine/core';
import type { UsageSummary } from '@waypost/contract/api/usage';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import { uuid } from '@waypost/contract/common';
import { type FormEvent, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { useCsvExport } from '../../api/use-csv-export.ts';
import { valueText } from '../../ui/chart/words.ts';
import { csvText } from '../../ui/csv.ts';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload, IconRefresh } from '../../ui/icons.ts';
import { shorten } from '../../ui/MonoId.tsx';
import { readableName } from '../../ui/readable-name.ts';
import shared from '../../ui/shared.module.css';
import { EXPORT_COLUMNS, exportRows, LAST_MONTHS, type Scope, yearsOf } from './counts.ts';
import { rangeTitle } from './Report.tsx';
import type { UsageSearch } from './search.ts';
import classes from './UsageView.module.css';

interface ActionsProps {
  readonly scope: Scope;
  readonly search: UsageSearch;
  readonly summary: UsageSummary | null;
  readonly busy: boolean;
  readonly onRead: (again?: boolean) => void;
  readonly now: () => number;
}

export function Actions({ scope, search, summary, busy, onRead, now }: ActionsProps) {
  const { entity_type, partner_id } = search;
  const { progress, start, cancel } = useCsvExport();
  const { from_month, to_month, month } = scope;
  const nothing = !summary || summary.state === 'missing';
  const rows = (from: string, to: string) =>
    start(USAGE_ROUTES.usageCsv, { query: { from_month: from, to_month: to, partner_id, entity_type } });
  const shown = () =>
    summary &&
    download(
      fileName(`usage-${from_month}-${to_month}${summary.state === 'complete' ? '' : '-partial'}`, now()),
      csvText(EXPORT_COLUMNS, exportRows(summary, entity_type)),
    );
  return (
    <div className={shared.row}>
      {progress && (
        <span className={shared.row} style={{ fontSize: 12, whiteSpace: 'nowrap' }} role="status">
          {valueText(progress.rows)}
          {progress.total !== null && ` of ${valueText(progress.total)}`} rows
          <Button size="compact-xs" onClick={cancel}>
            Cancel
          </Button>
        </span>
      )}
      <Menu>
        <Menu.Target>
          <Button aria-label="Export" disabled={progress !== null}>
            <IconDownload size={16} aria-hidden />
            <span className={classes.word}>Export</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={nothing} onClick={shown}>
            These months (CSV)
          </Menu.Item>
          {month !== null && (
            <Menu.Item disabled={nothing} onClick={() => rows(month, month)}>
              All rows of {rangeTitle({ from_month: month, to_month: month })} (CSV)
            </Menu.Item>
          )}
          <Menu.Item disabled={nothing} onClick={() => rows(from_month, to_month)}>
            All rows of these months (CSV)
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={nothing} onClick={() => window.print()}>
            Print charts
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Menu>
        <Menu.Target>
          <Button aria-label="Refresh" loading={busy}>
            <IconRefresh size={16} aria-hidden />
            <span className={classes.word}>Refresh</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onRead()}>Refresh missing or outdated months</Menu.Item>
          <Menu.Item onClick={() => onRead(true)}>Refresh all these months</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

interface ControlsProps {
  readonly search: UsageSearch;
  readonly onSearch: (change: Partial<UsageSearch>) => void;
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
    <div className={`${shared.row} ${shared.wrapped} ${classes.controls}`} data-wraps>
      <NativeSelect
        aria-label="Months"
        size="xs"
        value={year ?? ''}
        data={[
          { value: '', label: `Last ${LAST_MONTHS} months` },
          ...yearsOf(now, year).map((item) => ({ value: String(item), label: String(item) })),
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

/** Shows another partner by id, for administrators; the interface has no list of partners. */
function PartnerPicker({ value, onChange }: PartnerPickerProps) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState(value ?? '');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = uuid.safeParse(text.trim());
    if (!parsed.success) {
      setError('Not a valid partner ID. It has 36 characters, such as 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60.');
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
        <form
          className={shared.columnTight}
          style={{ width: 320, maxWidth: 'calc(100vw - 48px)' }}
          onSubmit={submit}
          noValidate
        >
          <TextInput
            label="Partner ID"
            description="Shows what another partner of the tracking service used, if your account may see it. Its operator knows the ID; there is no list to choose from."
            value={text}
            error={error}
            spellCheck={false}
            data-autofocus
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setError(null);
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
