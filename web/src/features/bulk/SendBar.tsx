/** Always in view: what would be sent, what is left out, and the button that does it. */
import { Button } from '@mantine/core';
import type { BulkKind } from '@waypost/contract/api/bulk';
import { explain } from '../../api/problem.ts';
import type { BulkDraft } from './draft.ts';
import classes from './NewJob.module.css';
import { jobParts } from './parts.ts';
import type { JudgedRow } from './rows.ts';
import { type ServerCheck, willOf } from './use-check.ts';
import type { Sending } from './use-send.ts';
import { AGAIN, amount, countOf, rowsText } from './words.ts';

const SKIPPED_WORDS = {
  invitation: 'not sent: the fleet already shares',
  user: 'skipped: already created from here',
} as const;

/** `Create 40 invitations, renew 8` */
function sendWord(kind: BulkKind, to_send: number, refreshed: number): string {
  const created = to_send - refreshed;
  if (refreshed === 0) return `Create ${countOf(kind, created)}`;
  if (created === 0) return `Renew ${countOf(kind, refreshed)}`;
  return `Create ${countOf(kind, created)}, renew ${amount(refreshed)}`;
}

export interface SendBarProps {
  readonly draft: BulkDraft;
  readonly rows: readonly JudgedRow[];
  readonly check: ServerCheck;
  readonly sending: Sending;
  readonly locked: boolean;
}

export function SendBar({ draft, rows, check, sending, locked }: SendBarProps) {
  const { kind } = draft;
  const good = rows.filter((row) => row.issues.length === 0 && (check.of(row)?.issues.length ?? 0) === 0);
  const skipped = good.filter((row) => willOf(draft, row, check.of(row)) === 'skip').length;
  const refreshed = good.filter((row) => willOf(draft, row, check.of(row)) === 'refresh').length;
  const to_send = good.length - skipped;
  const bad = rows.length - good.length;
  const jobs = to_send > 0 && rows.length > 2_000 ? jobParts(rows).length : 1;
  const says = [
    bad > 0
      ? `${rowsText(bad)} with problems won't be sent and stay${bad === 1 ? 's' : ''} here for you to fix.`
      : '',
    refreshed > 0
      ? `${rowsText(refreshed)} ${refreshed === 1 ? 'renews an existing invitation' : 'renew existing invitations'}.`
      : '',
    skipped > 0 ? `${rowsText(skipped)} ${SKIPPED_WORDS[kind]}.` : '',
    kind === 'invitation' && to_send > 0
      ? 'Nothing is sent to the fleets: you share the links afterwards.'
      : '',
    jobs > 1 ? `They become ${jobs} jobs, sent one after another.` : '',
  ].filter(Boolean);
  const problem = sending.problem && explain(sending.problem);
  return (
    <div className={classes.foot}>
      {sending.problem && problem && (
        <p role="alert" className={classes.outcome}>
          <strong>{problem.title}.</strong> {problem.text}{' '}
          {sending.problem.request_id && `Request ID ${sending.problem.request_id}.`}
        </p>
      )}
      <div className={classes.bar}>
        <p className={classes.says} title={AGAIN[kind]}>
          {says.length > 0 ? says.join(' ') : 'All rows are ready. The job continues if you leave the page.'}
        </p>
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
      </div>
    </div>
  );
}
