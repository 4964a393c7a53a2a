/** Rows of the draft with what is wrong with each, or what sending it would do; which of them are shown, and the way to keep the wrong ones. */
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLive } from '../../live/context.ts';
import { Chips } from '../../ui/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload } from '../../ui/icons.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import classes from './CheckedRows.module.css';
import type { BulkDraft } from './draft.ts';
import { problemCsv } from './outcome-csv.ts';
import { RowGrid } from './RowGrid.tsx';
import { RowReview } from './RowReview.tsx';
import type { JudgedRow } from './rows.ts';
import { type SimilarRow, similarRows } from './similar.ts';
import { type ServerCheck, willOf } from './use-check.ts';
import type { DraftEditor } from './use-draft.ts';
import { rowsText } from './words.ts';

const NONE_SIMILAR: readonly SimilarRow[] = [];
const NONE_ALIKE: ReadonlyMap<number, readonly SimilarRow[]> = new Map();

type Show = 'all' | 'problem' | 'create' | 'refresh' | 'skip' | 'similar';

export interface CheckedRowsProps {
  readonly draft: BulkDraft;
  readonly rows: readonly JudgedRow[];
  readonly check: ServerCheck;
  readonly editor: DraftEditor;
  /** Being sent: nothing may be changed. */
  readonly locked: boolean;
}

