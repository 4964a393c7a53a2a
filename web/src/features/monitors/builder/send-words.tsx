/** What is said of sending a monitor. */
import { Link } from '@tanstack/react-router';
import type { SendWords } from '../../../live/SendOutcome.tsx';

export const SEND_WORDS: SendWords = {
  refused: 'Nothing was created',
  /** The service's two refusals without a field. */
  why: ({ service_status }) => {
    if (service_status === 403)
      return 'A monitor needs an active agreement that shares vehicle_location of this vehicle with us: extend it, or ask its fleet.';
    if (service_status === 409)
      return 'The service holds something that this would contradict: look whether the vehicle is watched already.';
    return service_status === 404 ? 'Check how the vehicle is named.' : '';
  },
  sent_before: (
    <>
      <strong>This draft was sent before, in another form.</strong> That sending arrived, so a monitor as it
      was then may be there. <Link to="/monitors">Look at the monitors</Link>; if it is not what you want,
      this can be sent as a new one.
    </>
  ),
  safe: 'Sending again is safe: it carries the same key, so there are never two.',
};

export const UNKNOWN_WORDS =
  'Nobody knows yet whether the monitor was created: its first event or a read tells, or a person. Creating it again here only asks what became of it.';
