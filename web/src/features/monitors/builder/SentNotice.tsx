/** A draft that was sent before, with an end that nobody knows. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../../ui/Banner.tsx';
import type { SentState } from './stored.ts';

export interface SentNoticeProps {
  readonly sent: SentState | null;
  readonly onNew: () => void;
}

export function SentNotice({ sent, onNew }: SentNoticeProps) {
  if (sent === null) return null;
  const look = (
    <Link to="/monitors" search={{ show: 'unknown' }}>
      Look at the unknown ones
    </Link>
  );
  if (sent === 'unknown')
    return (
      <Banner
        tone="wait"
        title="This draft was sent."
        action={
          <Button size="compact-xs" onClick={onNew}>
            Make it a new one
          </Button>
        }
      >
        Nobody knows yet whether the monitor was created: its first event or a read tells, or a person.
        Creating it again here only asks what became of it. {look}.
      </Banner>
    );
  return (
    <Banner tone="wait" title="The last sending of this draft has no answer.">
      Whether it arrived is not known. Sending again is safe: it carries the same key, so there are never two.{' '}
      {look}.
    </Banner>
  );
}
