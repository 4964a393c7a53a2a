import { Button } from '@mantine/core';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import type { BoardLoad, Leaving } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import type { SentLoad } from '@waypost/contract/api/posted-loads';
import { isDelivered } from '@waypost/triage/cause';
import { factsOf, type LoadFacts } from '@waypost/triage/facts';
import type { Cause } from '@waypost/triage/score';
import { useRef } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { useFacts, useLive, useNow } from '../../live/context.ts';
import { destinationZone, evidenceText } from '../../live/outcome-words.ts';
import { vinProblem } from '../../live/truck.ts';
import { useLoadPosting, useSentLoad } from '../../live/use-posted-load.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { type ShortcutHelp, useShortcuts } from '../../ui/keys.ts';
import shared from '../../ui/shared.module.css';
import { agoText, dockTime } from '../../ui/time.ts';
import { CALL_CARRIER, callPopover } from './call/call.ts';
import { type Action, actionWords, OWNER_WORD } from './cause-words.ts';
import { useEndOfAccess } from './end-of-access.ts';
import { useSentence, whyLost } from './explain.ts';
import { LoadGlance } from './LoadGlance.tsx';
import classes from './LoadPanel.module.css';
import { meaningOf } from './meaning.ts';
import { pingIntervalText } from './TruckSections.tsx';

interface StateSectionProps {
  readonly load: BoardLoad;
  readonly onAction: (load_id: string, action: Action) => void;
}

export function StateSection({ load, onAction }: StateSectionProps) {
  const { clock } = useLive();
  // The board's facts, or our own for a load that is not on the board (yet).
  const facts = useFacts(load.load_id) ?? factsOf(load, { now: clock.now(), outage: false });
  return (
    <div style={{ padding: '0 16px 12px' }}>
      <HealthBadge health={facts.health} raw={load.tracking_health} size="md" />
      {/* For a truck in doubt, a recent position says nothing about the load. */}
      {facts.health !== 'check' && (
        <p className={shared.secondary} style={{ margin: '4px 0 8px' }}>
          {meaningOf(load)}
        </p>
      )}
      <LoadGlance load={load} />
      <CauseLines load={load} facts={facts} onAction={onAction} />
      {(withoutTruck(load) || load.vehicle_assignment?.agreement === 'disagree') && (
        <Identifiers key={load.load_id} load={load} />
      )}
      {load.leaving && <LeavingLine load={load} leaving={load.leaving} />}
    </div>
  );
}

const withoutTruck = ({ tracking_health }: BoardLoad) => tracking_health === 'unassigned';

/** The panel has their message with the evidence (EvidenceSection), and one is enough. */
const WITH_EVIDENCE: ReadonlySet<string> = new Set(['disagree', 'vehicle_changed'] satisfies Cause[]);

function CauseLines({ load, facts, onAction }: StateSectionProps & { readonly facts: LoadFacts }) {
  const { what, why: usual_why, owner, action: usual } = useSentence(load, facts, true);
  const action = usual?.kind === 'message' && WITH_EVIDENCE.has(facts.cause) ? null : usual;
  const lost = facts.cause === 'truck_lost';
  const ended = useEndOfAccess(lost ? load : { lost_truck: null, fleet: null });
  const why = useNow((now) => (ended && load.lost_truck ? whyLost(load.lost_truck, now, ended) : usual_why));
  const silent = facts.cause === 'stale' || facts.cause === 'stale_driving';
  // Who has to fix it is called: the message is for whom nobody reaches.
  const calls = facts.attention && (owner === 'carrier' || owner === 'fleet');
  const call = <CallButton load={load} variant={calls ? 'filled' : 'default'} />;
  const ping_interval = useNow((now) => (silent ? (pingIntervalText(load, now)?.text ?? null) : null));
  return (
    <div className={classes.cause}>
      <p className={shared.strongText}>{what}</p>
      <p className={shared.plain}>{ping_interval === null ? why : `${why} Pings: ${ping_interval}.`}</p>
      {load.read_error && (
        <p className={shared.plain}>The tracking service reported: {load.read_error.message}</p>
      )}
      <div className={classes.act}>
        <span className={`${shared.secondary} ${classes.owner}`}>{OWNER_WORD[owner]}</span>
        {(facts.cause === 'not_shared' || facts.cause === 'unmatched' || lost) && (
          <LinkButton
            to="/agreements"
            // Of a known fleet the page opens the agreement.
            search={load.fleet ? { load: load.load_id } : {}}
            variant={lost ? 'filled' : undefined}
          >
            {load.fleet ? 'Open the agreement' : 'Check agreements'}
          </LinkButton>
        )}
        {calls && call}
        {action && (
          <Button
            variant={facts.attention && !calls && !lost ? 'filled' : 'default'}
            onClick={() => onAction(load.load_id, action)}
          >
            {actionWords(action)}
          </Button>
        )}
        {!calls && call}
      </div>
    </div>
  );
}

