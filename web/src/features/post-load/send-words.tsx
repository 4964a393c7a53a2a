/** What is said of sending a load. */
import { Link } from '@tanstack/react-router';
import type { Problem } from '../../api/problem.ts';
import type { SendWords } from '../../live/SendOutcome.tsx';

/** Why a service that has no such address does not take it. */
const NOT_OFFERED =
  'The tracking service does not accept loads this way. Ask your Waypost administrator to check its address for loads.';

function why({ service_status }: Problem): string {
  switch (service_status) {
    case 403:
      return "Our credentials can't create loads. Ask your Waypost administrator.";
    case 404:
    case 405:
    case 501:
      return NOT_OFFERED;
    case 409:
      return 'The tracking service may already have this load number.';
    default:
      return '';
  }
}

export const POST_WORDS: SendWords = {
  refused: 'Nothing was posted',
  why,
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> It may have arrived:{' '}
      <Link to="/">look at the board</Link>. If it is not what you want, send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second load.',
  unknown: (message) => (
    <>
      <strong>Not confirmed yet.</strong> {message ?? 'The tracking service did not respond.'} The load is
      listed above until you mark what happened. Sending again never creates a second load.
    </>
  ),
};

export const CORRECT_WORDS: SendWords = {
  refused: 'Nothing was changed',
  why,
  sent_before: null,
  safe: 'Sending again is safe: it repeats the same change.',
};

export const UNKNOWN_WORDS =
  'Not confirmed yet whether the load was created. Sending again only checks the outcome.';
