/** Adds loads to the board by number or id. Says what will happen to each line; what was typed survives errors, reloads and sign-ins. */
import { Button, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_WATCHED_LOADS_PER_REQUEST } from '@waypost/contract/api/board';
import type { LookupItem } from '@waypost/contract/api/load-lookup';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { ActionFailed } from '../../api/QueryState.tsx';
import { WithQueries } from '../../api/queries.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useDrafts } from '../../live/form/draft.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { tableText } from '../../ui/files.ts';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText } from '../../ui/units.ts';
import classes from './AddLoads.module.css';
import { countWords, doneWords, LoadLines, tooMany } from './LoadLines.tsx';
import { ListChoice, useListChoice, useListDrafts } from './lists/ListChoice.tsx';
import { type ColumnOf, type Pasted, parsePasted, withLoad, withoutLoads } from './parse-pasted.ts';
import { watchLoads } from './run-actions.ts';

interface AddLoadsProps {
  readonly opened: boolean;
  /** The list shown on the board; added loads go into it unless another list is chosen. */
  readonly list_id?: string | undefined;
  readonly onClose: () => void;
}

export default function AddLoads({ opened, list_id, onClose }: AddLoadsProps) {
  const texts = useTexts();
  const lists = useListDrafts();
  const close = () => {
    const text = texts.read(OPEN);
    texts.remove(OPEN);
    lists.remove(list_id ?? '');
    if (text === null) texts.remove(CLOSED);
    else texts.write(CLOSED, text);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Add loads" size={640}>
      <WithQueries>
        <Form list_id={list_id} texts={texts} lists={lists} onClose={close} />
      </WithQueries>
    </Modal>
  );
}

/** The unsent text. A dialog that is closed starts empty the next time, and offers what was typed. */
const OPEN = 'open';
const CLOSED = 'closed';
const loadsText = z.string();
const useTexts = () => useDrafts('add_loads', loadsText);

interface FormProps extends Pick<AddLoadsProps, 'list_id'> {
  readonly texts: ReturnType<typeof useTexts>;
  readonly lists: ReturnType<typeof useListDrafts>;
  readonly onClose: () => void;
}

const LOOKUP_DEBOUNCE_MS = 250;
const NOT_LOOKED_UP = "Couldn't look up the loads";

