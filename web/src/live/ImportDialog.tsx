/** Imports a file of rows: every row is checked and shown before anything is sent. */
import { Button, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { NotDone } from '../api/NotDone.tsx';
import { asProblem, type Problem } from '../api/problem.ts';
import { isolated } from '../ui/bidi.ts';
import { GuardedButton } from '../ui/buttons.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import shared from '../ui/shared.module.css';
import { toast } from '../ui/toasts.ts';
import { personLocale } from '../ui/units.ts';
import classes from './ConfirmDialog.module.css';

/** What happens to a row whose name exists. */
export type OnConflict = 'keep' | 'replace';

export interface BadRow {
  readonly line: number;
  readonly name?: string | null | undefined;
  readonly problems: readonly string[];
}

export type ImportFile<Good> =
  | {
      readonly ok: true;
      readonly good: readonly Good[];
      readonly bad: readonly BadRow[];
    }
  /** Nothing in it can be read; a sentence without its full stop. */
  | { readonly ok: false; readonly reason: string };

export interface ImportFormProps<Good, File extends ImportFile<Good>> {
  /** `site`, `contact`. */
  readonly noun: string;
  /** Files that are taken, as in a file input, and in words. */
  readonly accept: string;
  readonly formats: string;
  readonly columns: ReactNode;
  readonly defaultConflict: OnConflict;
  /** Null while what it is checked against is not there yet. */
  readonly read: (text: string) => File | null;
  /** Most rows of one import. */
  readonly limit: number;
  readonly disabledReason: string | null;
  /** Fields beside the choice of what happens to existing ones. */
  readonly children?: ReactNode;
  /** Ends the sentence "3 sites can be imported", its full stop included. */
  readonly remark: (file: Extract<File, { ok: true }>, on_conflict: OnConflict) => ReactNode;
  /** What a row is counted as in the file: `Line`, `Feature`. */
  readonly rowName?: (file: Extract<File, { ok: true }>) => string;
  /** Rows as they would be saved, below the sentence. */
  readonly preview?: (good: readonly Good[]) => ReactNode;
  readonly importRows: (
    good: readonly Good[],
    on_conflict: OnConflict,
  ) => Promise<{ readonly added: number; readonly replaced: number; readonly kept: number }>;
  readonly onClose: () => void;
}

export interface ImportDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ImportDialog({ opened, title, onClose, children }: ImportDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  );
}

const numberText = (count: number) => count.toLocaleString(personLocale());
const countText = (count: number, noun: string) => `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The content of the dialog, new each time it is opened. */
export function ImportForm<Good, File extends ImportFile<Good>>(props: ImportFormProps<Good, File>) {
  const { noun, read: readFile, limit, disabledReason, onClose } = props;
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [on_conflict, setOnConflict] = useState<OnConflict>(props.defaultConflict);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sending, setSending] = useState(false);
  const read = useMemo(() => (file ? readFile(file.text) : null), [file, readFile]);
  const good = read?.ok ? read.good : [];
  const too_many = good.length > limit;

  const take = async (given: globalThis.File) => {
    setProblem(null);
    setFile({ name: given.name, text: await given.text() });
  };
  const send = async () => {
    setProblem(null);
    setSending(true);
    try {
      const { added, replaced, kept } = await props.importRows(good, on_conflict);
      const parts = [`${countText(added, noun)} added`];
      if (replaced > 0) parts.push(`${numberText(replaced)} replaced`);
      if (kept > 0) parts.push(`${numberText(kept)} unchanged`);
      toast({ title: 'Import done', text: `${parts.join(', ')}.` });
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
      setSending(false);
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === null && good.length > 0 && !too_many) void send();
      }}
    >
      <FileDrop
        label={`${noun[0]?.toUpperCase()}${noun.slice(1)}s file`}
        title={file?.name ?? `Drop a ${props.formats} file here, or choose one`}
        accept={props.accept}
        onFile={(given) => void take(given)}
      >
        {props.columns}
      </FileDrop>
      <div className={classes.fields}>
        {props.children}
        <NativeSelect
          label={`${noun[0]?.toUpperCase()}${noun.slice(1)} with the same name`}
          value={on_conflict}
          data={[
            { value: 'keep', label: 'keep existing' },
            { value: 'replace', label: 'replace existing' },
          ]}
          onChange={({ currentTarget }) => setOnConflict(currentTarget.value as OnConflict)}
        />
      </div>
      <div aria-live="polite" className={classes.check}>
        {read && !read.ok && <p role="alert">{read.reason}.</p>}
        {read?.ok && (
          <Check {...props} file={read as Extract<File, { ok: true }>} on_conflict={on_conflict} />
        )}
        {too_many && <p>One import is limited to {countText(limit, noun)}. Split the file.</p>}
        {problem && <NotDone what="Not imported" problem={problem} />}
      </div>
      <div className={shared.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={sending}
          disabled={disabledReason === null && (good.length === 0 || too_many)}
        >
          {good.length === 0 ? 'Import' : `Import ${countText(good.length, noun)}`}
        </GuardedButton>
      </div>
    </form>
  );
}

interface CheckProps<Good, File extends ImportFile<Good>> extends ImportFormProps<Good, File> {
  readonly file: Extract<File, { ok: true }>;
  readonly on_conflict: OnConflict;
}

function Check<Good, File extends ImportFile<Good>>(props: CheckProps<Good, File>) {
  const { noun, file, on_conflict, remark, rowName, preview } = props;
  const { good, bad } = file;
  return (
    <>
      <p>
        <strong>{countText(good.length, noun)}</strong> can be imported
        {remark(file, on_conflict)}
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
            and {bad.length === 1 ? 'is' : 'are'} left out:
          </p>
          <ul className={classes.rows}>
            {bad.map(({ line, name, problems }) => (
              <li key={line}>
                <span>
                  {rowName?.(file) ?? 'Line'} {line}
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