function LeavingLine({ load, leaving }: { readonly load: BoardLoad; readonly leaving: Leaving }) {
  const { http } = useApi();
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const { busy, attempt } = useAttempt();
  const when = useNow((now) =>
    Date.parse(leaving.at) > now
      ? `at ${dockTime(leaving.at, now, destinationZone(load))}`
      : 'at its next update',
  );
  const why = useNow((now) => evidenceText(leaving, load, now));
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
 * The identifiers sent with a load whose truck is missing or doubtful. Those sent by Waypost are known, and checked; for other loads, a
 * person says whether any were sent, because that decides what to do about a missing truck.
 */
function Identifiers({ load }: { readonly load: BoardLoad }) {
  const { load_id, identifiers_sent } = load;
  const disabledReason = useDisabledReason('manage_loads');
  const { data: sent } = useSentLoad(load_id, identifiers_sent?.at ?? null);
  const { data: posting } = useLoadPosting();
  return (
    <div className={classes.act}>
      {sent?.vehicle ? (
        <SentTruck sent={sent} vehicle={sent.vehicle} />
      ) : (
        withoutTruck(load) && <IdentifiersAnswer load={load} disabledReason={disabledReason} />
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

interface IdentifiersAnswerProps {
  readonly load: BoardLoad;
  readonly disabledReason: string | null;
}

/** For a load posted elsewhere: whether identifiers were sent, according to a person or to an earlier truck of the load. */
function IdentifiersAnswer({ load, disabledReason }: IdentifiersAnswerProps) {
  const { http } = useApi();
  const { store } = useLive();
  const { busy, attempt } = useAttempt();
  const recorded = load.identifiers_sent;
  const source_text = useNow(
    (now) =>
      recorded && `${isolated(recorded.by_name ?? 'from an earlier truck')}, ${agoText(recorded.at, now)}`,
  );
  const save = (sent: boolean) =>
    attempt('Not saved', async () => {
      const item = await http.call(BOARD_ROUTES.sayIdentifiers, {
        params: { load_id: load.load_id },
        body: { sent },
      });
      store.apply({ items: [item], removed: [] });
    });
  const answerButton = (sent: boolean, label: string) => (
    <GuardedButton disabledReason={disabledReason} disabled={busy !== false} onClick={() => void save(sent)}>
      {label}
    </GuardedButton>
  );
  if (!recorded)
    return (
      <>
        <span>Were truck identifiers sent with this load?</span>
        <span className={shared.line}>
          {answerButton(true, 'Yes')}
          {answerButton(false, 'No')}
        </span>
      </>
    );
  return (
    <>
      <span>
        {recorded.sent ? 'Identifiers were sent' : 'No identifiers were sent'} ({source_text})
      </span>
      {answerButton(!recorded.sent, recorded.sent ? 'Mark as not sent' : 'Mark as sent')}
    </>
  );
}

const KEYS: ShortcutHelp = [[['p'], 'Call the carrier of the open load']];

interface CallButtonProps {
  readonly load: BoardLoad;
  readonly variant: 'filled' | 'default';
}

/** Opens the call popover of the open load below the button. */
function CallButton({ load: { load_id }, variant }: CallButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const call = () => button.current && callPopover.open(load_id, button.current);
  useShortcuts({ p: call }, KEYS);
  return (
    <Button ref={button} variant={variant} onClick={call}>
      {CALL_CARRIER}
    </Button>
  );
}