export function CheckedRows({ draft, rows, check, editor, locked }: CheckedRowsProps) {
  const { clock } = useLive();
  const [show, setShow] = useState<Show>('all');
  const [field, setField] = useState('');
  const [q, setQ] = useState('');
  const issuesOf = (row: JudgedRow) => (row.issues.length > 0 ? row.issues : (check.of(row)?.issues ?? []));
  const kindOf = (row: JudgedRow): Show => {
    if (issuesOf(row).length > 0) return 'problem';
    return willOf(draft, row, check.of(row)) ?? 'create';
  };
  const alike = useMemo(
    () => (draft.kind === 'invitation' ? similarRows(rows) : NONE_ALIKE),
    [draft.kind, rows],
  );
  const isAlike = (row: JudgedRow) => alike.has(row.row.id) || (check.of(row)?.similar.length ?? 0) > 0;
  const counts: Record<Show, number> = {
    all: rows.length,
    problem: 0,
    create: 0,
    refresh: 0,
    skip: 0,
    similar: rows.filter(isAlike).length,
  };
  const fields = new Map<string, number>();
  for (const row of rows) {
    counts[kindOf(row)] += 1;
    for (const path of new Set(issuesOf(row).map((one) => one.path)))
      fields.set(path, (fields.get(path) ?? 0) + 1);
  }
  // Of these rows the server has spoken once.
  const [settled, setSettled] = useState(-1);
  if (!check.checking && settled !== editor.epoch) setSettled(editor.epoch);
  // Chosen once: a row that is fixed stays in its place until the person chooses again.
  const [turn, setTurn] = useState(0);
  const ids = useMemo(() => {
    const words = q.toLowerCase();
    return new Set(
      rows
        .filter(
          (row) =>
            (show === 'all' || (show === 'similar' ? isAlike(row) : kindOf(row) === show)) &&
            (field === '' || issuesOf(row).some(({ path }) => path === field)) &&
            (words === '' ||
              String(row.row.id) === words ||
              row.row.cells.some((cell) => cell.toLowerCase().includes(words))),
        )
        .map(({ row }) => row.id),
    );
  }, [show, field, q, turn, editor.epoch, settled]);
  const plain = show === 'all' && field === '' && q === '';
  const shown = useMemo(() => (plain ? rows : rows.filter(({ row }) => ids.has(row.id))), [plain, rows, ids]);
  const choose = (key: Show) => {
    setShow(key === show ? 'all' : key);
    setField('');
    setTurn((before) => before + 1);
  };
  const remove = (id: number) => {
    const row = draft.rows.find((one) => one.id === id);
    if (!row) return;
    editor.remove(id);
    toast({
      title: `Row ${id} removed`,
      action: { label: 'Undo', run: () => editor.putBack(row) },
    });
  };
  // What is there already, or may be: each is shown beside its row before anything is sent.
  const to_review = rows.filter(
    (row) => issuesOf(row).length === 0 && (check.of(row)?.existing != null || isAlike(row)),
  );
  const [reviewed, setReviewed] = useState<number | null>(null);
  const place = to_review.findIndex(({ row }) => row.id === reviewed);
  const row = to_review[place] ?? rows.find((one) => one.row.id === reviewed);
  const reviewAt = (index: number) => {
    const next = to_review[index];
    return next ? () => setReviewed(next.row.id) : null;
  };
  const chips = [
    { key: 'all', word: 'All', count: counts.all },
    { key: 'problem', word: 'Problems', count: counts.problem },
    { key: 'create', word: 'New', count: counts.create },
    ...(draft.kind === 'invitation'
      ? ([
          { key: 'refresh', word: 'Renewals', count: counts.refresh },
          { key: 'skip', word: 'Already sharing', count: counts.skip },
          { key: 'similar', word: 'Possible duplicates', count: counts.similar },
        ] as const)
      : ([{ key: 'skip', word: 'Skipped', count: counts.skip }] as const)),
  ] satisfies readonly { readonly key: Show; readonly word: string; readonly count: number }[];
  return (
    <section className={`${shared.fillFrame} ${classes.rows}`} aria-label="File rows">
      <div className={classes.tools}>
        <Chips<Show> label="Filter rows by outcome" chips={chips} pressed={[show]} onPress={choose} />
        {fields.size > 0 && (
          <NativeSelect
            size="xs"
            aria-label="Problems in"
            value={field}
            data={[
              { value: '', label: 'Problems in any field' },
              ...[...fields].map(([path, count]) => ({
                value: path,
                label: `${path === '' ? 'the whole row' : path} (${count})`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              setField(value);
              setShow(value === '' ? 'all' : 'problem');
            }}
          />
        )}
        <div className={classes.search}>
          <SearchBox
            value={q}
            onChange={setQ}
            label="Search rows"
            placeholder="Search rows"
            title="By row number or any cell"
            onDone={() => undefined}
          />
        </div>
        {to_review.length > 0 && (
          <Button onClick={() => setReviewed(to_review[0]?.row.id ?? null)}>
            Review {rowsText(to_review.length)}
          </Button>
        )}
        {counts.problem > 0 && (
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              download(fileName(`${draft.name ?? 'rows'}-problems`, clock.now()), problemCsv(draft, rows))
            }
          >
            Problems CSV
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">
        {check.checking ? 'Checking rows' : `${counts.problem} rows with problems, ${counts.all} rows`}
      </VisuallyHidden>
      {shown.length === 0 ? (
        <EmptyState
          title={show === 'problem' && q === '' ? 'No problems found' : 'No rows match'}
          action={
            <Button
              onClick={() => {
                setShow('all');
                setField('');
                setQ('');
              }}
            >
              Show all rows
            </Button>
          }
        />
      ) : (
        <RowGrid
          draft={draft}
          rows={shown}
          issuesOf={issuesOf}
          check={check}
          similar={alike}
          editor={editor}
          onReview={setReviewed}
          onRemove={remove}
          locked={locked}
        />
      )}
      {row && !locked && (
        <RowReview
          draft={draft}
          row={row}
          checked={check.of(row)}
          similar={alike.get(row.row.id) ?? NONE_SIMILAR}
          editor={editor}
          place={place < 0 ? '' : `${place + 1} of ${to_review.length} to review`}
          onPrevious={reviewAt(place - 1)}
          onNext={reviewAt(place + 1)}
          onRemove={() => {
            setReviewed(to_review[place + 1]?.row.id ?? null);
            remove(row.row.id);
          }}
          onClose={() => setReviewed(null)}
        />
      )}
    </section>
  );
}
