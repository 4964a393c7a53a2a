/** From a file to a job: read, columns, what holds for all rows, every row's problem, and only then the sending. */
import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useDisabledReason, useSession } from '../../api/context.ts';
import { explain } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { tableText } from '../../ui/files.ts';
import { dialogOpen, typing } from '../../ui/keys.ts';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { useLayout } from '../../ui/use-media.ts';
import { CheckedRows } from './CheckedRows.tsx';
import { DefaultsForm } from './DefaultsForm.tsx';
import { addColumn, type BulkDraft, columnName, readFile, setField, takeSecrets, USUAL } from './draft.ts';
import { FIELDS, fieldInfo, isSecret } from './fields.ts';
import { Denied } from './JobList.tsx';
import classes from './NewJob.module.css';
import { jobParts } from './parts.ts';
import { Judge, type JudgedRow } from './rows.ts';
import { BulkDrafts } from './stored.ts';
import { FileLine, TakeFile } from './TakeFile.tsx';
import { type ServerCheck, useCheck, willOf } from './use-check.ts';
import { type DraftEditor, useDraft } from './use-draft.ts';
import { type Sending, useSend } from './use-send.ts';
import { AGAIN, amount, countOf, rowsText } from './words.ts';

export interface NewJobProps {
  readonly kind: BulkKind;
  readonly newId: () => string;
  readonly onBegun: (job_ids: readonly string[]) => void;
  readonly frame: (parts: { children: ReactNode }) => ReactNode;
}

export function NewJob(props: NewJobProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const state = useSession();
  if (disabledReason !== null) return props.frame({ children: <Denied disabledReason={disabledReason} /> });
  const person = state.phase === 'in' || state.phase === 'ended' ? state.session.user.sub : '';
  return <Form key={`${person}/${props.kind}`} person={person} {...props} />;
}

const NO_ROWS: readonly JudgedRow[] = [];

function Form({ kind, person, newId, onBegun, frame }: NewJobProps & { readonly person: string }) {
  const { clock } = useLive();
  const drafts = useMemo(() => new BulkDrafts(person, clock.now), [person, clock]);
  const editor = useDraft(drafts, kind);
  const { draft } = editor;
  const [judge] = useState(() => new Judge());
  const rows = useMemo(() => (draft ? judge.judge(draft) : NO_ROWS), [judge, draft]);
  const check = useCheck(kind, rows);
  const sending = useSend({ editor, rows, newId, onBegun });
  const [unread, setUnread] = useState<string | null>(null);
  const [reading, setReading] = useState<string | null>(null);

  const take = (text: string, name: string | null) => {
    const read = readFile(kind, text, name, draft?.defaults ?? USUAL);
    setUnread(read.ok ? null : read.reason);
    if (read.ok) editor.replace(read.draft);
  };
  const takeFile = async (file: File) => {
    setReading(file.name);
    const given = await tableText(file);
    setReading(null);
    if ('text' in given) take(given.text, file.name);
    else setUnread(given.reason);
  };
  const takePasswords = async (file: File) => {
    const given = await tableText(file);
    const next = draft && 'text' in given ? takeSecrets(draft, given.text) : null;
    if (next) editor.replace(next);
    else
      toast({
        title: 'Passwords not loaded',
        text: 'This file has different columns or rows. Choose the file these rows came from.',
      });
  };
  const startOver = () => {
    if (!draft) return;
    editor.replace(null);
    toast({
      title: 'Rows discarded',
      text: draft.name ?? undefined,
      action: { label: 'Undo', run: () => editor.replace(draft) },
    });
  };
  // What was being sent when the page was left is asked about before anything else.
  const onMount = useEffectEvent(() => {
    if (draft?.sending) void sending.look();
  });
  useEffect(() => onMount(), []);
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (draft || text.trim() === '' || event.defaultPrevented) return;
    // Pasted into a field, or into a dialog above the page.
    if (typing(event.target) || dialogOpen()) return;
    event.preventDefault();
    take(text, null);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);

  if (!draft)
    return frame({
      children: (
        <TakeFile
          kind={kind}
          unread={unread}
          reading={reading}
          onText={take}
          onFile={(file) => void takeFile(file)}
        />
      ),
    });
  const locked = sending.state !== 'idle' || draft.sending !== null;
  return frame({
    children: (
      <div className={`${shared.fillFrame} ${classes.view}`}>
        <div className={classes.top} inert={locked}>
          {draft.left_of.length > 0 && !draft.sending && <LeftOver draft={draft} />}
          <FileLine
            draft={draft}
            unread={unread}
            onFile={(file) => void takeFile(file)}
            onPasswords={(file) => void takePasswords(file)}
            editor={editor}
            onStartOver={startOver}
          />
          <DefaultsForm draft={draft} editor={editor} />
          <Columns draft={draft} editor={editor} />
        </div>
        {!editor.kept && (
          <Banner tone="act" title="These rows are not saved on this computer.">
            There are too many rows, or this browser can't save them. Send them before you leave or reload the
            page.
          </Banner>
        )}
        {draft.sending && sending.state !== 'sending' && (
          <SentUnknown looking={sending.state === 'looking'} onLook={() => void sending.look()} />
        )}
        {check.problem && (
          <Banner
            tone="act"
            title={`Rows not checked: ${explain(check.problem).title}.`}
            action={<Button onClick={check.again}>Check again</Button>}
          >
            {explain(check.problem).text}
          </Banner>
        )}
        {kind === 'invitation' && check.fleets_problem !== null && (
          <Banner tone="act" title="Couldn't load the fleets that already share.">
            {check.fleets_problem}. A row may match a fleet not shown here.
          </Banner>
        )}
        <CheckedRows draft={draft} rows={rows} check={check} editor={editor} locked={locked} />
        <SendBar draft={draft} rows={rows} check={check} sending={sending} locked={locked} />
      </div>
    ),
  });
}

