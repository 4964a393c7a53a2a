/** Adds loads to the watch list by their ids. What is typed survives an error, a reload and a sign-in. */
import { Button, Modal, Textarea } from '@mantine/core';
import type { WatchResult } from '@waypost/contract/api/board';
import { MAX_WATCH_AT_ONCE } from '@waypost/contract/api/board';
import { useRef, useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { asProblem, explain, type Problem } from '../../api/problem.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { personLocale } from '../../ui/locale.ts';
import classes from './AddLoads.module.css';
import { clearDraft, readDraft, writeDraft } from './draft.ts';
import { type ParsedIds, parseIds, withoutIds } from './parse-ids.ts';
import { watchLoads } from './watch.ts';

export interface AddLoadsProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** More bad lines than this are counted, not listed. */
const MOST_LISTED = 5;

export default function AddLoads({ opened, onClose }: AddLoadsProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Add loads"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { readonly onClose: () => void }) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_loads');
  const [text, setText] = useState(readDraft);
  const [sending, setSending] = useState(false);
  const [result, setResult] = useState<WatchResult | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // More may be typed while some are being added.
  const typed = useRef(text);
  const parsed = parseIds(text);
  const count = parsed.load_ids.length;

  const keep = (value: string) => {
    typed.current = value;
    setText(value);
    if (value === '') clearDraft();
    else writeDraft(value);
  };
  const edit = (value: string) => {
    keep(value);
    setResult(null);
    setProblem(null);
  };
  const send = async () => {
    setSending(true);
    setProblem(null);
    try {
      setResult(await watchLoads(http, parsed.load_ids));
      keep(withoutIds(typed.current, new Set(parsed.load_ids)));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setSending(false);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === null && count > 0 && parsed.too_many === null) void send();
      }}
    >
      <Textarea
        label="Load ids"
        description={`Paste load IDs, up to ${MAX_WATCH_AT_ONCE.toLocaleString(personLocale())} at once: lines, commas, a column of a sheet, JSON.`}
        placeholder="3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60"
        value={text}
        onChange={({ currentTarget }) => edit(currentTarget.value)}
        error={parsed.too_many === null ? undefined : tooMany(parsed.too_many)}
        minRows={6}
        maxRows={14}
        autosize
        data-autofocus
        spellCheck={false}
        classNames={{ input: classes.ids }}
      />
      <div className={classes.check} aria-live="polite">
        {result && <p className={classes.result}>{resultWords(result)}</p>}
        {disabledReason && <p>{disabledReason}</p>}
        {problem && <Failure problem={problem} />}
        {text.trim() !== '' && <Check parsed={parsed} />}
      </div>
      <div className={classes.bar}>
        <Button onClick={onClose}>{result && text === '' ? 'Done' : 'Cancel'}</Button>
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={sending}
          disabled={disabledReason === null && (count === 0 || parsed.too_many !== null)}
        >
          {count === 0
            ? 'Watch loads'
            : count === 1
              ? 'Watch 1 load'
              : `Watch ${count.toLocaleString(personLocale())} loads`}
        </GuardedButton>
      </div>
    </form>
  );
}

function Check({ parsed }: { readonly parsed: ParsedIds }) {
  const { load_ids, duplicates, bad } = parsed;
  const twice = duplicates > 0 ? `, ${duplicates} named twice` : '';
  return (
    <>
      <p>
        {load_ids.length === 1 ? '1 load id' : `${load_ids.length.toLocaleString(personLocale())} load ids`}
        {twice}
        {bad.length > 0 && `, ${bad.length} not usable and left here:`}
      </p>
      {bad.length > 0 && (
        <ul className={classes.bad}>
          {bad.slice(0, MOST_LISTED).map(({ line, text, reason }, at) => (
            // Lines have no other name; two may say the same.
            <li key={at}>
              Line {line}: <code>{text.length > 40 ? `${text.slice(0, 40)}…` : text}</code> {reason}
            </li>
          ))}
          {bad.length > MOST_LISTED && <li>and {bad.length - MOST_LISTED} more</li>}
        </ul>
      )}
    </>
  );
}

function Failure({ problem }: { readonly problem: Problem }) {
  const { title, text } = explain(problem);
  return (
    <p role="alert" className={classes.failure}>
      <strong>Nothing was added: {title}.</strong> {text}{' '}
      {problem.request_id && `Request ID ${problem.request_id}.`}
    </p>
  );
}

function tooMany(count: number): string {
  const most = MAX_WATCH_AT_ONCE;
  return `${count.toLocaleString(personLocale())} ids are ${(count - most).toLocaleString(personLocale())} more than one go takes (${most.toLocaleString(personLocale())})`;
}

/** `12 loads added, 3 were watched already.` */
export function resultWords({
  added,
  already_watched,
}: Pick<WatchResult, 'added' | 'already_watched'>): string {
  const new_ones =
    added === 0
      ? 'No new load'
      : added === 1
        ? '1 load added'
        : `${added.toLocaleString(personLocale())} loads added`;
  const old_ones =
    already_watched === 0
      ? ''
      : `, ${already_watched.toLocaleString(personLocale())} ${already_watched === 1 ? 'was' : 'were'} watched already`;
  return `${new_ones}${old_ones}. ${added > 0 ? 'Loading their data now.' : ''}`.trim();
}
