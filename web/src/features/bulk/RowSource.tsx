import { Box, FileButton, Textarea } from '@mantine/core';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { useRef } from 'react';
import { useLive } from '../../live/context.ts';
import { HeadLineSelect } from '../../live/HeadLineSelect.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/buttons.tsx';
import { csvText } from '../../ui/csv.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import classes from './bulk.module.css';
import { type BulkDraft, headLineOf, headLinesOf, setHeadLine } from './draft.ts';
import { FIELDS, fieldLabel } from './fields.ts';
import { type DraftEditor, usePastedText } from './use-draft.ts';
import { rowsText } from './words.ts';

const ACCEPT = '.csv,.tsv,.txt,text/csv,text/plain';

interface RowSourceProps {
  readonly kind: BulkKind;
  /** Why the last file could not be read, without a full stop. */
  readonly read_error: string | null;
  readonly reading: string | null;
  /** @returns whether the text could be read */
  readonly onText: (text: string, name: string | null) => boolean;
  readonly onFile: (file: File) => void;
}

const WHAT: Readonly<Record<BulkKind, string>> = {
  invitation:
    'One fleet per row, with its reference, or a USDOT or MC number that becomes it. Waypost matches the columns; you can change them.',
  user: 'One user per row. Only its fleet is required, by name or reference; you can also choose one connection for all rows. Passwords are never saved in this browser.',
};

export function RowSource({ kind, read_error, reading, onText, onFile }: RowSourceProps) {
  const { clock } = useLive();
  const texts = usePastedText(kind);
  const pasted = texts.read(kind) ?? '';
  const template = () =>
    download(
      fileName(kind === 'invitation' ? 'invitations-template' : 'users-template', clock.now()),
      csvText(
        FIELDS[kind].map(({ name }) => fieldLabel(name)),
        [],
      ),
    );
  return (
    <div className={classes.page}>
      <FileDrop
        label="CSV file"
        title={reading === null ? 'Drop a CSV file here, or choose one' : `Reading ${reading}…`}
        accept={ACCEPT}
        onFile={onFile}
      >
        Comma, semicolon or tab separated. Nothing is sent until you review the rows.
      </FileDrop>
      {read_error !== null && (
        <p role="alert" className={shared.strongText}>
          {read_error}.
        </p>
      )}
      <p className={shared.secondary}>{WHAT[kind]}</p>
      <form
        className={shared.columnTight}
        onSubmit={(event) => {
          event.preventDefault();
          if (pasted.trim() !== '' && onText(pasted, null)) texts.remove(kind);
        }}
      >
        <Textarea
          label="Or paste rows from a spreadsheet"
          value={pasted}
          rows={4}
          spellCheck={false}
          placeholder={`e.g. ${FIELDS[kind]
            .slice(0, 3)
            .map(({ name }) => fieldLabel(name))
            .join(', ')}`}
          onChange={({ currentTarget }) => texts.put(kind, currentTarget.value)}
          onPaste={(event) => {
            // A pasted table is used at once; a word pasted into typed text is not.
            const text = event.clipboardData.getData('text/plain');
            if (pasted !== '' || !/[\r\n]/.test(text.trim())) return;
            event.preventDefault();
            onText(text, null);
          }}
        />
        <Button type="submit" mr="auto" disabled={pasted.trim() === ''}>
          Use pasted rows
        </Button>
      </form>
      <div className={shared.columnTight}>
        <Button icon={IconDownload} mr="auto" onClick={template}>
          Download template
        </Button>
        <details>
          <summary>Supported columns</summary>
          <DataTable
            className={classes.fields}
            heads={['Column', 'Example']}
            rows={FIELDS[kind].map(({ name, example, required }) => ({
              key: name,
              cells: [required ? `${fieldLabel(name)} (required)` : fieldLabel(name), example],
            }))}
          />
        </details>
      </div>
    </div>
  );
}

interface ChooseFileProps {
  readonly label: string;
  readonly onFile: (file: File) => void;
  readonly children: string;
}

/** Resets the input so that a corrected file can be chosen again. */
function ChooseFile({ label, onFile, children }: ChooseFileProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={ACCEPT}
      resetRef={reset}
      inputProps={{ 'aria-label': label }}
      onChange={(file) => {
        if (file) onFile(file);
        reset.current?.();
      }}
    >
      {(props) => <Button {...props}>{children}</Button>}
    </FileButton>
  );
}

interface FileLineProps {
  readonly draft: BulkDraft;
  readonly read_error: string | null;
  readonly onFile: (file: File) => void;
  /** Receives the same file again, to restore its passwords. */
  readonly onPasswords: (file: File) => void;
  readonly editor: DraftEditor;
  readonly onStartOver: () => void;
}

export function FileLine({ draft, read_error, onFile, onPasswords, editor, onStartOver }: FileLineProps) {
  return (
    <>
      <div className={classes.line}>
        <Box component="span" flex={1} miw={160} className={shared.anywhere}>
          <strong>{draft.name ?? 'Pasted rows'}</strong>{' '}
          <span className={shared.secondary}>{rowsText(draft.rows.length)}</span>
        </Box>
        <HeadLineSelect
          lines={headLinesOf(draft)}
          value={headLineOf(draft)}
          onChange={(line) => editor.replace(setHeadLine(draft, line))}
        />
        <span className={shared.line}>
          <ChooseFile label="Choose another CSV file" onFile={onFile}>
            Choose another file
          </ChooseFile>
          <Button onClick={onStartOver}>Start over</Button>
        </span>
      </div>
      {read_error !== null && (
        <p role="alert" className={shared.strongText}>
          {read_error}. The rows below have not changed.
        </p>
      )}
      {draft.secrets_lost && (
        <Banner
          tone="act"
          title="Passwords are not saved in this browser."
          action={
            <ChooseFile label="The same CSV file, for passwords" onFile={onPasswords}>
              Choose file again
            </ChooseFile>
          }
        >
          Your other changes are here. Choose the same file for its passwords, type them below, or set the
          column to “not used”.
        </Banner>
      )}
    </>
  );
}
