/** What a click will do, always in view; and what became of the last one. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { explain, type Problem } from '../../../api/problem.ts';
import { useTold } from '../../../live/context.ts';
import { GuardedButton } from '../../../ui/GuardedButton.tsx';
import type { Draft } from './draft.ts';
import classes from './SubmitBar.module.css';
import type { Sending, Submit } from './use-submit.ts';
import { minuteText, windowOf } from './window.ts';

export interface SubmitBarProps {
  readonly draft: Draft;
  readonly zone: string;
  readonly submit: Submit;
  readonly refusal: string | null;
  /** False while there are errors: a click then leads to the first. */
  readonly ready: boolean;
  readonly onSend: () => void;
}

export function SubmitBar({ draft, zone, submit, refusal, ready, onSend }: SubmitBarProps) {
  const { sending, cancel } = submit;
  const window = windowOf(draft);
  const until = window && minuteText(window.expires, zone);
  const waiting = sending.phase === 'waiting';
  return (
    <div className={classes.foot}>
      <Outcome sending={sending} submit={submit} />
      <div className={classes.bar}>
        <p className={classes.says}>
          {until ? (
            <>
              Create monitor, watch until <strong>{until}</strong>
            </>
          ) : (
            'Create monitor'
          )}
        </p>
        {waiting && <Button onClick={cancel}>Do not send</Button>}
        <GuardedButton
          variant="filled"
          refusal={refusal}
          loading={sending.phase === 'sending'}
          onClick={onSend}
        >
          {waiting ? 'Try now' : sending.phase === 'no_answer' ? 'Send again' : 'Create monitor'}
        </GuardedButton>
      </div>
      {!ready && refusal === null && (
        <span className={classes.spoken}>Some things are still to be filled in.</span>
      )}
    </div>
  );
}

function Outcome({ sending, submit }: { readonly sending: Sending; readonly submit: Submit }) {
  switch (sending.phase) {
    case 'idle':
    case 'sending':
      return null;
    case 'waiting':
      return <Countdown until={sending.until} problem={sending.problem} />;
    case 'refused':
      return <Refused problem={sending.problem} fields={sending.fields.length} />;
    case 'sent_before':
      return (
        <div role="alert" className={classes.outcome}>
          <strong>This draft was sent before, in another form.</strong> That sending arrived, so a monitor as
          it was then may be there. <Link to="/monitors">Look at the monitors</Link>; if it is not what you
          want, this can be sent as a new one.{' '}
          <Button size="compact-xs" onClick={submit.asNew}>
            Make this a new one
          </Button>
        </div>
      );
    case 'no_answer':
      return (
        <div role="alert" className={classes.outcome}>
          <strong>{sending.problem.message}.</strong> Whether it arrived is not known. Sending again is safe:
          it carries the same key, so there are never two.
        </div>
      );
  }
}

function Countdown({ until, problem }: { readonly until: number; readonly problem: Problem }) {
  const seconds = useTold((now) => Math.max(0, Math.ceil((until - now) / 1000)));
  return (
    <div role="status" className={classes.outcome}>
      <strong>{problem.message}.</strong>{' '}
      {seconds > 0 ? `It is sent by itself in ${seconds} s.` : 'It is sent now.'}
    </div>
  );
}

function Refused({ problem, fields }: { readonly problem: Problem; readonly fields: number }) {
  const { title, text } = explain(problem);
  const details = Array.isArray(problem.detail) ? problem.detail.length : 0;
  return (
    <div role="alert" className={classes.outcome}>
      <strong>Nothing was created: {title}.</strong>{' '}
      {fields > 0 && fields === details
        ? `What is wrong stands on its field${fields > 1 ? 's' : ''}.`
        : `${text ?? ''} ${why(problem)}`.trim()}{' '}
      {problem.request_id && <span className={classes.quote}>Request id {problem.request_id}</span>}
    </div>
  );
}

/** What the service means by its two refusals without a field (4.3). */
function why(problem: Problem): string {
  if (problem.service_status === 403)
    return 'A monitor needs an active agreement that shares vehicle_location of this vehicle with us: extend it, or ask its fleet.';
  if (problem.service_status === 409)
    return 'The service holds something that this would contradict: look whether the vehicle is watched already.';
  if (problem.service_status === 404) return 'Check how the vehicle is named.';
  return '';
}
