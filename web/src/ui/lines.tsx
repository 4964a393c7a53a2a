/** Lines between a page's bar and its content: active filter, unreadable rows, import progress. */
import { Button, CloseButton } from '@mantine/core';
import type { ListImport } from '@waypost/contract/api/list-import';
import type { UnreadRows } from '@waypost/contract/unread';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { IconAlertTriangle } from './icons.ts';
import shared from './shared.module.css';
import { durationText } from './time.ts';
import { countText, numberText, plural } from './units.ts';

interface FilterLineProps {
  readonly name?: string | undefined;
  readonly note: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function FilterLine({ name, note, closeLabel, onClose, children }: FilterLineProps) {
  return (
    <div
      className={`${shared.row} ${shared.fixed} ${classes.filterLineLine}`}
      role={name === undefined ? 'status' : undefined}
    >
      {name !== undefined && (
        <bdi className={`${shared.strong} ${shared.ellipsis} ${classes.name}`}>{name}</bdi>
      )}
      {note !== '' && <span className={classes.note}>{note}</span>}
      {children}
      <CloseButton size={24} iconSize={16} aria-label={closeLabel} data-tip={closeLabel} onClick={onClose} />
    </div>
  );
}

interface UnreadLineProps {
  readonly unread: UnreadRows;
  /** Singular and plural: `['agreement', 'agreements']`. */
  readonly words: readonly [string, string];
  /** True when totals are shown, which exclude what could not be read. */
  readonly totals?: boolean;
}

export function unreadText(
  { left_out, incomplete }: UnreadRows,
  [one, many]: readonly [string, string],
  totals = false,
): string | null {
  const rows = (value: number) => countText(value, one, many);
  const sentences = [
    left_out > 0 && `${rows(left_out)} could not be read.`,
    incomplete > 0 && `${rows(incomplete)} ${plural(incomplete, 'has', 'have')} unreadable values.`,
    totals && left_out + incomplete > 0 && 'Not included in the totals.',
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? null : sentences.join(' ');
}

export function UnreadLine({ unread, words, totals }: UnreadLineProps) {
  const text = unreadText(unread, words, totals);
  if (text === null) return null;
  const more = unread.left_out + unread.incomplete - unread.items.length;
  return (
    <details className={classes.unreadLineRoot} aria-label="Couldn't be read">
      <summary>{text}</summary>
      <ul className={classes.items}>
        {unread.items.map((item, i) => (
          <li key={i}>
            {item.id !== null && <code>{item.id}</code>}
            <UnreadValues values={item.values} />
          </li>
        ))}
        {more > 0 && <li>{numberText(more)} more, not shown</li>}
      </ul>
    </details>
  );
}

export function UnreadValues({ values }: { readonly values: UnreadRows['items'][number]['values'] }) {
  return (
    <ul className={classes.values}>
      {values.map(({ path, raw, reason }) => (
        <li key={`${path} ${raw}`}>
          {path !== '' && <strong>{path}: </strong>}
          <code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', unicodeBidi: 'isolate' }}>
            {raw}
          </code>{' '}
          <span className={shared.secondary}>({reason})</span>
        </li>
      ))}
    </ul>
  );
}

interface ImportProgressProps {
  readonly listImport: ListImport;
  /** Plural of what is loaded: `transactions`. */
  readonly what: string;
  /** Singular of the parts it is loaded in: `window`, `month`. */
  readonly part: string;
  /** Server time, milliseconds since 1970. */
  readonly now: number;
  readonly onCancel: () => void;
  readonly cancelling: boolean;
  readonly onReload: () => void;
}

const OTHERS_WAIT = 'Other people are waiting for it, so it continues for them';
/** No estimate before this time. */
const MIN_ESTIMATE_MS = 2_000;

/** Estimated milliseconds left at the current rate; null while it cannot be estimated. */
function timeLeft({ started_at, rows_read, rows_total }: ListImport, now: number): number | null {
  const elapsed = now - Date.parse(started_at);
  if (elapsed < MIN_ESTIMATE_MS || rows_read === 0 || rows_total === null || rows_total <= rows_read)
    return null;
  return (elapsed / rows_read) * (rows_total - rows_read);
}

/** `3 of 9 windows`; null when there is only one. */
function partsText({ parts }: ListImport, part: string): string | null {
  if (parts.length < 2) return null;
  const done = parts.filter(({ state }) => state === 'complete' || state === 'kept').length;
  return `${done} of ${parts.length} ${part}s`;
}

/** Progress of a list that the server imports from the tracking service; afterward, says if the data are partial. */
export function ImportProgress(props: ImportProgressProps) {
  const { listImport, what, part, now, onCancel, cancelling, onReload } = props;
  const { state, rows_read, rows_total, message, people } = listImport;
  const parts = partsText(listImport, part);
  if (state === 'complete') return null;
  if (state === 'reading') {
    const ms_left = timeLeft(listImport, now);
    const progress =
      rows_total === null
        ? `${numberText(rows_read)} ${what} so far`
        : `${numberText(rows_read)} of ${numberText(rows_total)} ${what}`;
    const parts_shown = [
      progress,
      parts,
      ms_left === null ? null : `about ${durationText(Math.max(1000, ms_left))} left`,
      message,
    ];
    return (
      <div className={classes.line}>
        <progress
          className={classes.bar}
          aria-label={`Loading ${what}`}
          {...(rows_total === null || rows_total === 0 ? {} : { value: rows_read, max: rows_total })}
        />
        <p className={shared.fill}>
          <strong>Loading.</strong> {parts_shown.filter((text) => text !== null).join(' · ')}
        </p>
        <Button
          size="compact-xs"
          loading={cancelling}
          onClick={onCancel}
          title={people > 1 ? OTHERS_WAIT : undefined}
        >
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.line} data-part role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <p className={shared.fill}>
        <strong>Partial data.</strong> {state === 'cancelled' ? 'Loading was cancelled' : 'Loading failed'}{' '}
        after {numberText(rows_read)} {what}
        {parts && ` and ${parts}`}
        {message && `: ${message.replace(/\.$/, '')}`}. Everything here covers only this part.
      </p>
      <Button size="compact-xs" onClick={onReload}>
        Load all
      </Button>
    </div>
  );
}
