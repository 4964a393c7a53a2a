/** What became of an earlier sending: rows that it left, or an end that nobody knows. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/Banner.tsx';
import type { BulkDraft } from './draft.ts';
import { rowsText } from './words.ts';

export function LeftOver({ draft: { left_of, rows } }: { readonly draft: BulkDraft }) {
  const job_id = left_of.at(-1);
  return (
    <Banner tone="wait" title={`${rowsText(rows.length)} could not be sent with the others.`}>
      {rows.length === 1 ? 'It stays' : 'They stay'} here to be fixed and sent.{' '}
      {job_id && (
        <Link to="/bulk/$job_id" params={{ job_id }}>
          The job of the others
        </Link>
      )}
    </Banner>
  );
}

export function SentUnknown({ looking, onLook }: { readonly looking: boolean; readonly onLook: () => void }) {
  return (
    <Banner
      tone="act"
      title="These rows may have been sent already."
      action={
        <Button loading={looking} onClick={onLook}>
          Look again
        </Button>
      }
    >
      The answer was lost on the way. The server is asked before anything is sent again.
    </Banner>
  );
}
