/** Foot of the list: how much is shown, the way out of a filter, how all this is known, as of when, and whose times these are. */
import type { OnboardingSources } from '@waypost/contract/api/invitations';
import { useTold } from '../../live/context.ts';
import { useReadAgo, useZoneName } from '../../live/read-ago.ts';
import { ClearText, FootEnd, FootSource, ListFoot, NotOnPhone, shownText } from '../../ui/ListFoot.tsx';
import { agoText, personZone } from '../../ui/time.ts';

export interface InvitationsFootProps {
  readonly shown: number;
  readonly total: number;
  readonly filtered: boolean;
  readonly sources: OnboardingSources;
  /** Unix milliseconds of this computer's clock. */
  readonly read_at: number;
  readonly onClear: () => void;
}

export function InvitationsFoot({ shown, total, filtered, sources, read_at, onClear }: InvitationsFootProps) {
  const zone = useZoneName();
  const known = useTold((now) => sourcesText(sources, now));
  const read = useReadAgo(read_at);
  return (
    <ListFoot slim>
      <span>{shownText(shown, total, filtered, ['invitation', 'invitations'])}</span>
      {filtered && <ClearText onClear={onClear} />}
      <FootSource text={known} />
      <FootEnd title={`List read ${read}, kept by events · ${personZone()}`}>
        <NotOnPhone>List read {read} · </NotOnPhone>Times {zone}
      </FootEnd>
    </ListFoot>
  );
}

const EVENTS: Readonly<Record<OnboardingSources['events'], string>> = {
  active: 'Events come from the service',
  pending: 'The subscription to events is on its way',
  by_hand: 'Events come once the address is registered by hand',
  none: 'No subscription to events yet',
};

/** How invitations come to be known here. Both ways are optional (assumed), so it says which there are. */
export function sourcesText(
  { events, reads, read_problem, last_read_at }: OnboardingSources,
  now: number,
): string {
  if (read_problem !== null) return `${EVENTS[events]}; the last read failed: ${read_problem}`;
  if (reads === 'no') return `${EVENTS[events]}; the service offers no read`;
  return last_read_at === null
    ? EVENTS[events]
    : `${EVENTS[events]}; read from the service ${agoText(last_read_at, now)}`;
}
