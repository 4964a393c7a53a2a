/** Confirms an irreversible action; may require a name to be typed. On failure it stays open with the error. */
import { Box, Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { asProblem, type Problem } from '../api/problem.ts';
import { ActionFailed } from '../api/QueryState.tsx';
import { GuardedButton } from '../ui/buttons.tsx';
import { OpenModal } from '../ui/OpenModal.tsx';
import shared from '../ui/shared.module.css';
import classes from './ConfirmDialog.module.css';
import { useLive, useNow } from './context.ts';
import { SlowAnswer } from './form/parts.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Text to type before the action is allowed; left out: the button is enough, and the cancel button has the focus. */
  readonly confirm?: string;
  readonly action: string;
  /** False when nothing is ended or deleted. */
  readonly danger?: boolean;
  /** Why the action can't be done, while that is so. */
  readonly disabledReason?: string | null;
  readonly failure_title: string;
  /** Label of the cancel button: "Keep the agreement". */
  readonly keep: string;
  /** Rejects with a Problem. */
  readonly act: (typed: string) => Promise<void>;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, action, failure_title, keep, act, onClose, danger = true } = props;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ readonly problem: Problem; readonly until: number | null } | null>(
    null,
  );
  const { clock } = useLive();
  const confirmed = confirm === undefined || typed.trim() === confirm.trim();
  const wait = useNow((now) => (failed?.until ? Math.max(0, Math.ceil((failed.until - now) / 1000)) : 0));
  const disabledReason =
    wait > 0
      ? `Rate limit reached: try again in ${wait} s`
      : confirmed
        ? (props.disabledReason ?? null)
        : `Type ${confirm} first`;
  const run = async () => {
    if (disabledReason !== null || busy) return;
    setBusy(true);
    setFailed(null);
    try {
      await act(typed.trim());
      onClose();
    } catch (error) {
      const problem = asProblem(error);
      const seconds = problem.retry_after_seconds;
      setFailed({ problem, until: seconds === null ? null : clock.now() + seconds * 1000 });
      setBusy(false);
    }
  };
  return (
    <OpenModal onClose={onClose} title={title} size={520}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className={classes.body}>{children}</div>
        {confirm !== undefined && (
          <TextInput
            className={classes.field}
            mt={12}
            label={
              <>
                Type <code>{confirm}</code> to confirm
              </>
            }
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {busy && (
          <Box mt={8}>
            <SlowAnswer className={shared.plain} />
          </Box>
        )}
        {failed && (
          <Box mt={8}>
            <ActionFailed
              what={failure_title}
              problem={failed.problem}
              wait={wait}
              className={shared.plain}
            />
          </Box>
        )}
        <Box className={shared.wrapped} mt={16} style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose} data-autofocus={confirm === undefined || undefined}>
            {keep}
          </Button>
          <GuardedButton
            type="submit"
            variant="filled"
            {...(danger && { color: 'var(--wp-danger)' })}
            loading={busy}
            disabledReason={disabledReason}
          >
            {action}
          </GuardedButton>
        </Box>
      </form>
    </OpenModal>
  );
}

/** One `li` per thing that the action also removes; must be the first child of the dialog. */
export function ImpactList({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <p className={classes.lead}>This also removes:</p>
      <ul className={classes.list}>{children}</ul>
    </>
  );
}
