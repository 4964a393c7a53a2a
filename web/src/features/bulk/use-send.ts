import { type BulkCheck, type BulkIssue, type BulkKind, HELD } from '@waypost/contract/api/bulk';
import { BULK_ROUTES } from '@waypost/contract/api/bulk-routes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import type { BulkDraft, Part } from './draft.ts';
import { ownWarnings, repeatedWarnings, splitByLimits, splitIntoJobs, type ValidatedRow } from './rows.ts';
import type { DraftEditor } from './use-draft.ts';
import { knownUserText, type Likeness, similarText } from './words.ts';

export type CheckedRow = BulkCheck['rows'][number];

/** `hold`: not sent before a person has decided. */
type Will = CheckedRow['will'] | 'hold';

/** An email may belong to several fleets. */
export const isSame = ({ by }: { readonly by: readonly Likeness[] }) =>
  by.some((one) => one !== 'fleet_email');

/** A new invitation of a fleet that seems to exist under another reference, or in a row above: the fleet could accept both. Or a user who is in a row above. */
const isTwin = ({ row, similar: rows }: ValidatedRow, { existing, similar }: CheckedRow): boolean =>
  existing === null &&
  (similar.some((one) => isSame(one) && one.stage !== 'deleted') ||
    rows.some((one) => isSame(one) && one.row_id < row.id));

/** The effect of sending a row, including the person's choice for it. */
export function willOf(
  { renews_accepted, invites_similar }: BulkDraft,
  validated: ValidatedRow,
  checked: CheckedRow | undefined,
): Will | undefined {
  const { row } = validated;
  if (checked?.known_user) return renews_accepted.includes(row.id) ? 'create' : 'hold';
  if (checked && isTwin(validated, checked) && !invites_similar.includes(row.id)) return 'hold';
  return checked?.existing?.accepted && renews_accepted.includes(row.id) ? 'refresh' : checked?.will;
}

export type ServerCheck = ReturnType<typeof useCheck>;

const DEBOUNCE_MS = 350;

/** A row with problems may name a user that its job has created. */
const isChecked = (kind: BulkKind, { issues, too_long, duplicate_of }: ValidatedRow) =>
  issues.length === 0 || (kind === 'user' && !too_long && duplicate_of === null);

/**
 * Checks whether each row would create, renew or skip. Only changed rows are checked again, and passwords are not sent.
 * @param jobs how many jobs have been made of the rows: what one has sent may be what another row names
 */
