/** The session is over: the page and what was typed stay as they are below this, and signing in leads back here. */
import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useApi, useSession } from '../../api/context.ts';
import { signInAddress } from '../../api/session.ts';

interface SessionEndedProps {
  /** Path and search of where the person is. */
  readonly here: string;
}

export default function SessionEnded({ here }: SessionEndedProps) {
  const state = useSession();
  const { session } = useApi();
  const ended = state.phase === 'ended';
  useEffect(() => {
    if (!ended) return;
    // Perhaps signed in again in another tab, in another window, or the end was a mistake.
    const ask = () => {
      if (!document.hidden) void session.refresh();
    };
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [ended, session]);
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Your session has ended"
      size={420}
      zIndex={1000}
    >
      <p style={{ margin: '0 0 16px' }}>
        {ended ? `You were signed in as ${state.session.user.name}. ` : ''}Sign in again to continue. Nothing
        you typed is lost.
      </p>
      <Button component="a" href={signInAddress(here)} variant="filled" fullWidth data-autofocus>
        Sign in again
      </Button>
    </Modal>
  );
}
