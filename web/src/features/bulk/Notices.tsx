/** What became of an earlier sending: rows that it left, or an end that nobody knows. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/Banner.tsx';
import type { BulkDraft } from './draft.ts';
import { rowsText } from './words.ts';

export function LeftOver({ draft: { left_of, rows } }: { readonly draft: BulkDraft }) {
  const job_id = left_of.at(-1);
  return (
    <Banner tone="wait" title={`${rowsText(rows.length)} could not be sent.`}>
      {rows.length === 1 ? 'It stays' : 'They stay'} here for you to fix and send.{' '}
      {job_id && (
        <Link to="/bulk/$job_id" params={{ job_id }}>
          Open the job for the others
        </Link>
      )}
    </Banner>
  );
}

export function SentUnknown({ looking, onLook }: { readonly looking: boolean; readonly onLook: () => void }) {
  return (
    <Banner
      tone="act"
      title="These rows may already have been sent."
      action={
        <Button loading={looking} onClick={onLook}>
          Check again
        </Button>
      }
    >
      The answer was lost. We check before sending anything again.
    </Banner>
  );
}
