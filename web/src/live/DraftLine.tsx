/** Where the draft of a form is kept, and the way back to what it began from. */
import { Button } from '@mantine/core';
import type { Kept } from '../ui/draft-store.ts';

export interface DraftLineProps {
  readonly keeping: Kept<unknown>['keeping'];
  readonly onDiscard: () => void;
  /** "Draft saved on this computer" without. */
  readonly kept?: string;
  readonly className?: string | undefined;
}

export function DraftLine(props: DraftLineProps) {
  const { keeping, onDiscard, kept = 'Draft saved on this computer', className } = props;
  const words = {
    fresh: 'No changes yet',
    kept,
    lost: "This browser can't save drafts. Keep this page open",
  };
  return (
    <>
      <span role="status" className={className}>
        {words[keeping]}
      </span>
      {keeping !== 'fresh' && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </>
  );
}
