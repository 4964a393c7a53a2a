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

/** Two values of a column, so that its content can be recognized. */
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

const MOST_UNFOLDED = 6;
const MOST_NAMED = 3;

const columnNameAt = (columns: BulkDraft['columns'], at: number) =>
  columnName(columns[at] ?? { head: '', field: null }, at);

function namesOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ');
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
  const at = columns.map((_, index) => index);
  const known = at.filter((index) => columns[index]?.field !== null);
  const unknown = at.filter((index) => columns[index]?.field === null);
  // Few stand beside the others; dozens are folded away.
  const folded = unknown.length > MOST_UNFOLDED;
  const select = (index: number) => {
    const column = columns[index];
    return (
      column && (
        <NativeSelect
          key={index}
          size="xs"
          label={columnName(column, index)}
          description={sampleOf(draft, index)}
          inputWrapperOrder={['label', 'input', 'description']}
          value={column.field ?? ''}
          data={options}
          onChange={({ currentTarget: { value } }) =>
            editor.replace(setField(draft, index, fieldInfo(kind, value)?.name ?? null))
          }
        />
      )
    );
  };
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
        {(folded ? known : at).map(select)}
        {free.length > 0 && (
          <NativeSelect
            size="xs"
            label="Add a column"
            description="empty; fill it in below"
            inputWrapperOrder={['label', 'input', 'description']}
            value=""
            data={[{ value: '', label: 'Choose a field' }, ...free.map(({ name }) => name)]}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && editor.replace(addColumn(draft, value))
            }
          />
        )}
      </div>
      {folded && (
        <details className={classes.folded} open={missing.length > 0}>
          <summary>
            {unknown.length} columns not used: {namesOf(unknown.map((index) => columnNameAt(columns, index)))}
          </summary>
          <div className={classes.grid}>{unknown.map(select)}</div>
        </details>
      )}
    </details>
  );
}
