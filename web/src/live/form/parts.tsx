/** Parts around the fields of a form: the outcome of the last attempt, a colleague's change, and footers. */
import { Button, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import { ActionFailed, explainAfter } from '../../api/QueryState.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { GuardedButton } from '../../ui/buttons.tsx';
import type { SaveState } from '../../ui/draft-store.ts';
import shared from '../../ui/shared.module.css';
import { useConnection, useNow } from '../context.ts';
import type { DraftEditor, SentState } from './draft.ts';
import classes from './form.module.css';
import type { Submit } from './form.ts';

type SubmitState = Pick<Submit, 'sending' | 'cancel' | 'asNew'>;

/** Seconds until the service accepts another request. */
export function useWait({ sending }: Pick<SubmitState, 'sending'>): number {
  const until = sending.phase === 'waiting' ? sending.until : 0;
  return useNow((now) => Math.max(0, Math.ceil((until - now) / 1000)));
}

/** Beside the button that sends the form: `To correct: Email, Website`. */
export const correctText = <Field extends string>(
  fields: Iterable<Field>,
  labels: Readonly<Record<Field, string>>,
): string => `To correct: ${[...fields].map((field) => labels[field]).join(', ')}`;

/** Escape closes this form only, not what is around it. */
export const closeOnEscape = (onClose: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  onClose();
};

interface OutcomeProps {
  readonly form: Pick<SubmitState, 'sending'>;
  /** What has not happened: `Not saved`. */
  readonly what: string;
  readonly unsure?: string;
  readonly className?: string;
}

/** Why the last attempt of a form without an idempotency key failed; renders nothing when the fields show it. */
export function Outcome({ form: { sending }, ...words }: OutcomeProps) {
  const wait = useWait({ sending });
  const is_back = useIsBack(sending.phase === 'refused' ? sending.problem : null);
  if (sending.phase === 'sending') return <SlowAnswer className={words.className ?? shared.raised} />;
  if (sending.phase === 'waiting') return <ActionFailed {...words} problem={sending.problem} wait={wait} />;
  if (sending.phase !== 'refused' || sending.fields.length > 0) return null;
  return <ActionFailed {...words} problem={sending.problem} is_back={is_back} />;
}

const SLOW_MS = 10_000;

/** While a request is sent: nothing at first. */
export function SlowAnswer({ className }: { readonly className: string | undefined }) {
  const [is_slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!is_slow) return null;
  return (
    <div role="status" className={className}>
      <strong>No answer yet.</strong> It may have gone through: wait, or reload the page and check.
    </div>
  );
}

const OF_CONNECTION: readonly string[] = ['not_sent', 'offline', 'server_unreachable'];

/** Whether the connection whose loss was the problem is there again. */
function useIsBack(problem: Problem | null): boolean {
  const is_live = useConnection().phase === 'live';
  const [away, setAway] = useState<Problem | null>(null);
  if (!is_live && away !== problem) setAway(problem);
  return is_live && problem !== null && away === problem && OF_CONNECTION.includes(problem.reason);
}

interface ConflictsProps<T> {
  readonly form: Pick<DraftEditor<T>, 'values' | 'conflicts' | 'settle'> & Pick<Submit, 'tried'>;
  /** Who has changed the record meanwhile. */
  readonly by: string | null;
  /** A field without a label is decided with the others. */
  readonly labels: Readonly<Partial<Record<keyof T, string>>>;
  readonly show?: (field: keyof T, value: T[keyof T]) => string;
}

/** A colleague changed the same fields since this draft began: the person sees both and decides. An attempt to save leads here. */
export function Conflicts<T extends object>(props: ConflictsProps<T>) {
  const { form, by, labels, show = (_, value) => String(value) } = props;
  const fields = Object.keys(form.conflicts) as (keyof T)[];
  const labeled = fields.filter((field) => labels[field] !== undefined);
  const unlabeled = fields.filter((field) => labels[field] === undefined);
  const first = useRef<HTMLElement>(null);
  // The box, not its button: whoever presses Enter twice must not decide unread.
  useEffect(() => {
    if (form.tried > 0) first.current?.focus();
  }, [form.tried]);
  return labeled.map((field, index) => {
    const label = labels[field];
    return (
      <section
        key={String(field)}
        ref={index === 0 ? first : undefined}
        tabIndex={-1}
        className={`${shared.raised} ${classes.conflict}`}
        aria-label={`${label} was changed meanwhile`}
      >
        <p className={shared.strong}>
          {by ?? 'Somebody'} has changed “{label}” since you began. Choose which version to save.
        </p>
        <p className={classes.theirs}>{show(field, form.conflicts[field] as T[keyof T]) || '(empty)'}</p>
        <div className={shared.wrapped}>
          <Button size="compact-sm" onClick={() => form.settle([field, ...unlabeled], 'theirs')}>
            Use this version
          </Button>
          <Button size="compact-sm" onClick={() => form.settle([field, ...unlabeled], 'mine')}>
            Keep what I typed
          </Button>
        </div>
      </section>
    );
  });
}

interface SubmitBarProps {
  readonly submit: SubmitState;
  readonly words: SendWords;
  readonly action: string;
  /** Null when the person has the right. */
  readonly disabledReason: string | null;
  readonly ready: boolean;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

/** Footer of a form with an idempotency key: summary, submit button, outcome. Wider margins: `--submit-edge`. */
export function SubmitBar(props: SubmitBarProps) {
  const { submit, words, action, disabledReason, ready, onSend, children } = props;
  const { phase } = submit.sending;
  return (
    <div
      style={{ flex: 'none', borderTop: '1px solid var(--wp-line)', background: 'var(--wp-page)' }}
      data-submit-bar
    >
      <SendOutcome submit={submit} words={words} />
      <div className={classes.bar}>
        <p className={classes.summary}>{children}</p>
        {phase === 'waiting' && <Button onClick={submit.cancel}>Do not send</Button>}
        <GuardedButton
          variant="filled"
          disabledReason={disabledReason}
          loading={phase === 'sending'}
          onClick={onSend}
        >
          {phase === 'waiting' ? 'Try now' : phase === 'no_answer' ? 'Send again' : action}
        </GuardedButton>
      </div>
      {!ready && disabledReason === null && <VisuallyHidden>Not complete yet.</VisuallyHidden>}
    </div>
  );
}

export interface SendWords {
  readonly refused: string;
  /** What a rejection by the service without a field error means; '' when there is nothing to add. */
  readonly why?: (problem: Problem) => string;
  /** Says that the key was already used for another request, and where to find that one. */
  readonly sent_before: ReactNode;
  readonly safe: string;
  /** Shown for an unconfirmed request, with the server's message; left out where the form itself shows it. */
  readonly unknown?: (message: string | null) => ReactNode;
}

interface SendOutcomeProps {
  readonly submit: SubmitState;
  readonly words: SendWords;
}

export function SendOutcome({ submit: { sending, asNew }, words }: SendOutcomeProps) {
  switch (sending.phase) {
    case 'idle':
      return null;
    case 'sending':
      return <SlowAnswer className={classes.outcome} />;
    case 'waiting':
      return <Countdown sending={sending} problem={sending.problem} />;
    case 'refused':
      return <Refused problem={sending.problem} fields={sending.fields.length} words={words} />;
    case 'sent_before':
      return (
        <div role="alert" className={classes.outcome}>
          {words.sent_before}{' '}
          <Button size="compact-xs" onClick={asNew}>
            Send as new
          </Button>
        </div>
      );
    case 'no_answer':
      return (
        <div role="alert" className={classes.outcome}>
          <strong>{sending.problem.message}.</strong> We don't know whether it arrived. {words.safe}
        </div>
      );
    case 'unknown':
      return words.unknown ? (
        <div role="alert" className={classes.outcome}>
          {words.unknown(sending.message)}
        </div>
      ) : null;
  }
}

function Countdown({ sending, problem }: Pick<SubmitState, 'sending'> & { readonly problem: Problem }) {
  const seconds = useWait({ sending });
  return (
    <div role="status" className={classes.outcome}>
      <strong>{problem.message}.</strong>{' '}
      {seconds > 0 ? `Sends automatically in ${seconds} s.` : 'Sending now.'}
    </div>
  );
}

interface RefusedProps {
  readonly problem: Problem;
  /** Number of details that are shown on their field. */
  readonly fields: number;
  readonly words: SendWords;
}

function Refused({ problem, fields, words }: RefusedProps) {
  const { title, text } = explainAfter(problem, useIsBack(problem));
  const details = Array.isArray(problem.detail) ? problem.detail.length : 0;
  return (
    <div role="alert" className={classes.outcome}>
      <strong>
        {words.refused}: {title}.
      </strong>{' '}
      {fields > 0 && fields === details
        ? `See the marked field${fields > 1 ? 's' : ''}.`
        : `${text ?? ''} ${words.why?.(problem) ?? ''}`.trim()}{' '}
      {problem.request_id && (
        <span className={`${shared.secondary} ${shared.anywhere}`}>Request ID {problem.request_id}</span>
      )}
    </div>
  );
}

/** Shown above a form whose draft was sent before without a confirmed result; hidden once a newer attempt has a result. */
interface SentNoticeProps {
  readonly submit: SubmitState;
  readonly sent: SentState | null;
  /** What will confirm an unconfirmed request, and what sending it again does. */
  readonly unknown: string;
  readonly look: ReactNode;
}

export function SentNotice({ submit: { sending, asNew }, sent, unknown, look }: SentNoticeProps) {
  if (sent === null || (sending.phase !== 'idle' && sending.phase !== 'unknown')) return null;
  const is_unknown = sent === 'unknown';
  return (
    <Banner
      tone="wait"
      title={is_unknown ? 'This draft was sent.' : 'The last attempt to send this draft got no response.'}
      action={
        is_unknown && (
          <Button size="compact-xs" onClick={asNew}>
            Send as new
          </Button>
        )
      }
    >
      {is_unknown ? unknown : 'It may have arrived. Sending again is safe: it never creates a second one.'}{' '}
      {look}.
    </Banner>
  );
}

interface DraftLineProps {
  readonly save_state: SaveState;
  readonly onDiscard: () => void;
  readonly savedText?: string;
  readonly className?: string | undefined;
}

export function DraftLine(props: DraftLineProps) {
  const { save_state, onDiscard, savedText = 'Draft saved on this computer', className } = props;
  const words = {
    unchanged: 'No changes yet',
    saved: savedText,
    unavailable: "This browser can't save drafts. Keep this page open",
  };
  return (
    <>
      <span role="status" className={className}>
        {words[save_state]}
      </span>
      {save_state !== 'unchanged' && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </>
  );
}
