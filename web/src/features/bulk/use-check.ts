/**
 * What the server says of the rows before anything is sent: whether each would create, refresh or be skipped. Only rows that have
 * changed are checked again. Passwords do not go along: the check needs none.
 */

import type { BulkCheck, BulkKind } from '@waypost/contract/api/bulk';
import { BULK_ROUTES } from '@waypost/contract/api/bulk-routes';
import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import type { BulkDraft } from './draft.ts';
import { inParts } from './parts.ts';
import type { JudgedRow } from './rows.ts';

export type CheckedRow = BulkCheck['rows'][number];

/** What sending a row does, with what was chosen for it. */
export function willOf(
  { renews_accepted }: BulkDraft,
  { row }: JudgedRow,
  checked: CheckedRow | undefined,
): CheckedRow['will'] | undefined {
  return checked?.existing?.accepted && renews_accepted.includes(row.id) ? 'refresh' : checked?.will;
}

export interface ServerCheck {
  /** What is known of a row by its body; undefined: not asked yet. */
  readonly of: (row: JudgedRow) => CheckedRow | undefined;
  readonly checking: boolean;
  readonly problem: Problem | null;
  /** Why the fleets that share could not be read, one sentence. */
  readonly fleets_problem: string | null;
  readonly again: () => void;
}

const AFTER_MS = 350;

export function useCheck(kind: BulkKind, rows: readonly JudgedRow[]): ServerCheck {
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

  const of = useCallback((row: JudgedRow) => known.get(row.body), [known]);
  return {
    of,
    checking: unknown && asked.problem === null,
    problem: asked.problem,
    fleets_problem,
    again: () => setTurn((before) => before + 1),
  };
}
