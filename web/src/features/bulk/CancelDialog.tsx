/** Ends a job for good: what stays and what will not be sent is said before. */
import { Button, Modal } from '@mantine/core';
import type { BulkJob } from '@waypost/contract/api/bulk';
import { tally } from './counts.ts';
import classes from './NewJob.module.css';
import { countOf } from './words.ts';

export interface CancelDialogProps {
  readonly job: BulkJob;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

export function CancelDialog({ job, opened, onClose, onCancel }: CancelDialogProps) {
  const { waiting, done } = tally(job);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Cancel this job?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>
        {countOf(job.kind, waiting)} {waiting === 1 ? 'has' : 'have'} not been created and will not be.{' '}
        {done > 0 && `Rows already done are kept: ${countOf(job.kind, done)}. `}A cancelled job can't be
        resumed; a paused one can.
      </p>
      <div className={classes.dialog}>
        <Button onClick={onClose}>Keep job</Button>
        <Button variant="filled" onClick={onCancel}>
          Cancel job
        </Button>
      </div>
    </Modal>
  );
}
