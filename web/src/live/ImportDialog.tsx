/** Imports rows from a file. Every row is validated and previewed before anything is sent. */
import { Box, Button, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { z } from 'zod';
import { isolated } from '../ui/bidi.ts';
import { GuardedButton } from '../ui/buttons.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { download, fileName, tableText } from '../ui/files.ts';
import { IconDownload } from '../ui/icons.ts';
import { capital } from '../ui/readable-name.ts';
import shared from '../ui/shared.module.css';
import { toast } from '../ui/toasts.ts';
import { countText, numberText, plural } from '../ui/units.ts';
import classes from './ConfirmDialog.module.css';
import { useLive } from './context.ts';
import { useFormDraft, useFormDrafts } from './form/draft.ts';
import { useFormOf } from './form/form.ts';
import { Outcome } from './form/parts.tsx';
import { type HeadLine, HeadLineSelect } from './HeadLineSelect.tsx';
import {
  type Chosen,
  columnName,
  columnText,
  type FileColumn,
  type ImportFile,
  problemsCsv,
  problemsOf,
  type ReadableFile,
} from './import-file.ts';

type OnConflict = 'keep' | 'replace';

interface Row {
  readonly line: number;
}

interface ImportFormProps<Good extends Row> {
  readonly noun: string;
  /** What the rows are imported for, if there are several. */
  readonly about?: string;
  readonly accept: string;
  readonly formats: string;
  readonly columns: ReactNode;
  readonly defaultConflict: OnConflict;
  /** What is done to one that is there already: `update` leaves what the row does not name. */
  readonly replacing: 'update' | 'replace';
  /** Null until the data that rows are checked against has loaded. */
  readonly read: (text: string, chosen: Chosen) => ImportFile<Good> | null;
  readonly limit: number;
  readonly disabledReason: string | null;
  readonly children?: ReactNode;
  /** Whether a row is one that is there already; null: not known. */
  readonly exists: ((row: Good) => boolean) | null;
  /** Draws a row; without it, none is shown before the import. */
  readonly preview?: (row: Good) => ReactNode;
  readonly importRows: (
    good: readonly Good[],
    on_conflict: OnConflict,
  ) => Promise<{ readonly added: number; readonly replaced: number; readonly kept: number }>;
  readonly onClose: () => void;
}

interface ImportDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ImportDialog({ opened, title, onClose, children }: ImportDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={640}>
      {children}
    </Modal>
  );
}

const importDraft = z.object({
  /** The text of the file. */
  file: z.object({ name: z.string(), text: z.string() }).nullable(),
  on_conflict: z.enum(['keep', 'replace']),
  chosen: z
    .object({ columns: z.record(z.string(), z.string()).optional(), head_line: z.number().int().optional() })
    .default({}),
});

/** Mounted each time the dialog opens; the file chosen before is still there until it was imported or the dialog cancelled. */
export function ImportForm<Good extends Row>(props: ImportFormProps<Good>) {
  const { noun, read: readFile, limit, disabledReason, exists, replacing, onClose } = props;
  const editor = useFormDraft<z.infer<typeof importDraft>>({
    drafts: useFormDrafts('import', importDraft),
    name: props.about ?? noun,
    initial: { file: null, on_conflict: props.defaultConflict, chosen: {} },
  });
  const { file, on_conflict, chosen } = editor.values;
  const read = useMemo(() => (file ? readFile(file.text, chosen) : null), [file, readFile, chosen]);
  const good = read?.ok ? read.good : [];
  const too_many = good.length > limit;
  const existing = exists && good.filter(exists).length;
  const nothing = on_conflict === 'keep' && existing === good.length;
  const form = useFormOf(editor, {
    checked: { body: good.length > 0 && !too_many && !nothing ? good : null, errors: new Map() },
    disabledReason,
    send: (rows) => props.importRows(rows, on_conflict),
    onDone: ({ added, replaced, kept }) => {
      const parts = [`${countText(added, noun)} added`];
      if (replaced > 0) parts.push(`${numberText(replaced)} ${replacing}d`);
      if (kept > 0) parts.push(`${numberText(kept)} unchanged`);
      if (read?.ok && read.bad.length > 0) parts.push(`${countText(read.bad.length, 'row')} left out`);
      toast({ title: 'Import done', text: `${parts.join(', ')}.` });
      onClose();
    },
  });
  const cancel = form.leave(onClose);
  const [unread, setUnread] = useState<string | null>(null);
  const takeFile = async (one: File) => {
    const table = await tableText(one);
    setUnread('text' in table ? null : table.reason);
    if ('text' in table) form.set({ file: { name: one.name, text: table.text }, chosen: {} });
  };
  return (
    <form {...form.element} className={shared.stack}>
      <FileDrop
        label={`${capital(noun)}s file`}
        title={file?.name ?? `Drop a ${props.formats} file here, or choose one`}
        accept={props.accept}
        onFile={(one) => void takeFile(one)}
      >
        {props.columns}
      </FileDrop>
      {unread !== null && (
        <p role="alert" className={shared.plain}>
          {unread}.
        </p>
      )}
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' }}>
        {props.children}
        <NativeSelect
          label={`${capital(noun)} with the same name`}
          value={on_conflict}
          data={[
            { value: 'keep', label: 'keep existing' },
            { value: 'replace', label: `${replacing} existing` },
          ]}
          onChange={({ currentTarget }) => form.set({ on_conflict: currentTarget.value as OnConflict })}
        />
      </div>
      {read?.columns && (
        <FileColumns
          columns={read.columns}
          choices={read.choices ?? []}
          head_line={read.head_line ?? 1}
          head_lines={read.head_lines ?? []}
          chosen={chosen}
          onChoose={(next) => form.set({ chosen: next })}
        />
      )}
      <Box aria-live="polite" className={classes.check} mih={40} fz={12}>
        {read && !read.ok && <p role="alert">{read.reason}.</p>}
        {read?.ok && (
          <Check
            {...props}
            file={read}
            file_name={file?.name ?? ''}
            existing={existing}
            on_conflict={on_conflict}
          />
        )}
        {too_many && <p>One import is limited to {countText(limit, noun)}. Split the file.</p>}
        <Outcome form={form} what="Not imported" />
        {form.save_state === 'unavailable' && (
          <p>This file is too large to be kept: choose it again after a reload.</p>
        )}
      </Box>
      <div className={shared.buttons}>
        <Button onClick={cancel}>Cancel</Button>
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={form.busy}
          disabled={disabledReason === null && (good.length === 0 || too_many || nothing)}
        >
          {buttonText(props, good.length, existing ?? 0, on_conflict)}
        </GuardedButton>
      </div>
    </form>
  );
}

