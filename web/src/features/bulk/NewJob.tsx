import { Button } from '@mantine/core';
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { BulkKind, BulkKnownUser } from '@waypost/contract/api/bulk';
import { use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { usePerson } from '../../api/context.ts';
import { asProblem, explain } from '../../api/problem.ts';
import { ActionFailed, OnlyWithRight } from '../../api/QueryState.tsx';
import { useLive } from '../../live/context.ts';
import { takeHandedRows } from '../../live/handed-rows.ts';
import { useUserConnections } from '../../live/user-connections.ts';
import { Banner } from '../../ui/Banner.tsx';
import { tableText } from '../../ui/files.ts';
import { isDialogOpen, isTyping } from '../../ui/keys.ts';
import { PageFrameContext } from '../../ui/page-frame.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import classes from './bulk.module.css';
import { CheckedRows } from './CheckedRows.tsx';
import {
  type BulkDraft,
  chooseConnections,
  columnName,
  DEFAULT_SETTINGS,
  readFile,
  readHanded,
  restorePasswords,
  unsureColumns,
} from './draft.ts';
import { FOR_STAFF, JOB_PAGE_FRAME } from './JobList.tsx';
import type { RowsProps } from './RowGrid.tsx';
import { Columns, ColumnsToCheck, DefaultsForm, showColumnsToCheck } from './RowSettings.tsx';
import { FileLine, RowSource } from './RowSource.tsx';
import { newestConnections } from './row-connection.ts';
import { RowValidator, splitIntoJobs, type ValidatedRow } from './rows.ts';
import { type DraftEditor, useDraft } from './use-draft.ts';
import { isSame, type Sending, useCheck, useSend, willOf } from './use-send.ts';
import { countOf, RERUN_HELP, rowsText, TITLE } from './words.ts';

interface NewJobProps {
  readonly kind: BulkKind;
  readonly newId?: () => string;
  readonly onCreated: (job_ids: readonly string[]) => void;
}

export function NewJob(props: NewJobProps) {
  const { kind } = props;
  const person = usePerson();
  const Frame = use(PageFrameContext);
  const frame = { title: TITLE[kind], ...JOB_PAGE_FRAME };
  return (
    <OnlyWithRight {...FOR_STAFF} {...frame}>
      <Frame {...frame}>
        <Form key={`${person}/${kind}`} {...props} />
      </Frame>
    </OnlyWithRight>
  );
}

const SETTLED_AFTER_MS = 250;
const NO_ROWS: readonly ValidatedRow[] = [];
const randomId = () => crypto.randomUUID();

function Form({ kind, newId = randomId, onCreated }: NewJobProps) {
  const editor = useDraft(kind);
  const { draft } = editor;
  const [validator] = useState(() => new RowValidator());
  const { clock } = useLive();
  const read_connections = useUserConnections(kind === 'user');
  const connections = read_connections.data ?? null;
  // Settings are fields of all rows: checking thousands of them at each key would stop the typing.
  const [settled] = useDebouncedValue(draft?.defaults, SETTLED_AFTER_MS);
  const defaults = settled ?? draft?.defaults;
  const rows = useMemo(
    () =>
      draft && defaults
        ? validator.validate({ ...draft, defaults }, connections && { connections, now: clock.now() })
        : NO_ROWS,
    [validator, draft, defaults, connections, clock],
  );
  const server_check = useCheck(kind, rows, draft?.left_of.length ?? 0);
  const check = { ...server_check, checking: server_check.checking || defaults !== draft?.defaults };
  const sending = useSend({ editor, rows, check, newId, onCreated });
  const [read_error, setReadError] = useState<string | null>(null);
  const [reading, setReading] = useState<string | null>(null);

  const loadText = (text: string, name: string | null) => {
    const read = readFile(kind, text, name, draft?.defaults ?? DEFAULT_SETTINGS);
    setReadError(read.ok ? null : read.reason);
    if (read.ok) editor.replace(read.draft);
    return read.ok;
  };
  const loadFile = async (file: File) => {
    setReading(file.name);
    const table = await tableText(file);
    setReading(null);
    if ('text' in table) loadText(table.text, file.name);
    else setReadError(table.reason);
  };
  const loadPasswords = async (file: File) => {
    const table = await tableText(file);
    const next = draft && 'text' in table ? restorePasswords(draft, table.text) : null;
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
  const takeHanded = () => {
    const rows = takeHandedRows(kind);
    const next = rows && readHanded(rows);
    if (!next) return;
    if (draft?.sending)
      return toast({
        title: `${next.name}: not opened`,
        text: 'The rows below may already have been sent. Finish them first, then open these again.',
      });
    editor.replace(next);
    if (draft)
      toast({
        title: `These rows replace those that were here: ${draft.name ?? 'pasted rows'}`,
        action: { label: 'Undo', run: () => editor.replace(draft) },
      });
  };
  const onMount = useEffectEvent(() => {
    takeHanded();
    if (draft?.sending) void sending.resolveOutcome();
  });
  useEffect(() => onMount(), []);
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (draft || text.trim() === '' || event.defaultPrevented) return;
    // Ignores pastes into a field or a dialog.
    if (isTyping(event.target) || isDialogOpen()) return;
    event.preventDefault();
    loadText(text, null);
  });

  if (!draft)
    return (
      <RowSource
        kind={kind}
        read_error={read_error}
        reading={reading}
        onText={loadText}
        onFile={(file) => void loadFile(file)}
      />
    );
  const locked = sending.state !== 'idle' || draft.sending !== null;
  return (
    <div className={`${shared.fillFrame} ${classes.view}`}>
      <div className={classes.top} inert={locked}>
        {draft.left_of.length > 0 && !draft.sending && <LeftOver draft={draft} />}
        <FileLine
          draft={draft}
          read_error={read_error}
          onFile={(file) => void loadFile(file)}
          onPasswords={(file) => void loadPasswords(file)}
          editor={editor}
          onStartOver={startOver}
        />
        <ColumnsToCheck draft={draft} editor={editor} />
        <DefaultsForm draft={draft} editor={editor} />
        <Columns draft={draft} editor={editor} />
      </div>
      {!editor.is_stored && (
        <Banner tone="act" title="These rows are not saved on this computer.">
          There are too many rows, or this browser can't save them. Send them before you leave or reload the
          page.
        </Banner>
      )}
      {draft.sending && sending.state !== 'sending' && (
        <Banner
          tone="act"
          title="These rows may already have been sent."
          action={
            <Button loading={sending.state === 'resolving'} onClick={() => void sending.resolveOutcome()}>
              Check again
            </Button>
          }
        >
          The response was lost. Waypost checks before sending anything again.
        </Banner>
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
      {read_connections.error && (
        <Banner
          tone="act"
          title={`Couldn't load connections: ${explain(asProblem(read_connections.error)).title}.`}
          action={<Button onClick={() => void read_connections.refetch()}>Try again</Button>}
        >
          Rows that name their fleet can't be checked until then.
        </Banner>
      )}
      <Newest rows={rows} editor={editor} />
      <CheckedRows draft={draft} rows={rows} check={check} editor={editor} locked={locked} />
      <SendBar draft={draft} rows={rows} check={check} sending={sending} locked={locked} />
    </div>
  );
}

/** Chooses for all rows at once. */
function Newest({ rows, editor }: { readonly rows: readonly ValidatedRow[]; readonly editor: DraftEditor }) {
  const newest = newestConnections(rows);
  if (newest.size === 0) return null;
  return (
    <Banner
      tone="act"
      title={`${rowsText(newest.size)} ${plural(newest.size, 'names a fleet', 'name fleets')} with several connections.`}
      action={
        <Button onClick={() => editor.change((before) => chooseConnections(before, newest))}>
          Use the newest of each
        </Button>
      }
    >
      Choose one in each row, or take the one with the latest data.
    </Banner>
  );
}

function LeftOver({ draft: { left_of, rows } }: { readonly draft: BulkDraft }) {
  const job_id = left_of.at(-1);
  return (
    <Banner tone="wait" title={`${rowsText(rows.length)} ${plural(rows.length, 'was', 'were')} not sent.`}>
      {plural(rows.length, 'It stays', 'They stay')} here for you to fix and send.{' '}
      {job_id && (
        <Link to="/bulk/$job_id" params={{ job_id }}>
          Open the job for the others
        </Link>
      )}
    </Banner>
  );
}

const SKIPPED_WORDS = {
  invitation: 'not sent: the fleet already shares',
  user: 'not sent: already created from here',
} as const;

/** `Create 40 invitations, renew 8` */
function sendWord(kind: BulkKind, to_send: number, refreshed: number): string {
  const created = to_send - refreshed;
  if (refreshed === 0) return `Create ${countOf(kind, created)}`;
  if (created === 0) return `Renew ${countOf(kind, refreshed)}`;
  return `Create ${countOf(kind, created)}, renew ${numberText(refreshed)}`;
}

/** `27 already created, 2 requested and not answered yet, 1 named in a row above: held. Review them to decide.` */
function heldUsersText(known: readonly (BulkKnownUser | null)[]): string {
  const created = known.filter((one) => one?.state === 'created').length;
  const above = known.filter((one) => one === null).length;
  const requested = known.length - created - above;
  const counts = [
    created > 0 ? `${numberText(created)} already created` : null,
    requested > 0 ? `${numberText(requested)} requested and not answered yet` : null,
    above > 0 ? `${numberText(above)} named in a row above` : null,
  ].filter((part) => part !== null);
  return `${counts.join(', ')}: held. Review ${plural(known.length, 'it', 'them')} to decide.`;
}

function SendBar({
  draft,
  rows,
  check,
  sending,
  locked,
}: Omit<RowsProps, 'editor'> & { readonly sending: Sending }) {
  const { kind } = draft;
  const valid_rows = rows.filter(
    (row) => row.issues.length === 0 && (check.of(row)?.issues.length ?? 0) === 0,
  );
  const wills = valid_rows.map((row) => willOf(draft, row, check.of(row)));
  const skipped = wills.filter((will) => will === 'skip').length;
  const refreshed = wills.filter((will) => will === 'refresh').length;
  const held_rows = valid_rows.filter((_, at) => wills[at] === 'hold');
  const held = held_rows.length;
  const same_email = valid_rows.filter((row, at) => {
    if (wills[at] !== 'create') return false;
    const alike = [...row.similar, ...(check.of(row)?.similar ?? [])];
    // Those of the same name or number are held, or were chosen.
    return alike.length > 0 && !alike.some(isSame);
  }).length;
  const to_send = valid_rows.length - skipped - held;
  const with_problems = rows.length - valid_rows.length;
  const jobs = to_send > 0 && rows.length > 2_000 ? splitIntoJobs(rows).length : 1;
  const unsure = unsureColumns(draft);
  const sentences = [
    unsure.length > 0 &&
      `Nothing is sent until ${unsure.map((at) => `“${columnName(draft.columns[at] ?? { head: '' }, at)}”`).join(', ')} ${plural(unsure.length, 'is', 'are')} confirmed or changed.`,
    with_problems > 0 &&
      `${rowsText(with_problems)} with problems won't be sent and ${plural(with_problems, 'stays', 'stay')} here for you to fix.`,
    refreshed > 0 &&
      `${rowsText(refreshed)} ${plural(refreshed, 'renews an existing invitation', 'renew existing invitations')}.`,
    held > 0 && kind === 'user' && heldUsersText(held_rows.map((row) => check.of(row)?.known_user ?? null)),
    held > 0 &&
      kind === 'invitation' &&
      `${rowsText(held)} held: the same fleet may have an invitation, or a row above. Review ${plural(held, 'it', 'them')} to decide.`,
    same_email > 0 &&
      `${rowsText(same_email)} ${plural(same_email, 'has', 'have')} the email of another fleet: sent unless removed.`,
    skipped > 0 && `${rowsText(skipped)} ${SKIPPED_WORDS[kind]}.`,
    kind === 'invitation' &&
      to_send > 0 &&
      unsure.length === 0 &&
      'Nothing is sent to the fleets: you share the links afterwards.',
    jobs > 1 && `They become ${jobs} jobs, sent one after another.`,
  ].filter(Boolean);
  return (
    <div className={classes.foot}>
      {sending.problem && (
        <ActionFailed
          what="Rows not sent"
          unsure="No response, so rows may have been sent"
          problem={sending.problem}
        />
      )}
      <div className={classes.bar}>
        <p className={`${shared.note} ${shared.fill}`} title={RERUN_HELP[kind]}>
          {sentences.length > 0
            ? sentences.join(' ')
            : 'All rows are ready. The job continues if you leave the page.'}
        </p>
        {unsure.length > 0 && !locked ? (
          <Button variant="filled" onClick={showColumnsToCheck}>
            Check {countText(unsure.length, 'column')}
          </Button>
        ) : (
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
        )}
      </div>
    </div>
  );
}
