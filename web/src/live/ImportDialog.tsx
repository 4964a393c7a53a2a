/** Imports rows from a file. Every row is validated and previewed before anything is sent. */
import { Box, Button, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import { isolated } from '../ui/bidi.ts';
import { GuardedButton } from '../ui/buttons.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import shared from '../ui/shared.module.css';
import { toast } from '../ui/toasts.ts';
import { countText, numberText, plural } from '../ui/units.ts';
import classes from './ConfirmDialog.module.css';
import { useFormDraft, useFormDrafts } from './form/draft.ts';
import { useFormOf } from './form/form.ts';
import { Outcome } from './form/parts.tsx';
import type { ImportFile } from './import-file.ts';

type OnConflict = 'keep' | 'replace';

interface ImportFormProps<Good> {
  readonly noun: string;
  /** What the rows are imported for, if there are several. */
  readonly about?: string;
  readonly accept: string;
  readonly formats: string;
  readonly columns: ReactNode;
  readonly defaultConflict: OnConflict;
  /** Null until the data that rows are checked against has loaded. */
  readonly read: (text: string) => ImportFile<Good> | null;
  readonly limit: number;
  readonly disabledReason: string | null;
  readonly children?: ReactNode;
  /** Completes the sentence "3 sites can be imported", including the final period. */
  readonly remark: (good: readonly Good[], on_conflict: OnConflict) => ReactNode;
  readonly preview?: (good: readonly Good[]) => ReactNode;
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
});

/** Mounted each time the dialog opens; the file chosen before is still there until it was imported or the dialog cancelled. */
export function ImportForm<Good>(props: ImportFormProps<Good>) {
  const { noun, read: readFile, limit, disabledReason, onClose } = props;
  const editor = useFormDraft<z.infer<typeof importDraft>>({
    drafts: useFormDrafts('import', importDraft),
    name: props.about ?? noun,
    initial: { file: null, on_conflict: props.defaultConflict },
  });
  const { file, on_conflict } = editor.values;
  const read = useMemo(() => (file ? readFile(file.text) : null), [file, readFile]);
  const good = read?.ok ? read.good : [];
  const too_many = good.length > limit;
  const form = useFormOf(editor, {
    checked: { body: good.length > 0 && !too_many ? good : null, errors: new Map() },
    disabledReason,
    send: (rows) => props.importRows(rows, on_conflict),
    onDone: ({ added, replaced, kept }) => {
      const parts = [`${countText(added, noun)} added`];
      if (replaced > 0) parts.push(`${numberText(replaced)} replaced`);
      if (kept > 0) parts.push(`${numberText(kept)} unchanged`);
      toast({ title: 'Import done', text: `${parts.join(', ')}.` });
      onClose();
    },
  });
  const cancel = form.leave(onClose);
  return (
    <form {...form.element} className={shared.stack}>
      <FileDrop
        label={`${noun[0]?.toUpperCase()}${noun.slice(1)}s file`}
        title={file?.name ?? `Drop a ${props.formats} file here, or choose one`}
        accept={props.accept}
        onFile={async (chosen) => form.set({ file: { name: chosen.name, text: await chosen.text() } })}
      >
        {props.columns}
      </FileDrop>
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))' }}>
        {props.children}
        <NativeSelect
          label={`${noun[0]?.toUpperCase()}${noun.slice(1)} with the same name`}
          value={on_conflict}
          data={[
            { value: 'keep', label: 'keep existing' },
            { value: 'replace', label: 'replace existing' },
          ]}
          onChange={({ currentTarget }) => form.set({ on_conflict: currentTarget.value as OnConflict })}
        />
      </div>
      <Box aria-live="polite" className={classes.check} mih={40} fz={12}>
        {read && !read.ok && <p role="alert">{read.reason}.</p>}
        {read?.ok && <Check {...props} file={read} on_conflict={on_conflict} />}
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
          disabled={disabledReason === null && (good.length === 0 || too_many)}
        >
          {good.length === 0 ? 'Import' : `Import ${countText(good.length, noun)}`}
        </GuardedButton>
      </div>
    </form>
  );
}

interface CheckProps<Good> extends ImportFormProps<Good> {
  readonly file: Extract<ImportFile<Good>, { ok: true }>;
  readonly on_conflict: OnConflict;
}

function Check<Good>(props: CheckProps<Good>) {
  const { noun, file, on_conflict, remark, preview } = props;
  const { good, bad, row_word = 'Line' } = file;
  return (
    <>
      <p>
        <strong>{countText(good.length, noun)}</strong> can be imported
        {remark(good, on_conflict)}
      </p>
      {preview && good.length > 0 && <ul className={classes.rows}>{preview(good)}</ul>}
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
            {bad.map(({ line, name, problems }) => (
              <li key={line}>
                <span>
                  {row_word} {line}
                  {name && `, ${isolated(name)}`}
                </span>{' '}
                {problems.join('; ')}.
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
