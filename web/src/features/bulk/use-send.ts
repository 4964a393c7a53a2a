/** What the server says of the rows of a draft before they are sent, and their sending as jobs. */
import type { BulkCheck, BulkKind } from '@waypost/contract/api/bulk';
import { BULK_ROUTES } from '@waypost/contract/api/bulk-routes';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import type { BulkDraft, Part } from './draft.ts';
import { inParts, type JudgedRow, jobParts } from './rows.ts';
import type { DraftEditor } from './use-draft.ts';

export type CheckedRow = BulkCheck['rows'][number];

/** What sending a row does, with what was chosen for it. */
export function willOf(
  { renews_accepted }: BulkDraft,
  { row }: JudgedRow,
  checked: CheckedRow | undefined,
): CheckedRow['will'] | undefined {
  return checked?.existing?.accepted && renews_accepted.includes(row.id) ? 'refresh' : checked?.will;
}

export type ServerCheck = ReturnType<typeof useCheck>;

const AFTER_MS = 350;

/**
 * Whether each row would create, refresh or be skipped. Only rows that have changed are checked again. Passwords do not go along: the
 * check needs none.
 */
export function useCheck(kind: BulkKind, rows: readonly JudgedRow[]) {
  const { http } = useApi();
  const [known] = useState(() => new WeakMap<object, CheckedRow>());
  const [turn, setTurn] = useState(0);
  const [fleets_problem, setFleetsProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ checking: boolean; problem: Problem | null }>({
    checking: false,
    problem: null,
  });
  // Each answer is a new turn: what is still unknown then is asked for once more, and nothing else.
  const unknown = rows.some(({ body, issues }) => issues.length === 0 && !known.has(body));

  useEffect(() => {
    if (!unknown) return;
    const stop = new AbortController();
    const ask = async () => {
      setAsked({ checking: true, problem: null });
      const missing = rows.filter(({ body, issues }) => issues.length === 0 && !known.has(body));
      try {
        for (const part of inParts(missing, ({ body }) => body)) {
          const bodies = part.map(({ body: { password: _, ...body } }) => body);
          const answer = await http.call(BULK_ROUTES.checkBulkRows, {
            body: { kind, rows: bodies },
            signal: stop.signal,
          });
          setFleetsProblem(answer.fleets_problem);
          for (const one of answer.rows) {
            const row = part[one.n];
            if (row) known.set(row.body, one);
          }
        }
        setAsked({ checking: false, problem: null });
      } catch (error) {
        if (!stop.signal.aborted) setAsked({ checking: false, problem: asProblem(error) });
      }
    };
    const timer = setTimeout(() => void ask(), AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [http, kind, known, rows, unknown, turn]);

  return {
    /** What is known of a row by its body; undefined: not asked yet. */
    of: (row: JudgedRow) => known.get(row.body),
    checking: unknown && asked.problem === null,
    problem: asked.problem,
    /** Why the fleets that share could not be read, one sentence. */
    fleets_problem,
    again: () => setTurn((before) => before + 1),
  };
}

export type Sending = ReturnType<typeof useSend>;

interface SendOptions {
  readonly editor: DraftEditor;
  readonly rows: readonly JudgedRow[];
  readonly newId: () => string;
  /** Jobs that have begun, in the order of the rows. */
  readonly onBegun: (job_ids: readonly string[]) => void;
}

/** Characters of a file's name in the name of a job: a path may be longer than the server takes. */
const NAME_MAX = 160;

/** Nothing was begun: the server says so. No answer, or a failure on the way, says nothing. */
const nothingBegun = ({ code }: Problem) => code >= 400 && code < 500;

async function isThere(http: Http, job_id: string): Promise<boolean> {
  try {
    await http.call(BULK_ROUTES.readBulkJob, { params: { job_id }, parse: false });
    return true;
  } catch (error) {
    if (asProblem(error).code === 404) return false;
    throw error;
  }
}

/**
 * Sends a draft as jobs. Each job's id is written down before it is sent, so that a second try, also after a reload, is the same job:
 * where nobody knows whether it was begun, the server is asked before anything else.
 */
export function useSend({ editor, rows, newId, onBegun }: SendOptions) {
  const { http } = useApi();
  const [state, setState] = useState<'idle' | 'sending' | 'looking'>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);
  const busy = useRef(false);

  /** Rows that have gone are gone from the draft; what is left has problems, and stays to be fixed. */
  const settle = (draft: BulkDraft, begun: readonly Part[], unknown: readonly Part[] | null = null) => {
    const bad = new Set(rows.filter(({ issues }) => issues.length > 0).map(({ row }) => row.id));
    const gone = new Set(begun.flatMap(({ row_ids }) => row_ids).filter((id) => !bad.has(id)));
    const left = draft.rows.filter(({ id }) => !gone.has(id));
    const ids = begun.map(({ id }) => id);
    const left_of = [...draft.left_of, ...ids];
    const next = left.length === 0 ? null : { ...draft, rows: left, sending: unknown, left_of };
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
      const parts = jobParts(rows).map((part) => ({
        id: newId(),
        row_ids: part.map(({ row }) => row.id),
        rows: part.map(({ body }) => body),
        renews_accepted: part.flatMap(({ row }, n) => (draft.renews_accepted.includes(row.id) ? [n] : [])),
      }));
      const sending = parts.map(({ id, row_ids }) => ({ id, row_ids }));
      const marked = { ...draft, sending };
      editor.change(() => marked);
      editor.writeNow(marked);
      const begun: Part[] = [];
      for (const [at, part] of parts.entries()) {
        const suffix = parts.length > 1 ? ` (part ${at + 1} of ${parts.length})` : '';
        try {
          await http.call(BULK_ROUTES.createBulkJob, {
            body: {
              id: part.id,
              kind: draft.kind,
              name:
                draft.name === null && suffix === ''
                  ? null
                  : `${(draft.name ?? 'Pasted rows').slice(0, NAME_MAX)}${suffix}`,
              on_problem: 'send_others',
              is_sync: draft.kind === 'user' && draft.defaults.is_sync,
              renews_accepted: part.renews_accepted,
              rows: part.rows,
            },
          });
          begun.push(part);
        } catch (error) {
          const failed = asProblem(error);
          // What was begun leaves the draft; what was refused may be changed; what is unknown is asked about.
          const { id, row_ids } = part;
          settle(marked, begun, nothingBegun(failed) ? null : [{ id, row_ids }]);
          throw failed;
        }
      }
      onBegun(settle(marked, begun));
    });

  /** Asks what became of a sending that nobody knows the end of. */
  const look = () =>
    run('looking', async (draft) => {
      const begun: Part[] = [];
      for (const part of draft.sending ?? []) if (await isThere(http, part.id)) begun.push(part);
      if (begun.length > 0) onBegun(settle(draft, begun));
      else editor.change((now) => ({ ...now, sending: null }));
    });

  return { state, problem, send, look };
}
