/** From a file to a job: read, columns, what holds for all rows, every row's problem, and only then the sending. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useDisabledReason, useSession } from '../../api/context.ts';
import { explain } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { tableText } from '../../ui/file-text.ts';
import { dialogOpen, typing } from '../../ui/keys.ts';
import { toast } from '../../ui/toasts.ts';
import { CheckedRows } from './CheckedRows.tsx';
import { Columns } from './Columns.tsx';
import { DefaultsForm } from './DefaultsForm.tsx';
import { type BulkDraft, readFile, takeSecrets, USUAL } from './draft.ts';
import { Denied } from './JobList.tsx';
import classes from './NewJob.module.css';
import { Judge, type JudgedRow } from './rows.ts';
import { SendBar } from './SendBar.tsx';
import { BulkDrafts } from './stored.ts';
import { FileLine, TakeFile } from './TakeFile.tsx';
import { useCheck } from './use-check.ts';
import { useDraft } from './use-draft.ts';
import { useSend } from './use-send.ts';
import { rowsText } from './words.ts';

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
      <div className={classes.view}>
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
