/** What each column of the file means: guessed from its head, changed here, kept with the draft. */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLayout } from '../../ui/use-media.ts';
import classes from './Columns.module.css';
import { addColumn, type BulkDraft, columnName, setField } from './draft.ts';
import { FIELDS, fieldInfo, isSecret } from './fields.ts';
import type { DraftEditor } from './use-draft.ts';

export interface ColumnsProps {
  readonly draft: BulkDraft;
  readonly editor: DraftEditor;
}

/** Two values of a column, so that it can be told what stands in it. */
function sampleOf({ rows, columns }: BulkDraft, at: number): string {
  if (isSecret(columns[at]?.field ?? null, columns[at]?.head ?? '')) return 'hidden';
  const seen = new Set<string>();
  for (const { cells } of rows) {
    const text = cells[at]?.trim();
    if (text) seen.add(text);
    if (seen.size === 2) break;
  }
  return seen.size === 0 ? 'empty' : [...seen].join(', ');
}

export function Columns({ draft, editor }: ColumnsProps) {
  const { kind, columns } = draft;
  const used = columns.filter(({ field }) => field !== null).length;
  const missing = FIELDS[kind].filter(
    ({ name, needed }) => needed && name !== 'connection_id' && !columns.some(({ field }) => field === name),
  );
  const phone = useLayout() === 'phone';
  // Open by itself only where there is something to decide, and room for it.
  const [open, setOpen] = useState(() => missing.length > 0 || (used < columns.length && !phone));
  const options = [
    { value: '', label: 'not used' },
    ...FIELDS[kind].map(({ name }) => ({ value: name, label: name })),
  ];
  const free = FIELDS[kind].filter(({ name }) => !columns.some(({ field }) => field === name));
  return (
    <details
      className={classes.columns}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong>Columns</strong> {used} of {columns.length} used
        {missing.length > 0 && `; ${missing.map(({ name }) => name).join(', ')} missing`}
      </summary>
      <div className={classes.grid}>
        {columns.map((column, at) => (
          <NativeSelect
            key={at}
            size="xs"
            label={columnName(column, at)}
            description={sampleOf(draft, at)}
            inputWrapperOrder={['label', 'input', 'description']}
            value={column.field ?? ''}
            data={options}
            onChange={({ currentTarget: { value } }) =>
              editor.replace(setField(draft, at, fieldInfo(kind, value)?.name ?? null))
            }
          />
        ))}
        {free.length > 0 && (
          <NativeSelect
            size="xs"
            label="Add a column"
            description="starts empty; fill it in below"
            inputWrapperOrder={['label', 'input', 'description']}
            value=""
            data={[{ value: '', label: 'Choose a field' }, ...free.map(({ name }) => name)]}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && editor.replace(addColumn(draft, value))
            }
          />
        )}
      </div>
    </details>
  );
}
