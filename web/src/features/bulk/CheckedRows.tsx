/** Rows of the draft with what is wrong with each, or what sending it would do; which of them are shown, and the way to keep the wrong ones. */
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLive } from '../../live/context.ts';
import { Chips } from '../../ui/Chips.tsx';
import { download, fileName } from '../../ui/download.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './CheckedRows.module.css';
import type { BulkDraft } from './draft.ts';
import { problemCsv } from './outcome-csv.ts';
import { RowGrid } from './RowGrid.tsx';
import type { JudgedRow } from './rows.ts';
import type { ServerCheck } from './use-check.ts';
import type { DraftEditor } from './use-draft.ts';

type Show = 'all' | 'problem' | 'create' | 'refresh' | 'skip';

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
    return check.of(row)?.will ?? 'create';
  };
  const counts: Record<Show, number> = { all: rows.length, problem: 0, create: 0, refresh: 0, skip: 0 };
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
            (show === 'all' || kindOf(row) === show) &&
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
  const chips = [
    { key: 'all', word: 'All', count: counts.all },
    { key: 'problem', word: 'Problems', count: counts.problem },
    { key: 'create', word: 'New', count: counts.create },
    draft.kind === 'invitation'
      ? { key: 'refresh', word: 'Refreshes', count: counts.refresh }
      : { key: 'skip', word: 'Skipped', count: counts.skip },
  ] as const satisfies readonly { readonly key: Show; readonly word: string; readonly count: number }[];
  return (
    <section className={classes.rows} aria-label="Rows of the file">
      <div className={classes.tools}>
        <Chips<Show> label="Filter rows by outcome" chips={chips} pressed={[show]} onPress={choose} />
        {fields.size > 0 && (
          <NativeSelect
            size="xs"
            aria-label="Problems in"
            value={field}
            data={[
              { value: '', label: 'problems in any field' },
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
          editor={editor}
          onRemove={remove}
          locked={locked}
        />
      )}
    </section>
  );
}
