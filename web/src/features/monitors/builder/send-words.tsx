/** What is said of sending a monitor. */
import { Link } from '@tanstack/react-router';
import type { SendWords } from '../../../live/SendOutcome.tsx';

export const SEND_WORDS: SendWords = {
  refused: 'Nothing was created',
  /** The service's two refusals without a field. */
  why: ({ service_status }) => {
    if (service_status === 403)
      return "A monitor needs an active agreement that shares this truck's location. Extend it, or ask the fleet.";
    if (service_status === 409)
      return 'This conflicts with existing data. Check whether a monitor already tracks the truck.';
    return service_status === 404 ? "Check the truck's identifiers." : '';
  },
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> The first request arrived, so a
      monitor with those details may exist. <Link to="/monitors">Open the monitors</Link>. If it is not what
      you want, send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second one.',
};

export const UNKNOWN_WORDS =
  'Not confirmed yet: checking whether it was created. Creating it again only checks the outcome.';
