/**
 * A long list that the server reads from the service: how far it is, how long it takes, and the way to call it off. When it ended before
 * its end, what is here is only a part, and that is said as long as it is shown.
 */
import { Button } from '@mantine/core';
import type { ListImport } from '@waypost/contract/api/list-import';
import classes from './Banner.module.css';
import { IconAlertTriangle } from './icons.ts';
import { personLocale } from './locale.ts';
import { durationText } from './time.ts';

export interface ImportProgressProps {
  readonly listImport: ListImport;
  /** What is read, several of it: `transactions`. */
  readonly what: string;
  /** What it is read in, one of it: `window`, `month`. */
  readonly part: string;
  /** Unix milliseconds by the server's clock. */
  readonly now: number;
  readonly onCancel: () => void;
  readonly cancelling: boolean;
  /** Reads again what was not read to its end. */
  readonly onAgain: () => void;
}

const count = (value: number) => value.toLocaleString(personLocale());
/** Before this nobody can say how long it takes. */
const GUESS_AFTER_MS = 2_000;

/** Milliseconds that the rest will take at the pace so far; null while that says nothing. */
export function restOf({ started_at, rows_read, rows_total }: ListImport, now: number): number | null {
  const gone = now - Date.parse(started_at);
  if (gone < GUESS_AFTER_MS || rows_read === 0 || rows_total === null || rows_total <= rows_read) return null;
  return (gone / rows_read) * (rows_total - rows_read);
}

/** `3 of 9 windows`; nothing where there is only one. */
function partsText({ parts }: ListImport, part: string): string | null {
  if (parts.length < 2) return null;
  const done = parts.filter(({ state }) => state === 'complete' || state === 'kept').length;
  return `${done} of ${parts.length} ${part}s`;
}

export function ImportProgress({
  listImport,
  what,
  part,
  now,
  onCancel,
  cancelling,
  onAgain,
}: ImportProgressProps) {
  const { state, rows_read, rows_total, message, people } = listImport;
  const parts = partsText(listImport, part);
  if (state === 'complete') return null;
  if (state === 'reading') {
    const rest = restOf(listImport, now);
    const far =
      rows_total === null
        ? `${count(rows_read)} ${what}`
        : `${count(rows_read)} of ${count(rows_total)} ${what}`;
    const said = [
      far,
      parts,
      rest === null ? null : `about ${durationText(Math.max(1000, rest))} left`,
      message,
    ];
    return (
      <div className={classes.line}>
        <progress
          className={classes.bar}
          aria-label={`Loading ${what}`}
          {...(rows_total === null || rows_total === 0 ? {} : { value: rows_read, max: rows_total })}
        />
        <span className={classes.importProgressText}>
          <strong>Loading.</strong> {said.filter((one) => one !== null).join(' · ')}
        </span>
        <Button size="compact-xs" loading={cancelling} onClick={onCancel} title={othersWait(people)}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.line} data-part role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <span className={classes.importProgressText}>
        <strong>Partial data.</strong> {state === 'cancelled' ? 'Loading was cancelled' : 'Loading failed'}{' '}
        after {count(rows_read)} {what}
        {parts && ` and ${parts}`}
        {message && `: ${message.replace(/\.$/, '')}`}. Everything here covers only this part.
      </span>
      <Button size="compact-xs" onClick={onAgain}>
        Load all
      </Button>
    </div>
  );
}

const othersWait = (people: number): string | undefined =>
  people > 1 ? 'Other people are waiting for it, so it continues for them' : undefined;
