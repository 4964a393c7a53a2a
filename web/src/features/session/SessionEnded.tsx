/** Shown when the session has ended. The page and anything typed stay intact beneath, unseen, and signing in returns here. */
import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useApi, useSession } from '../../api/context.ts';
import { signInAddress } from '../../api/session.ts';

interface SessionEndedProps {
  /** Path and search of the current page. */
  readonly here: string;
}

export default function SessionEnded({ here }: SessionEndedProps) {
  const state = useSession();
  const { session } = useApi();
  const ended = state.phase === 'ended';
  useEffect(() => {
    if (!ended) return;
    // The person may have signed in again in another tab.
    const recheck = () => {
      if (!document.hidden) void session.refresh();
    };
    window.addEventListener('focus', recheck);
    document.addEventListener('visibilitychange', recheck);
    return () => {
      window.removeEventListener('focus', recheck);
      document.removeEventListener('visibilitychange', recheck);
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
      // Whoever was signed out, or stands at a screen that somebody left, reads nothing more.
      overlayProps={{ color: 'var(--wp-page)', backgroundOpacity: 1 }}
    >
      <p style={{ margin: '0 0 16px' }}>
        {ended && state.reason !== null && `${state.reason}. `}
        {ended && `You were signed in as ${state.session.user.name}. `}Sign in again to continue. Nothing you
        typed is lost.
      </p>
      <Button component="a" href={signInAddress(here)} variant="filled" fullWidth data-autofocus>
        Sign in again
      </Button>
    </Modal>
  );
}
