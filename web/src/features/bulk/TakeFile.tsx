/** Where rows come from: a file that is dropped or chosen, or text that is pasted. */
import { Button, Textarea } from '@mantine/core';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { useRef, useState } from 'react';
import { useLive } from '../../live/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { download, fileName } from '../../ui/download.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Check } from './Check.tsx';
import { type BulkDraft, setHead } from './draft.ts';
import { FIELDS } from './fields.ts';
import { templateCsv } from './outcome-csv.ts';
import classes from './TakeFile.module.css';
import type { DraftEditor } from './use-draft.ts';
import { rowsText } from './words.ts';

const ACCEPT = '.csv,.tsv,.txt,text/csv,text/plain';

export interface TakeFileProps {
  readonly kind: BulkKind;
  /** Why the last one could not be used, a sentence without its full stop. */
  readonly unread: string | null;
  readonly onText: (text: string, name: string | null) => void;
  readonly onFile: (file: File) => void;
}

const WHAT: Readonly<Record<BulkKind, string>> = {
  invitation:
    'One fleet per row. Only the fleet reference is required. Waypost matches the columns, and you can change that.',
  user: 'One user per row. Only a connection is required; you can choose one for all rows. Passwords are never saved in this browser.',
};

export function TakeFile({ kind, unread, onText, onFile }: TakeFileProps) {
  const { clock } = useLive();
  const [pasted, setPasted] = useState('');
  const template = () =>
    download(
      fileName(kind === 'invitation' ? 'invitations-template' : 'users-template', clock.now()),
      templateCsv(kind),
    );
  return (
    <div className={classes.page}>
      <FileDrop label="CSV file" title="Drop a CSV file here, or choose one" accept={ACCEPT} onFile={onFile}>
        Comma, semicolon or tab separated. Nothing is sent until you review the rows.
      </FileDrop>
      {unread !== null && (
        <p role="alert" className={classes.unread}>
          {unread}.
        </p>
      )}
      <p className={classes.what}>{WHAT[kind]}</p>
      <form
        className={classes.paste}
        onSubmit={(event) => {
          event.preventDefault();
          if (pasted.trim() !== '') onText(pasted, null);
        }}
      >
        <Textarea
          label="Or paste rows from a spreadsheet"
          value={pasted}
          rows={4}
          spellCheck={false}
          placeholder={FIELDS[kind]
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
          onPaste={(event) => {
            // A whole table needs no further click; a word pasted into a text that is being typed does.
            const text = event.clipboardData.getData('text/plain');
            if (pasted !== '' || !/[\r\n]/.test(text.trim())) return;
            event.preventDefault();
            onText(text, null);
          }}
        />
        <Button type="submit" disabled={pasted.trim() === ''}>
          Load rows
        </Button>
      </form>
      <div className={classes.template}>
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={template}>
          Download template
        </Button>
        <details>
          <summary>Supported columns</summary>
          <table className={classes.fields}>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Example</th>
              </tr>
            </thead>
            <tbody>
              {FIELDS[kind].map(({ name, example, needed }) => (
                <tr key={name}>
                  <th scope="row">
                    {name}
                    {needed && ' (required)'}
                  </th>
                  <td>{example}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </div>
  );
}

interface FileInputProps {
  readonly label: string;
  readonly onFile: (file: File) => void;
}

function FileInput({ label, onFile }: FileInputProps) {
  return (
    <input
      type="file"
      className={classes.input}
      aria-label={label}
      accept={ACCEPT}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) onFile(file);
        currentTarget.value = '';
      }}
    />
  );
}

export interface FileLineProps {
  readonly draft: BulkDraft;
  readonly unread: string | null;
  readonly onFile: (file: File) => void;
  /** The same file once more, for its passwords. */
  readonly onPasswords: (file: File) => void;
  readonly editor: DraftEditor;
  readonly onStartOver: () => void;
}

/** The file that is open, in one line. */
export function FileLine({ draft, unread, onFile, onPasswords, editor, onStartOver }: FileLineProps) {
  const other = useRef<HTMLSpanElement>(null);
  const choose = (at: HTMLElement | null) => at?.querySelector('input')?.click();
  const same = useRef<HTMLSpanElement>(null);
  return (
    <>
      <div className={classes.line}>
        <span className={classes.name}>
          <strong>{draft.name ?? 'Pasted rows'}</strong> {rowsText(draft.rows.length)}
        </span>
        <Check checked={draft.has_head} onChange={(has_head) => editor.replace(setHead(draft, has_head))}>
          First line has column names
        </Check>
        <span className={classes.buttons}>
          <span ref={other}>
            <FileInput label="Another CSV file" onFile={onFile} />
            <Button tabIndex={-1} aria-hidden onClick={() => choose(other.current)}>
              Another file
            </Button>
          </span>
          <Button onClick={onStartOver}>Start over</Button>
        </span>
      </div>
      {unread !== null && (
        <p role="alert" className={classes.unread}>
          {unread}. The rows below have not changed.
        </p>
      )}
      {draft.secrets_lost && (
        <Banner
          tone="act"
          title="Passwords are not saved in this browser."
          action={
            <span ref={same}>
              <FileInput label="The same CSV file, for passwords" onFile={onPasswords} />
              <Button tabIndex={-1} aria-hidden onClick={() => choose(same.current)}>
                Choose file again
              </Button>
            </span>
          }
        >
          Your other changes are here. Choose the same file for its passwords, type them below, or set the
          column to “not used”.
        </Banner>
      )}
    </>
  );
}