export function useCheck(kind: BulkKind, rows: readonly ValidatedRow[], jobs: number) {
  const { http } = useApi();
  const known = useMemo(() => new WeakMap<object, CheckedRow>(), [jobs]);
  const [retries, setRetries] = useState(0);
  const [fleets_problem, setFleetsProblem] = useState<string | null>(null);
  const [status, setStatus] = useState<{ checking: boolean; problem: Problem | null }>({
    checking: false,
    problem: null,
  });
  const unknown = rows.some((row) => isChecked(kind, row) && !known.has(row.body));

  useEffect(() => {
    if (!unknown) return;
    const controller = new AbortController();
    const check = async () => {
      setStatus({ checking: true, problem: null });
      const missing = rows.filter((row) => isChecked(kind, row) && !known.has(row.body));
      try {
        // Apart, because a row that is not sent duplicates no other.
        const [sendable, others] = [true, false].map((is_sendable) =>
          missing.filter(({ issues }) => (issues.length === 0) === is_sendable),
        );
        const parts = [sendable, others].flatMap((some = []) => splitByLimits(some, ({ body }) => body));
        for (const part of parts) {
          const bodies = part.map(({ body: { password: _, ...body } }) => body);
          const answer = await http.call(BULK_ROUTES.checkBulkRows, {
            body: { kind, rows: bodies },
            signal: controller.signal,
          });
          setFleetsProblem(answer.fleets_problem);
          for (const one of answer.rows) {
            const row = part[one.n];
            if (row) known.set(row.body, one);
          }
        }
        setStatus({ checking: false, problem: null });
      } catch (error) {
        if (!controller.signal.aborted) setStatus({ checking: false, problem: asProblem(error) });
      }
    };
    const timer = setTimeout(() => void check(), DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [http, kind, known, rows, unknown, retries]);

  return {
    of: (row: ValidatedRow) => known.get(row.body),
    checking: unknown && status.problem === null,
    problem: status.problem,
    /** Why the list of sharing fleets could not be read, as one sentence. */
    fleets_problem,
    again: () => setRetries((before) => before + 1),
  };
}

export type Sending = ReturnType<typeof useSend>;

interface SendOptions {
  readonly editor: DraftEditor;
  readonly rows: readonly ValidatedRow[];
  readonly check: Pick<ServerCheck, 'of'>;
  readonly newId: () => string;
  readonly onCreated: (job_ids: readonly string[]) => void;
}

/** Characters of the file name in the job's name, which the server limits. */
const NAME_MAX = 160;

/** Within the limits of the server; a message may quote a long cell. */
const shortened = ({ path, message }: BulkIssue): BulkIssue => ({
  path: path.slice(0, 100),
  message: message.length > 300 ? `${message.slice(0, 299)}…` : message,
});

/** A 4xx proves that the job was not created; a lost response or 5xx proves nothing. */
const wasRejected = ({ code }: Problem) => code >= 400 && code < 500;

/** A held row as the job lists it: with why, and not sent. */
function heldIssue(row: ValidatedRow, checked: CheckedRow | undefined): BulkIssue {
  const { known_user, similar = [] } = checked ?? {};
  return {
    path: HELD,
    message: known_user ? knownUserText(known_user, null) : similarText(similar, row.similar),
  };
}

const isLeftOut = ({ message }: BulkIssue) => message.startsWith('left out');

/** What the form said of a row that is sent; what it said of most rows is about the file. */
function warningsOf(row: ValidatedRow, checked: CheckedRow | undefined, repeated: ReadonlySet<string>) {
  const similar = checked?.similar ?? [];
  const above = row.similar.filter(({ row_id }) => row_id < row.row.id);
  return [
    ...(similar.length + above.length > 0 ? [{ path: '', message: similarText(similar, above) }] : []),
    ...ownWarnings(row, repeated)
      // What is missing at the provider, before what only looks odd.
      .toSorted((a, b) => Number(isLeftOut(b)) - Number(isLeftOut(a))),
  ];
}

async function jobExists(http: Http, job_id: string): Promise<boolean> {
  try {
    await http.call(BULK_ROUTES.readBulkJob, { params: { job_id }, parse: false });
    return true;
  } catch (error) {
    if (asProblem(error).code === 404) return false;
    throw error;
  }
}

/**
 * Sends a draft as jobs. Their ids are stored before sending, so that a retry, also after a reload, cannot create a job twice. If the
 * outcome is unknown, the server is asked first.
 */
export function useSend({ editor, rows, check, newId, onCreated }: SendOptions) {
  const { http } = useApi();
  const [state, setState] = useState<'idle' | 'sending' | 'resolving'>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);
  const busy = useRef(false);

  /** Removes the sent rows from the draft; rows with problems and held ones remain. */
  const removeSent = (draft: BulkDraft, created: readonly Part[], unknown: readonly Part[] | null = null) => {
    const sent_ids = new Set(created.flatMap(({ row_ids }) => row_ids));
    const remaining = draft.rows.filter(({ id }) => !sent_ids.has(id));
    const ids = created.map(({ id }) => id);
    const left_of = [...draft.left_of, ...ids];
    const next = remaining.length === 0 ? null : { ...draft, rows: remaining, sending: unknown, left_of };
    editor.replace(next);
    if (next) editor.writeNow(next);
    return ids;
  };

  const run = async (what: typeof state, work: (draft: BulkDraft) => Promise<void>) => {
    const { draft } = editor;
    if (busy.current || !draft) return;
    busy.current = true;
    setState(what);
    setProblem(null);
    try {
      await work(draft);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      busy.current = false;
      setState('idle');
    }
  };

  const send = () =>
    run('sending', async (draft) => {
      const repeated = new Set(repeatedWarnings(rows).map(([text]) => text));
      const listed = rows.map((row) => {
        // Its warnings may be why, such as a shifted row.
        if (row.issues.length > 0) return { ...row, issues: [...row.issues, ...ownWarnings(row, repeated)] };
        const checked = check.of(row);
        const holds = willOf(draft, row, checked) === 'hold';
        return holds ? { ...row, issues: [heldIssue(row, checked)] } : row;
      });
      const { kind, name } = draft;
      const parts = splitIntoJobs(listed).map((part, at, { length }) => {
        const suffix = length > 1 ? ` (part ${at + 1} of ${length})` : '';
        return {
          id: newId(),
          row_ids: part.filter(({ issues }) => issues.length === 0).map(({ row }) => row.id),
          job: {
            kind,
            name:
              name === null && suffix === ''
                ? null
                : `${(name ?? 'Pasted rows').slice(0, NAME_MAX)}${suffix}`,
            on_problem: 'send_others' as const,
            is_sync: kind === 'user' && draft.defaults.is_sync,
            renews_accepted: part.flatMap(({ row }, n) =>
              draft.renews_accepted.includes(row.id) ? [n] : [],
            ),
            issues: part.flatMap(({ issues }, n) =>
              issues.length > 0 ? [{ n, issues: issues.slice(0, 20).map(shortened) }] : [],
            ),
            warnings: part.flatMap((row, n) => {
              const warnings = warningsOf(row, check.of(row), repeated);
              return row.issues.length === 0 && warnings.length > 0
                ? [{ n, issues: warnings.slice(0, 20).map(shortened) }]
                : [];
            }),
            row_numbers: part.map(({ row }) => row.id),
            rows: part.map(({ body }) => body),
          },
        };
      });
      const sending = parts.map(({ id, row_ids }) => ({ id, row_ids }));
      const marked = { ...draft, sending };
      editor.change(() => marked);
      editor.writeNow(marked);
      const created: Part[] = [];
      for (const { id, row_ids, job } of parts) {
        try {
          await http.call(BULK_ROUTES.createBulkJob, { body: { id, ...job } });
          created.push({ id, row_ids });
        } catch (error) {
          const failed = asProblem(error);
          // Sent rows leave the draft, rejected ones remain editable, and an unknown outcome is checked later.
          removeSent(marked, created, wasRejected(failed) ? null : [{ id, row_ids }]);
          throw failed;
        }
      }
      onCreated(removeSent(marked, created));
    });

  const resolveOutcome = () =>
    run('resolving', async (draft) => {
      const created: Part[] = [];
      for (const part of draft.sending ?? []) if (await jobExists(http, part.id)) created.push(part);
      if (created.length > 0) onCreated(removeSent(draft, created));
      else editor.change((now) => ({ ...now, sending: null }));
    });

  return { state, problem, send, resolveOutcome };
}
