import { getRouteApi, Link } from '@tanstack/react-router';
import type { FleetDetail, FleetSummary } from '@waypost/contract/api/contacts';
import { stageLabel } from '@waypost/contract/api/invitation-stage';
import { WithQueries } from '../api/queries.tsx';
import {
  connectionWord,
  lastData,
  nextAction,
  OWNER_WORD,
  providerName,
} from '../features/agreements/connection-state.ts';
import { DAY_MS, dayText, kindOf, stateText } from '../features/agreements/state.ts';
import { FleetsView, type FleetsViewProps } from '../features/fleets/FleetsView.tsx';
import { FleetView } from '../features/fleets/FleetView.tsx';
import { causeText } from '../features/loads/cause-words.ts';
import { Age } from '../live/Age.tsx';
import { useNow } from '../live/context.ts';
import { Secondary } from '../ui/resource-list/cells.tsx';
import { countText, plural } from '../ui/units.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/fleets/$fleet_id');

export function FleetPage() {
  const { fleet_id } = route.useParams();
  return (
    <WithQueries>
      <FleetView
        key={fleet_id}
        fleet_id={fleet_id}
        lines={LINES}
        nextStep={fleetNextStep}
        causeText={causeText}
        frame={({ title, children }) => (
          <PageFrame title={title} above={<Link to="/fleets">Fleets</Link>}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}

type Agreement = FleetDetail['agreements'][number];
type Connection = FleetDetail['connections'][number];
type Invitation = FleetDetail['invitations'][number];

const LINES = {
  agreement: (agreement: Agreement) => <AgreementLine agreement={agreement} />,
  connection: (connection: Connection, all: FleetDetail['connections']) => (
    <ConnectionLine connection={connection} all={all} />
  ),
  invitation: (invitation: Invitation) => <InvitationLine invitation={invitation} />,
};

function AgreementLine({ agreement }: { readonly agreement: Agreement }) {
  const text = useNow((now) => stateText(agreement, now));
  return (
    <Link to="/agreements" search={{ agreement: agreement.id }}>
      {text}
    </Link>
  );
}

interface ConnectionLineProps {
  readonly connection: Connection;
  readonly all: FleetDetail['connections'];
}

function ConnectionLine({ connection, all }: ConnectionLineProps) {
  const data = lastData(connection);
  const { owner, what } = nextAction(connection, all);
  return (
    <>
      <Link to="/agreements" search={{ tab: 'connections' }}>
        {providerName(connection)}
      </Link>
      : {connectionWord(connection)}
      {data && (
        <>
          , last data <Age at={data.at} ago />
        </>
      )}
      {owner !== 'none' && <Secondary strong>{`${OWNER_WORD[owner]}: ${what}`}</Secondary>}
    </>
  );
}

function InvitationLine({ invitation }: { readonly invitation: Invitation }) {
  const label = useNow((now) => stageLabel(invitation, now));
  return (
    <>
      <Link to="/invitations" search={{ invitation: invitation.key }}>
        {label}
      </Link>
      {invitation.created_at && (
        <>
          , created <Age at={invitation.created_at} ago />
        </>
      )}
    </>
  );
}

export function FleetsPage(props: Omit<FleetsViewProps, 'agreementText' | 'nextStep'>) {
  return <FleetsView {...props} agreementText={stateText} nextStep={fleetNextStep} />;
}

interface FleetNextStep {
  /** Higher is worse; 0: nothing to do. */
  readonly rank: number;
  /** `On us: extend access, which ends tomorrow`; null: nothing to do. */
  readonly text: string | null;
}

const ENDS_SOON_MS = 3 * DAY_MS;
/** Healths of loads without usable positions. */
const TROUBLED = ['check', 'not_shared', 'no_signal', 'stale'] as const;
/** So that more loads never outrank more troubled ones, and these never a worse reason. */
const [MAX_LOADS, MAX_TROUBLED] = [1_000, 10_000];

export function fleetNextStep(fleet: FleetSummary, now: number): FleetNextStep {
  const { agreement, connections, contacts, loads_by_health } = fleet;
  const loads = Object.values(loads_by_health).reduce((sum, count) => sum + count, 0);
  const troubled = TROUBLED.reduce((sum, health) => sum + (loads_by_health[health] ?? 0), 0);
  const step = (level: number, owner: keyof typeof OWNER_WORD, what: string): FleetNextStep => ({
    rank:
      (level * MAX_TROUBLED + Math.min(troubled, MAX_TROUBLED - 1)) * MAX_LOADS +
      Math.min(loads, MAX_LOADS - 1),
    text: `${OWNER_WORD[owner]}: ${what}`,
  });
  const kind = agreement && kindOf(agreement, now);
  const ends = agreement?.expiration_date ? Date.parse(agreement.expiration_date) : null;
  if (loads > 0 && agreement !== null) {
    if (kind === 'ended' && ends !== null)
      return step(6, 'us', `extend access, which ended ${dayText(ends, now)}`);
    if (kind === 'never') return step(6, 'us', 'correct the access dates');
    if (kind === 'over') return step(6, 'us', 'invite the fleet again');
    if (kind === 'paused') return step(6, 'fleet', 'resume sharing');
    if (kind === 'active' && ends !== null && ends - now < ENDS_SOON_MS)
      return step(4, 'us', `extend access, which ends ${dayText(ends, now)}`);
  }
  const actions = connections.map((one) => nextAction(one, connections));
  const action =
    actions.find(({ owner }) => owner === 'fleet') ?? actions.find(({ owner }) => owner === 'us');
  const toDo = action && `${action.what.charAt(0).toLowerCase()}${action.what.slice(1)}`;
  if (toDo && action.owner === 'fleet') return step(5, 'fleet', toDo);
  const not_shared = loads_by_health.not_shared ?? 0;
  if (not_shared > troubled / 2)
    return step(
      3,
      'us',
      `invite again with location, which ${countText(not_shared, 'load')} ${plural(not_shared, 'lacks', 'lack')}`,
    );
  if (troubled > 0)
    return step(3, 'fleet', `call about ${countText(troubled, 'load')} without good positions`);
  if (toDo && action.owner === 'us') return step(2, 'us', toDo);
  if (loads > 0 && contacts === 0) return step(1, 'us', 'add a contact');
  return { rank: 0, text: null };
}
