/** What is said of sending a driver user. */
import { Link } from '@tanstack/react-router';
import type { SendWords } from '../../../live/SendOutcome.tsx';

/** What the service means by its refusals without a field. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: 'The fleet must let us read and write its users. Check its agreement, or invite it again with more permissions.',
  404: 'Connection not found. It may have been deleted.',
  409: 'This username may already exist or is being created now. Check the list.',
  501: 'This provider does not support creating users through Waypost. The fleet must create the user there.',
};

export const SEND_WORDS: SendWords = {
  refused: 'Nothing was created',
  why: ({ service_status }) => REFUSALS[service_status ?? 0] ?? '',
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> The first request arrived, so a
      user with those details may exist. <Link to="/drivers">Open the list</Link>. If it is not what you want,
      send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second one.',
};

export const UNKNOWN_WORDS =
  'Not confirmed yet: checking whether the user was created. Sending again only checks the outcome.';
