import type { SystemStatus } from '@waypost/contract/api/system-status';
import { numberText } from '../../ui/units.ts';

export const STATE_WORDS: Readonly<Record<SystemStatus['service']['state'], string>> = {
  starting: 'Starting',
  ok: 'Connected',
  paused: 'Rate limit reached',
  down: 'Tracking service down',
  unauthorized: 'Credentials rejected',
};

export const CALL_WORDS: Readonly<Record<keyof SystemStatus['calls'], string>> = {
  background: 'By updates',
  person: "By people's clicks",
  bulk: 'By bulk jobs',
};

export const READ_CLASS_WORDS: Readonly<Record<SystemStatus['loads'][number]['read_class'], string>> = {
  open: 'Open on a screen',
  urgent: 'New, late or near a stop',
  exception: 'Needs attention',
  calm: 'All others',
};

export const DEPENDENCY_WORDS: Readonly<Record<SystemStatus['dependencies'][number]['name'], string>> = {
  identity_provider: 'Identity provider',
  tracking_service: 'Tracking service, at the start',
  mail: 'Mail server',
  certificate: 'Certificate at PUBLIC_URL',
};

/** A lease that a newer server has added is shown verbatim. */
const LEASE_WORDS: Readonly<Record<string, string>> = {
  reader: 'updates the board',
  outgoing_events: 'creates outgoing events',
  retention: 'deletes old data',
};

export function leasesText(leases: readonly string[]): string {
  const text = leases.map((lease) => LEASE_WORDS[lease] ?? lease).join(', ');
  return text === '' ? 'Nothing' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** `12 done, 1 failed` */
export const countsText = (counts: SystemStatus['incoming']['counts']): string =>
  counts.map(({ state, count }) => `${numberText(count)} ${state.replaceAll('_', ' ')}`).join(', ') || 'None';