function Form({ list_id, texts, lists, onClose }: FormProps) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_loads');
  const text = texts.read(OPEN) ?? '';
  const closed_text = texts.read(CLOSED);
  const [restored, setRestored] = useState<ReadonlySet<string>>(NONE);
  const [sending, setSending] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Why a file was rejected. */
  const [file_problem, setFileProblem] = useState<string | null>(null);
  /** The loads are on the board, but adding them to the list failed. */
  const [watched, setWatched] = useState(false);
  const list = useListChoice(list_id, lists);
  const columns = useColumns();
  const pasted = parsePasted(text, columns.of);
  const lookup = useLookup(pasted);
  const chosen = pasted.loads.flatMap(({ text }) => {
    const item = lookup.items.get(text);
    const load_id = item?.load?.load_id;
    if (!item || !load_id) return [];
    const add = item.outcome === 'new' || (item.outcome === 'archived' && restored.has(text));
    return add ? [{ text, load_id, outcome: item.outcome }] : [];
  });
  const on_board = pasted.loads.filter(({ text }) => lookup.items.get(text)?.outcome === 'on_board');

  const keep = (value: string) => (value === '' ? texts.remove(OPEN) : texts.put(OPEN, value));
  const edit = (value: string) => {
    keep(value);
    setDone(null);
    setProblem(null);
    setFileProblem(null);
  };
  // Loads already on the board can still be added to a list.
  const can_add = chosen.length > 0 || (list.name !== null && on_board.length > 0);
  const ready =
    disabledReason === null && pasted.too_many === null && can_add && !list.is_invalid && !lookup.asking;
  // Ctrl+Enter right after pasting waits for the lookup.
  const [queued, setQueued] = useState(false);
  const send = async () => {
    setQueued(false);
    setSending(true);
    setProblem(null);
    setWatched(false);
    try {
      const ids = [...new Set(chosen.map(({ load_id }) => load_id))];
      const added = ids.length === 0 ? 0 : (await watchLoads(http, ids)).added;
      const restored_count = chosen.filter(({ outcome }) => outcome === 'archived').length;
      const summary = doneWords({
        added: added - restored_count,
        restored: restored_count,
        on_board: on_board.length + ids.length - added,
      });
      const listed = [...ids, ...on_board.flatMap(({ text }) => lookup.items.get(text)?.load?.load_id ?? [])];
      // The lines stay until the list has them too: by then the loads are on the board, and sending again is harmless.
      setWatched(ids.length > 0);
      if (list.name !== null) await list.addLoads(listed);
      const words = list.name === null ? summary : `${summary}, all in ${isolated(list.name)}`;
      const settled = new Set([...chosen, ...on_board].map(({ text }) => text));
      // Also of what was typed meanwhile.
      const left = withoutLoads(texts.read(OPEN) ?? '', settled, columns.of);
      keep(left);
      if (left === '') {
        toast({ title: words });
        onClose();
      } else setDone(words);
    } catch (error) {
      setProblem(asProblem(error));
      lookup.retry();
    }
    setSending(false);
  };

  const sendQueued = useEffectEvent(() => {
    if (ready) void send();
    else setQueued(false);
  });
  useEffect(() => {
    if (queued && !lookup.asking) sendQueued();
  }, [queued, lookup.asking]);

  return (
    <form
      className={shared.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !sending) void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || sending) return;
        if (ready) void send();
        else if (lookup.asking) setQueued(true);
      }}
    >
      <Textarea
        label="Load numbers or IDs"
        description={`One per line, or a table with a load column. Up to ${numberText(MAX_WATCHED_LOADS_PER_REQUEST)} at a time.`}
        placeholder={'e.g. LD-48213\n3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60'}
        value={text}
        onChange={({ currentTarget }) => edit(currentTarget.value)}
        error={pasted.too_many === null ? undefined : tooMany(pasted.too_many)}
        minRows={4}
        maxRows={8}
        autosize
        data-autofocus
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--wp-mono)', fontSize: 12 } }}
      />
      {text === '' && (
        <FileDrop
          label="File of loads"
          title="Drop a CSV file here, or choose one"
          accept=".csv,.tsv,.txt,text/csv"
          onFile={async (file) => {
            const table = await tableText(file);
            if ('text' in table) edit(table.text);
            else setFileProblem(table.reason);
          }}
        >
          {file_problem === null ? (
            'The first line must have column names.'
          ) : (
            <span role="alert">{file_problem}.</span>
          )}
        </FileDrop>
      )}
      {text === '' && closed_text !== null && (
        <div>
          <Button
            size="compact-sm"
            onClick={() => {
              edit(closed_text);
              texts.remove(CLOSED);
            }}
          >
            Restore what you typed before
          </Button>
        </div>
      )}
      {pasted.table && (
        <NativeSelect
          label="Column with the load number or ID"
          description="Remembered for files with the same columns."
          value={pasted.table.column === null ? '' : String(pasted.table.column)}
          data={[
            ...(pasted.table.column === null ? [{ value: '', label: 'Choose a column' }] : []),
            ...pasted.table.heads.map((head, at) => ({
              value: String(at),
              label: head === '' ? `Column ${at + 1}` : head,
            })),
          ]}
          onChange={({ currentTarget }) => {
            if (pasted.table && currentTarget.value !== '')
              columns.set(pasted.table.heads, Number(currentTarget.value));
          }}
        />
      )}
      <div className={classes.check} aria-live="polite">
        {done !== null && <p className={shared.strong}>{done}</p>}
        {disabledReason && <p>{disabledReason}</p>}
        {problem && (
          <ActionFailed
            what={
              watched ? 'The loads are on the board, but could not be added to the list' : 'Nothing was added'
            }
            problem={problem}
          />
        )}
        {lookup.problem && (
          <>
            <ActionFailed what={NOT_LOOKED_UP} unsure={NOT_LOOKED_UP} problem={lookup.problem} />
            <Button size="compact-xs" onClick={lookup.retry}>
              Try again
            </Button>
          </>
        )}
        {pasted.loads.length > 0 && <p>{countWords(pasted, lookup.items)}</p>}
      </div>
      {pasted.loads.length > 0 && pasted.too_many === null && (
        <LoadLines
          loads={pasted.loads}
          lookup={lookup.items}
          restored={restored}
          onRestore={(texts, back) =>
            setRestored((previous) => {
              const now = new Set(previous);
              for (const line_text of texts) {
                if (back) now.add(line_text);
                else now.delete(line_text);
              }
              return now;
            })
          }
          onUse={(load, by) => edit(withLoad(texts.read(OPEN) ?? '', load, by))}
        />
      )}
      {pasted.loads.length > 0 && <ListChoice list={list} />}
      <div className={`${shared.wrapped} ${classes.bar}`}>
        <LinkButton to="/loads/new" mr="auto">
          Post a new load
        </LinkButton>
        <Button onClick={onClose}>{done !== null ? 'Done' : 'Cancel'}</Button>
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={sending}
          disabled={disabledReason === null && !ready}
        >
          {chosen.length > 0
            ? `Add ${countText(chosen.length, 'load')}`
            : can_add
              ? `Add ${countText(on_board.length, 'load')} to the list`
              : 'Add loads'}
        </GuardedButton>
      </div>
    </form>
  );
}

const NONE: ReadonlySet<string> = new Set();

const columnNumber = z.number().int().min(0);

/** The column that identifies loads, by the table's headers; a person's choice is remembered for a month. */
function useColumns() {
  const store = useDrafts('load_column', columnNumber, 'computer');
  const all = store.all();
  const nameOf = (heads: readonly string[]) => heads.map((head) => head.trim().toLowerCase()).join(' | ');
  const of: ColumnOf = (heads) => {
    const column = all.get(nameOf(heads))?.value ?? null;
    return column !== null && column < heads.length ? column : null;
  };
  const set = (heads: readonly string[], column: number) => void store.write(nameOf(heads), column);
  return { of, set };
}

function useLookup({ loads, too_many }: Pasted) {
  const { http } = useApi();
  const wanted = loads.flatMap(({ text, fault }) => (fault === null ? [text] : [])).join('\n');
  const [debounced] = useDebouncedValue(wanted, LOOKUP_DEBOUNCE_MS);
  const texts = debounced === '' || too_many !== null ? [] : debounced.split('\n');
  const query = useQuery({
    queryKey: queryKeys.loadLookup(texts),
    queryFn: ({ signal }) => http.call(POSTED_LOAD_ROUTES.lookUpLoads, { body: { texts }, signal }),
    enabled: texts.length > 0,
    placeholderData: keepPreviousData,
    // Loads change, so the result is outdated by the next opening.
    gcTime: 0,
    staleTime: 10_000,
  });
  return {
    items: new Map<string, LookupItem>(query.data?.items.map((item) => [item.text, item])),
    asking: wanted !== debounced || (texts.length > 0 && query.isFetching),
    problem: query.error ? asProblem(query.error) : null,
    retry: () => void query.refetch(),
  };
}
