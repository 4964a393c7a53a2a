/**
 * Which identifiers a load was sent with. What Waypost sent itself is known, with what is doubtful in it; of other loads whoever knows it says
 * whether any were sent. What to do about a load without a truck depends on it.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { SentLoad } from '@waypost/contract/api/posted-loads';
import { useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useLive, useNow } from '../../live/context.ts';
import { vinProblem } from '../../live/truck-identifiers.ts';
import { useLoadPosting, useSentLoad } from '../../live/use-posted-load.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { agoText } from '../../ui/time.ts';
import classes from './LoadPanel.module.css';
import { sayIdentifiers } from './watch.ts';

/** Nothing for a load whose truck is right. */
export function Identifiers({ load }: { readonly load: BoardLoad }) {
  const without_truck = load.tracking_health === 'unassigned';
  const doubtful = load.vehicle_assignment?.agreement === 'disagree';
  if (!without_truck && !doubtful) return null;
  return <Known key={load.load_id} load={load} without_truck={without_truck} />;
}

interface KnownProps {
  readonly load: BoardLoad;
  readonly without_truck: boolean;
}

function Known({ load, without_truck }: KnownProps) {
  const { load_id, identifiers_sent } = load;
  const disabledReason = useDisabledReason('manage_loads');
  const { data: sent } = useSentLoad(load_id, identifiers_sent?.at ?? null);
  const { data: posting } = useLoadPosting();
  return (
    <div className={classes.act}>
      {sent?.vehicle ? (
        <SentTruck sent={sent} vehicle={sent.vehicle} />
      ) : (
        without_truck && <Said load={load} disabledReason={disabledReason} />
      )}
      {posting?.correct === 'no' ? (
        <span>The tracking service doesn't take corrections from Waypost. Correct it in your TMS.</span>
      ) : (
        <LinkButton to="/loads/new" search={{ load: load_id }} disabledReason={disabledReason}>
          {identifiers_sent?.sent ? 'Correct identifiers' : 'Send identifiers'}
        </LinkButton>
      )}
    </div>
  );
}

interface SentTruckProps {
  readonly sent: SentLoad;
  readonly vehicle: NonNullable<SentLoad['vehicle']>;
}

function SentTruck({ sent, vehicle }: SentTruckProps) {
  const when = useNow((now) => (sent.sent_at === null ? null : agoText(sent.sent_at, now)));
  const plate = [vehicle.license_plate_number, vehicle.license_plate_region, vehicle.license_plate_country];
  const names = [
    vehicle.vin && `VIN ${isolated(vehicle.vin)}`,
    vehicle.license_plate_number && `plate ${isolated(plate.filter((part) => part).join(' '))}`,
    vehicle.vehicle_id && `vehicle ${vehicle.vehicle_id}`,
  ].filter((name) => name);
  const problem = vehicle.vin ? vinProblem(vehicle.vin) : null;
  return (
    <span>
      Sent: {names.join(', ')} ({isolated(sent.sent_by_name ?? 'Waypost')}, {when}).
      {problem && ` ${problem.sentence}`}
    </span>
  );
}

interface SaidProps {
  readonly load: BoardLoad;
  readonly disabledReason: string | null;
}

/** Of a load that was posted elsewhere: a person's word, or what a truck that it had showed. */
function Said({ load, disabledReason }: SaidProps) {
  const { http } = useApi();
  const { store } = useLive();
  const [busy, setBusy] = useState(false);
  const known = load.identifiers_sent;
  const said = useNow(
    (now) => known && `${isolated(known.by_name ?? 'from an earlier truck')}, ${agoText(known.at, now)}`,
  );
  const say = async (sent: boolean) => {
    setBusy(true);
    await sayIdentifiers(http, store, load.load_id, sent);
    setBusy(false);
  };
  const answer = (sent: boolean, label: string) => (
    <GuardedButton disabledReason={disabledReason} disabled={busy} onClick={() => void say(sent)}>
      {label}
    </GuardedButton>
  );
  if (!known)
    return (
      <>
        <span>Were truck identifiers sent with this load?</span>
        <span className={classes.answers}>
          {answer(true, 'Yes')}
          {answer(false, 'No')}
        </span>
      </>
    );
  return (
    <>
      <span>
        {known.sent ? 'Identifiers were sent' : 'No identifiers were sent'} ({said})
      </span>
      {answer(!known.sent, known.sent ? 'Mark as not sent' : 'Mark as sent')}
    </>
  );
}
