/** Over a form: this draft was sent before, with an end that nobody knows. Nothing while a newer sending says more. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Banner } from '../ui/Banner.tsx';
import type { SentState, Submit } from './use-sending.ts';

export interface SentNoticeProps {
  readonly submit: Submit;
  readonly sent: SentState | null;
  /** What settles one that nobody knows, and what sending it again does. */
  readonly unknown: string;
  /** Link to where it would stand. */
  readonly look: ReactNode;
}

export function SentNotice({ submit: { sending, asNew }, sent, unknown, look }: SentNoticeProps) {
  if (sent === null || (sending.phase !== 'idle' && sending.phase !== 'unknown')) return null;
  if (sent === 'unknown')
    return (
      <Banner
        tone="wait"
        title="This draft was sent."
        action={
          <Button size="compact-xs" onClick={asNew}>
            Send as new
          </Button>
        }
      >
        {unknown} {look}.
      </Banner>
    );
  return (
    <Banner tone="wait" title="The last attempt to send this draft got no response.">
      It may have arrived. Sending again is safe: it never creates a second one. {look}.
    </Banner>
  );
}