function LeftOver({ draft: { left_of, rows } }: { readonly draft: BulkDraft }) {
  const job_id = left_of.at(-1);
  return (
    <Banner tone="wait" title={`${rowsText(rows.length)} could not be sent.`}>
      {rows.length === 1 ? 'It stays' : 'They stay'} here for you to fix and send.{' '}
      {job_id && (
        <Link to="/bulk/$job_id" params={{ job_id }}>
          Open the job for the others
        </Link>
      )}
    </Banner>
  );
}

function SentUnknown({ looking, onLook }: { readonly looking: boolean; readonly onLook: () => void }) {
  return (
    <Banner
      tone="act"
      title="These rows may already have been sent."
      action={
        <Button loading={looking} onClick={onLook}>
          Check again
        </Button>
      }
    >
      The response was lost. Waypost checks before sending anything again.
    </Banner>
  );
}

interface ColumnsProps {
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

/** What each column of the file means: guessed from its head, changed here, kept with the draft. */
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

const SKIPPED_WORDS = {
  invitation: 'not sent: the fleet already shares',
  user: 'skipped: already created from here',
} as const;

/** `Create 40 invitations, renew 8` */
function sendWord(kind: BulkKind, to_send: number, refreshed: number): string {
  const created = to_send - refreshed;
  if (refreshed === 0) return `Create ${countOf(kind, created)}`;
  if (created === 0) return `Renew ${countOf(kind, refreshed)}`;
  return `Create ${countOf(kind, created)}, renew ${amount(refreshed)}`;
}

export interface SendBarProps {
  readonly draft: BulkDraft;
  readonly rows: readonly JudgedRow[];
  readonly check: ServerCheck;
  readonly sending: Sending;
  readonly locked: boolean;
}

/** Always in view: what would be sent, what is left out, and the button that does it. */
export function SendBar({ draft, rows, check, sending, locked }: SendBarProps) {
  const { kind } = draft;
  const good = rows.filter((row) => row.issues.length === 0 && (check.of(row)?.issues.length ?? 0) === 0);
  const skipped = good.filter((row) => willOf(draft, row, check.of(row)) === 'skip').length;
  const refreshed = good.filter((row) => willOf(draft, row, check.of(row)) === 'refresh').length;
  const to_send = good.length - skipped;
  const bad = rows.length - good.length;
  const jobs = to_send > 0 && rows.length > 2_000 ? jobParts(rows).length : 1;
  const says = [
    bad > 0
      ? `${rowsText(bad)} with problems won't be sent and stay${bad === 1 ? 's' : ''} here for you to fix.`
      : '',
    refreshed > 0
      ? `${rowsText(refreshed)} ${refreshed === 1 ? 'renews an existing invitation' : 'renew existing invitations'}.`
      : '',
    skipped > 0 ? `${rowsText(skipped)} ${SKIPPED_WORDS[kind]}.` : '',
    kind === 'invitation' && to_send > 0
      ? 'Nothing is sent to the fleets: you share the links afterwards.'
      : '',
    jobs > 1 ? `They become ${jobs} jobs, sent one after another.` : '',
  ].filter(Boolean);
  const problem = sending.problem && explain(sending.problem);
  return (
    <div className={classes.foot}>
      {sending.problem && problem && (
        <p role="alert" className={classes.outcome}>
          <strong>{problem.title}.</strong> {problem.text}{' '}
          {sending.problem.request_id && `Request ID ${sending.problem.request_id}.`}
        </p>
      )}
      <div className={classes.bar}>
        <p className={`${shared.note} ${shared.fill}`} title={AGAIN[kind]}>
          {says.length > 0 ? says.join(' ') : 'All rows are ready. The job continues if you leave the page.'}
        </p>
        <Button
          variant="filled"
          loading={sending.state === 'sending'}
          disabled={to_send === 0 || locked || check.checking || check.problem !== null}
          onClick={() => void sending.send()}
        >
          {check.checking
            ? 'Checking rows'
            : to_send === 0
              ? 'Nothing to send'
              : sendWord(kind, to_send, refreshed)}
        </Button>
      </div>
    </div>
  );
}