interface FileColumnsProps {
  readonly columns: readonly FileColumn[];
  readonly choices: readonly string[];
  readonly head_line: number;
  readonly head_lines: readonly HeadLine[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** What each column of the file is read as; a person may choose something else. */
function FileColumns({ columns, choices, head_line, head_lines, chosen, onChoose }: FileColumnsProps) {
  const filled = columns.filter(({ head, example }) => head !== '' || example !== '');
  const unused = filled.filter(({ column }) => column === null);
  const firstLike = (one: FileColumn) =>
    filled.find(({ column, person }) => column === one.column && person === one.person) ?? one;
  const repeated = filled.filter((one) => one.column !== null && firstLike(one) !== one);
  const people = Map.groupBy(
    filled.filter(({ person }) => person !== undefined),
    ({ person }) => person,
  );
  const unnamed = filled.filter(({ is_others }) => is_others);
  return (
    <section aria-label="Columns of the file" className={shared.columnTight}>
      {unused.length > 0 && (
        <p className={shared.plain}>
          <strong>{countText(unused.length, 'column')} not used:</strong> {unused.map(nameOf).join(', ')}.
          Choose what {plural(unused.length, 'it is', 'they are')} to import{' '}
          {plural(unused.length, 'it', 'them')}.
        </p>
      )}
      {repeated.map((one) => (
        <p key={one.at} className={shared.plain}>
          {nameOf(one)} is used as {columnText(one.column ?? '')} only where {nameOf(firstLike(one))} is
          empty.
        </p>
      ))}
      {[...people].map(([person, own]) => (
        <p key={person} className={shared.plain}>
          {own.map(nameOf).join(', ')}: another contact of the row.
        </p>
      ))}
      {unnamed.length > 0 && (
        <p className={shared.plain}>
          {unnamed.map(nameOf).join(', ')}: not used, because {plural(unnamed.length, 'it is', 'they are')} of
          another person without a name in the file.
        </p>
      )}
      <details open={unused.length > 0 || Object.keys(chosen).length > 0}>
        <summary>
          Columns: {numberText(filled.length - unused.length)} of {numberText(filled.length)} used
        </summary>
        <Box pt={8} className={shared.columnTight}>
          <HeadLineSelect
            lines={head_lines}
            value={head_line}
            onChange={(line) => onChoose({ head_line: line })}
          />
          <Box
            mah={250}
            style={{
              display: 'grid',
              gap: '8px 12px',
              gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
              overflowY: 'auto',
            }}
          >
            {filled.map((one) => (
              <NativeSelect
                key={one.at}
                size="xs"
                label={nameOf(one)}
                description={one.example === '' ? 'empty' : one.example}
                value={one.column ?? ''}
                data={[
                  { value: '', label: 'not used' },
                  ...choices.map((value) => ({ value, label: columnText(value) })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  onChoose({ ...chosen, columns: { ...chosen.columns, [one.at]: value } })
                }
              />
            ))}
          </Box>
        </Box>
      </details>
    </section>
  );
}

const nameOf = (column: FileColumn) => isolated(columnName(column));

const PREVIEW_ROWS = 5;

/** `Import 3 contacts, update 8` */
function buttonText<Good extends Row>(
  { noun, replacing }: ImportFormProps<Good>,
  count: number,
  existing: number,
  on_conflict: OnConflict,
): string {
  if (count === 0) return 'Import';
  const added = count - existing;
  if (added === 0 && on_conflict === 'keep') return 'Nothing to import';
  if (added === 0) return `${replacing === 'update' ? 'Update' : 'Replace'} ${countText(existing, noun)}`;
  const import_text = `Import ${countText(added, noun)}`;
  return existing === 0 || on_conflict === 'keep'
    ? import_text
    : `${import_text}, ${replacing} ${numberText(existing)}`;
}

/** What becomes of the rows, of which `existing` are there already; null: not known how many. */
function outcomeText<Good extends Row>(
  { replacing }: ImportFormProps<Good>,
  count: number,
  existing: number | null,
  on_conflict: OnConflict,
): string {
  if (existing === 0) return 'all new';
  const is_one = existing === 1;
  const kept = is_one ? 'kept as it is' : 'kept as they are';
  const of_row = is_one
    ? 'the values of its row replace its own'
    : 'the values of their rows replace their own';
  const outcome = {
    keep: kept,
    update: `updated: ${of_row}, the rest stays`,
    replace: 'replaced',
  }[on_conflict === 'keep' ? 'keep' : replacing];
  if (existing === null) return `those that exist are ${outcome}`;
  if (existing === count) return `known and ${outcome}`;
  const are = is_one ? 'exists and is' : 'exist and are';
  return `${numberText(count - existing)} new, ${numberText(existing)} ${are} ${outcome}`;
}

interface CheckProps<Good extends Row> extends ImportFormProps<Good> {
  readonly existing: number | null;
  readonly file: ReadableFile<Good>;
  readonly file_name: string;
  readonly on_conflict: OnConflict;
}

function Check<Good extends Row>(props: CheckProps<Good>) {
  const { noun, file, file_name, existing, on_conflict, preview } = props;
  const { good, bad, lines, row_word = 'Line' } = file;
  const { clock } = useLive();
  const all_known = good.length > 0 && existing === good.length;
  const nothing = all_known && on_conflict === 'keep';
  const warned = [...new Set(good.map(({ line }) => line))].flatMap((line) => {
    const warnings = lines?.get(line)?.warnings ?? [];
    return warnings.length > 0 ? [{ line, warnings }] : [];
  });
  return (
    <>
      <p>
        <strong>{nothing ? 'Nothing to import' : countText(good.length, noun)}</strong>
        {!all_known && ' can be imported'}
        {nothing && `: ${good.length === 1 ? 'the only one' : `all ${numberText(good.length)}`}`}
        {all_known && ` ${plural(good.length, 'is', 'are')}`}
        {good.length > 0 &&
          `${all_known ? ' ' : ': '}${outcomeText(props, good.length, existing, on_conflict)}`}
        .{preview && good.length > PREVIEW_ROWS && ` The first ${PREVIEW_ROWS}:`}
      </p>
      {preview && good.length > 0 && (
        <ul className={classes.rows}>
          {good.slice(0, PREVIEW_ROWS).map((row, at) => (
            <li key={at}>{preview(row)}</li>
          ))}
        </ul>
      )}
      {warned.length > 0 && (
        <>
          <p>
            <strong>{countText(warned.length, 'row')}</strong> {plural(warned.length, 'is', 'are')} imported
            with a warning:
          </p>
          <ul className={classes.rows}>
            {warned.map(({ line, warnings }) => (
              <li key={line}>
                <span>
                  {row_word} {line}
                </span>{' '}
                {warnings.join('; ')}.
              </li>
            ))}
          </ul>
        </>
      )}
      {bad.length > 0 && (
        <>
          <p>
            <strong>
              {bad.length === 1
                ? "1 row can't be imported"
                : `${numberText(bad.length)} rows can't be imported`}
            </strong>{' '}
            and {plural(bad.length, 'is', 'are')} left out:
          </p>
          <ul className={classes.rows}>
            {bad.map((row, at) => (
              <li key={at}>
                <span>
                  {row_word} {row.line}
                  {row.name && `, ${isolated(row.name)}`}
                </span>{' '}
                {problemsOf(row, lines)}.
              </li>
            ))}
          </ul>
          <Button
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(fileName(`${file_name}-problems`, clock.now()), problemsCsv(file))}
          >
            Problems CSV
          </Button>
        </>
      )}
    </>
  );
}
