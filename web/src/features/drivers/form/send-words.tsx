/** What is said of sending a driver user. */
import { Link } from '@tanstack/react-router';
import type { SendWords } from '../../../live/SendOutcome.tsx';

/** What the service means by its refusals without a field. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: 'The fleet must share its users with us, to read and write: look at its agreement, or invite it again with more permissions.',
  404: 'The service does not know this connection: it may have been deleted.',
  409: 'A user of this name may be there, or be written at this moment: look at the list.',
  501: 'This provider lets nobody create users from outside: the fleet does it there.',
};

export const SEND_WORDS: SendWords = {
  refused: 'Nothing was created',
  why: ({ service_status }) => REFUSALS[service_status ?? 0] ?? '',
  sent_before: (
    <>
      <strong>This draft was sent before, in another form.</strong> That sending arrived, so a user as it was
      then may be there. <Link to="/drivers">Look at the list</Link>; if it is not what you want, this can be
      sent as a new one.
    </>
  ),
  safe: 'Sending again is safe: it carries the same key, so there are never two.',
};

export const UNKNOWN_WORDS =
  'Nobody knows yet whether the user was created: the first event of its operation or a look at the service tells, or a person. Sending it again here only asks what became of it.';
