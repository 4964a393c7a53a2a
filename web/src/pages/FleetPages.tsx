import { getRouteApi, Link } from '@tanstack/react-router';
import type { FleetDetail } from '@waypost/contract/api/contacts';
import { stageLabel } from '@waypost/contract/api/invitation-stage';
import { WithQueries } from '../api/queries.tsx';
import {
  connectionWord,
  lastData,
  nextAction,
  OWNER_WORD,
  providerName,
} from '../features/agreements/connection-state.ts';
import { stateText } from '../features/agreements/state.ts';
import { FleetsView, type FleetsViewProps } from '../features/fleets/FleetsView.tsx';
import { FleetView } from '../features/fleets/FleetView.tsx';
import { causeText } from '../features/loads/cause-words.ts';
import { Age } from '../live/Age.tsx';
import { useNow } from '../live/context.ts';
import { Secondary } from '../ui/resource-list/cells.tsx';
import { fleetNextStep } from './fleet-next-step.ts';
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
  return <FleetsView {...props} agreementText={agreementText} nextStep={fleetNextStep} />;
}

const agreementText: FleetsViewProps['agreementText'] = ({ status, effective_date, expiration_date }, now) =>
  stateText({ status, effective_date, expiration_date }, now);
