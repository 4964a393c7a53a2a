/** Imports rows from a file. Every row is validated and previewed before anything is sent. */
import { Box, Button, Modal, NativeSelect } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { asProblem, type Problem } from '../api/problem.ts';
import { ActionFailed } from '../api/QueryState.tsx';
import { isolated } from '../ui/bidi.ts';
import { GuardedButton } from '../ui/buttons.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import shared from '../ui/shared.module.css';
import { toast } from '../ui/toasts.ts';
import { countText, numberText } from '../ui/units.ts';
import classes from './ConfirmDialog.module.css';
import type { ImportFile } from './import-file.ts';

type OnConflict = 'keep' | 'replace';

interface ImportFormProps<Good> {
  readonly noun: string;
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

/** Mounted each time the dialog opens, so that it starts empty. */
export function ImportForm<Good>(props: ImportFormProps<Good>) {
  const { noun, read: readFile, limit, disabledReason, onClose } = props;
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [on_conflict, setOnConflict] = useState<OnConflict>(props.defaultConflict);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sending, setSending] = useState(false);
  const read = useMemo(() => (file ? readFile(file.text) : null), [file, readFile]);
  const good = read?.ok ? read.good : [];
  const too_many = good.length > limit;

  const loadFile = async (chosen: globalThis.File) => {
    setProblem(null);
    setFile({ name: chosen.name, text: await chosen.text() });
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
      className={shared.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === null && good.length > 0 && !too_many) void send();
      }}
    >
      <FileDrop
        label={`${noun[0]?.toUpperCase()}${noun.slice(1)}s file`}
        title={file?.name ?? `Drop a ${props.formats} file here, or choose one`}
        accept={props.accept}
        onFile={(chosen) => void loadFile(chosen)}
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
          onChange={({ currentTarget }) => setOnConflict(currentTarget.value as OnConflict)}
        />
      </div>
      <Box aria-live="polite" className={classes.check} mih={40} fz={12}>
        {read && !read.ok && <p role="alert">{read.reason}.</p>}
        {read?.ok && <Check {...props} file={read} on_conflict={on_conflict} />}
        {too_many && <p>One import is limited to {countText(limit, noun)}. Split the file.</p>}
        {problem && <ActionFailed what="Not imported" problem={problem} />}
      </Box>
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
            and {bad.length === 1 ? 'is' : 'are'} left out:
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
