/** How the load is tracked: health with its meaning, then the sentence of the table, who acts, and the one action. */
import { Button } from '@mantine/core';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import type { BoardLoad, Leaving } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import type { SentLoad } from '@waypost/contract/api/posted-loads';
import { isDelivered } from '@waypost/triage/cause';
import { factsOf, type LoadFacts } from '@waypost/triage/facts';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { useFacts, useLive, useNow } from '../../live/context.ts';
import { evidenceText } from '../../live/load-words.ts';
import { vinProblem } from '../../live/truck.ts';
import { useLoadPosting, useSentLoad } from '../../live/use-posted-load.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import shared from '../../ui/shared.module.css';
import { agoText, shortDateTime } from '../../ui/time.ts';
import { type Action, actionWords, OWNER_WORD, useSentence } from './explain.ts';
import classes from './LoadPanel.module.css';
import { meaningOf } from './meaning.ts';
import { rhythmText } from './TruckSections.tsx';

export interface StateSectionProps {
  readonly load: BoardLoad;
  readonly onAction: (load_id: string, action: Action) => void;
}

export function StateSection({ load, onAction }: StateSectionProps) {
  const { clock } = useLive();
  // The board's facts, or our own for a load that the board does not hold (yet).
  const facts = useFacts(load.load_id) ?? factsOf(load, { now: clock.now(), outage: false });
  return (
    <div className={classes.state}>
      <HealthBadge health={facts.health} raw={load.tracking_health} size="md" />
      <p className={`${shared.secondary} ${classes.meaning}`}>{meaningOf(load)}</p>
      <Cause load={load} facts={facts} onAction={onAction} />
      <Identifiers load={load} />
      {load.leaving && <LeavingLine load={load} leaving={load.leaving} />}
    </div>
  );
}

function Cause({ load, facts, onAction }: StateSectionProps & { readonly facts: LoadFacts }) {
  const { what, why, owner, action } = useSentence(load, facts);
  const silent = facts.cause === 'stale' || facts.cause === 'stale_driving';
  const rhythm = useNow((now) => (silent ? (rhythmText(load, now)?.text ?? null) : null));
  return (
    <div className={classes.cause}>
      <p className={shared.strongText}>{what}</p>
      <p className={shared.plain}>{rhythm === null ? why : `${why} Pings: ${rhythm}.`}</p>
      {load.read_error && (
        <p className={shared.plain}>The tracking service reported: {load.read_error.message}</p>
      )}
      <div className={classes.act}>
        <span className={`${shared.secondary} ${classes.owner}`}>{OWNER_WORD[owner]}</span>
        {facts.cause === 'not_shared' && (
          <LinkButton to="/agreements" search={{ load: load.load_id }}>
            Open the agreement
          </LinkButton>
        )}
        {facts.cause === 'unmatched' && <LinkButton to="/agreements">Check agreements</LinkButton>}
        {action && (
          <Button
            variant={facts.attention ? 'filled' : 'default'}
            onClick={() => onAction(load.load_id, action)}
          >
            {actionWords(action)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** It leaves the board by itself: when, why, and how to keep it. */
function LeavingLine({ load, leaving }: { readonly load: BoardLoad; readonly leaving: Leaving }) {
  const { http } = useApi();
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const { busy, attempt } = useAttempt();
  const when = useNow((now) =>
    Date.parse(leaving.at) > now ? `at ${shortDateTime(leaving.at, now)}` : 'at its next update',
  );
  const why = useNow((now) => evidenceText(leaving, now));
  const keep = () =>
    attempt('Not saved', async () => {
      const item = await http.call(ARCHIVE_ROUTES.keepLoad, { params: { load_id: load.load_id } });
      store.apply({ items: [item], removed: [] });
    });
  return (
    <div className={classes.act}>
      <span>
        Moves to the archive {when}. {!isDelivered(leaving) && why}
      </span>
      <GuardedButton disabledReason={disabledReason} disabled={busy !== false} onClick={() => void keep()}>
        Keep on board
      </GuardedButton>
    </div>
  );
}

/**
 * Which identifiers a load was sent with. What Waypost sent itself is known, with what is doubtful in it; of other loads whoever knows it says
 * whether any were sent. What to do about a load without a truck depends on it. Nothing for a load whose truck is right.
 */
function Identifiers({ load }: { readonly load: BoardLoad }) {
  const without_truck = load.tracking_health === 'unassigned';
  const doubtful = load.vehicle_assignment?.agreement === 'disagree';
  if (!without_truck && !doubtful) return null;
  return <Known key={load.load_id} load={load} without_truck={without_truck} />;
}

function Known({ load, without_truck }: { readonly load: BoardLoad; readonly without_truck: boolean }) {
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
  const { busy, attempt } = useAttempt();
  const known = load.identifiers_sent;
  const said = useNow(
    (now) => known && `${isolated(known.by_name ?? 'from an earlier truck')}, ${agoText(known.at, now)}`,
  );
  const say = (sent: boolean) =>
    attempt('Not saved', async () => {
      const item = await http.call(BOARD_ROUTES.sayIdentifiers, {
        params: { load_id: load.load_id },
        body: { sent },
      });
      store.apply({ items: [item], removed: [] });
    });
  const answer = (sent: boolean, label: string) => (
    <GuardedButton disabledReason={disabledReason} disabled={busy !== false} onClick={() => void say(sent)}>
      {label}
    </GuardedButton>
  );
  if (!known)
    return (
      <>
        <span>Were truck identifiers sent with this load?</span>
        <span className={shared.line}>
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
