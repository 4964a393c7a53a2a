import { useNavigate } from '@tanstack/react-router';
import type { FleetDetail } from '@waypost/contract/api/contacts';
import { type ReactNode, useMemo } from 'react';
import { asProblem } from '../../api/problem.ts';
import { isNotFound, QueryState } from '../../api/QueryState.tsx';
import { PositionAge } from '../../live/Age.tsx';
import { useFacts, useLive, useLoad, useLoaded, useNow } from '../../live/context.ts';
import { healthText } from '../../live/fleet-words.ts';
import { fleetName } from '../../live/fleets.ts';
import { shortLoadName } from '../../live/load-words.ts';
import { worstLoadsFirst } from '../../live/view.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import type { HealthKey } from '../../ui/health.ts';
import { IdFact } from '../../ui/MonoId.tsx';
import { ScrollRegion } from '../../ui/page-frame.tsx';
import { Primary, Secondary } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { arrayRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import { Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { placeText } from '../../ui/units.ts';
import { ContactsSection } from './ContactsSection.tsx';
import classes from './Fleets.module.css';
import type { NextStepOf } from './FleetsView.tsx';
import { loadsText, useFleet, useFleets } from './use-fleets.ts';

interface FleetViewProps {
  readonly fleet_id: string;
  /** Lines worded by the features that own agreements, connections and invitations. */
  readonly lines: {
    readonly agreement: (agreement: FleetDetail['agreements'][number]) => ReactNode;
    /** @param all connections of the fleet: what is to do about one depends on the others */
    readonly connection: (
      connection: FleetDetail['connections'][number],
      all: FleetDetail['connections'],
    ) => ReactNode;
    readonly invitation: (invitation: FleetDetail['invitations'][number]) => ReactNode;
  };
  readonly nextStep: NextStepOf;
  /** What is wrong with a load, in words. */
  readonly causeText: (cause: string) => string;
  readonly frame: (parts: { title: string; children: ReactNode }) => ReactNode;
}

export function FleetView({ fleet_id, lines, nextStep, causeText, frame }: FleetViewProps) {
  const query = useFleet(fleet_id);
  const { data: fleet, error } = query;
  if (!fleet)
    return frame({
      title: 'Fleet',
      children:
        error && isNotFound(asProblem(error)) ? (
          <EmptyState title="Fleet not found" action={<LinkButton to="/fleets">All fleets</LinkButton>}>
            It shares nothing with you, carries no watched load, and has no contacts.
          </EmptyState>
        ) : (
          <QueryState query={query} label="Loading the fleet" />
        ),
    });
  const { agreements, connections, invitations } = fleet;
  return frame({
    title: fleetName(fleet),
    children: (
      <div className={classes.page}>
        <ScrollRegion label="Fleet" className={classes.column}>
          <QueryState query={query} label="Loading the fleet" />
          {fleet.read_problem !== null && (
            <p className={shared.small} style={{ padding: '8px 16px' }} role="status">
              Not up to date: {fleet.read_problem}
            </p>
          )}
          <NextStep fleet_id={fleet_id} nextStep={nextStep} />
          <ContactsSection fleet={fleet} contacts={fleet.contacts} />
          <Part title="Agreements" none="No known agreement with this fleet.">
            {agreements.map((agreement) => (
              <li key={agreement.id}>{lines.agreement(agreement)}</li>
            ))}
          </Part>
          <Part title="Connections" none="No known connection for this fleet.">
            {connections.map((connection) => (
              <li key={connection.id}>{lines.connection(connection, connections)}</li>
            ))}
          </Part>
          <Part title="Invitations" none="Not invited through Waypost.">
            {invitations.map((invitation) => (
              <li key={invitation.key}>{lines.invitation(invitation)}</li>
            ))}
          </Part>
          <Section title="Names" level={2}>
            <Facts>
              <IdFact name="Reference" value={fleet.fleet_ref} />
              <IdFact name="Fleet ID" value={fleet.fleet_id} />
            </Facts>
          </Section>
        </ScrollRegion>
        <Loads fleet={fleet} causeText={causeText} />
      </div>
    ),
  });
}

interface NextStepProps extends Pick<FleetViewProps, 'nextStep'> {
  readonly fleet_id: string;
}

/** The step that the list of fleets names, with the loads that are the reason. */
function NextStep({ fleet_id, nextStep }: NextStepProps) {
  const { data: fleets } = useFleets();
  const fleet = fleets?.items.find((one) => one.fleet_id === fleet_id);
  const text = useNow((now) => (fleet === undefined ? null : nextStep(fleet, now).text));
  if (fleet === undefined || text === null) return null;
  const reasons = healthText({ ...fleet.loads_by_health, live: 0 });
  return (
    <Section title="Next step" level={2}>
      <p className={shared.plain}>
        <strong>{text}</strong>
      </p>
      {reasons !== '' && <p className={shared.note}>Its loads: {reasons}.</p>}
    </Section>
  );
}

interface PartProps {
  readonly title: string;
  readonly none: string;
  readonly children: readonly ReactNode[];
}

function Part({ title, none, children }: PartProps) {
  return (
    <Section title={title} level={2}>
      {children.length === 0 ? (
        <p className={shared.note}>{none}</p>
      ) : (
        <ul className={classes.lines}>{children}</ul>
      )}
    </Section>
  );
}

const GRID_ID = 'fleet-loads';
const self = (load_id: string) => load_id;

interface LoadsProps extends Pick<FleetViewProps, 'causeText'> {
  readonly fleet: FleetDetail;
}

function Loads({ fleet, causeText }: LoadsProps) {
  const live = useLive();
  const { store } = live;
  const navigate = useNavigate();
  const { load_ids, loads_of_unknown_fleet } = fleet;
  /** Number of loads per health, as text so that it renders only when it differs. */
  const counts = useNow(() => {
    const by_health: Partial<Record<HealthKey, number>> = {};
    for (const id of load_ids) {
      const health = store.facts(id)?.health;
      if (health) by_health[health] = (by_health[health] ?? 0) + 1;
    }
    return healthText(by_health);
  });
  const loaded = useLoaded();
  // Worst first as of when both lists were there: rows must not move while somebody reads.
  const rows = useMemo(() => arrayRows(worstLoadsFirst(live, load_ids), self), [load_ids, live, loaded]);
  const columns = useMemo(() => columnsOf(causeText), [causeText]);
  return (
    <section className={classes.loads} aria-label="Watched loads">
      <div className={classes.loadsHead}>
        <h2>Watched loads</h2>
        {load_ids.length === 0 ? 'None' : `${loadsText(load_ids.length)}${counts && `: ${counts}`}`}
        {loads_of_unknown_fleet > 0 &&
          ` · fleet not known yet for ${loadsText(loads_of_unknown_fleet)} on the board`}
      </div>
      {load_ids.length > 0 && (
        <div className={`${shared.fillColumn} ${classes.grid}`}>
          <VirtualGrid
            id={GRID_ID}
            label="Watched loads"
            rows={rows}
            columns={columns}
            rowHeight={48}
            onOpen={(load) => void navigate({ to: '/', search: { load } })}
          />
        </div>
      )}
    </section>
  );
}

const columnsOf = (causeText: FleetViewProps['causeText']): readonly Column<string>[] => [
  { id: 'load', header: 'Load', width: '1fr', cell: (id) => <LoadName load_id={id} /> },
  {
    id: 'health',
    header: 'Tracking',
    width: 176,
    cell: (id) => <Health load_id={id} causeText={causeText} />,
  },
  { id: 'where', header: 'Where', width: '1.2fr', visibleFrom: 480, cell: (id) => <Where load_id={id} /> },
  {
    id: 'age',
    header: 'Last position',
    width: 104,
    numeric: true,
    cell: (id) => <LastPosition load_id={id} />,
  },
];

interface CellProps {
  readonly load_id: string;
}

function LoadName({ load_id }: CellProps) {
  const load = useLoad(load_id);
  const name = load?.load_ref ?? load_id;
  const vehicle = load?.vehicle_assignment?.vehicle;
  const truck = vehicle?.vehicle_name ?? vehicle?.license_plate_number ?? vehicle?.vin;
  return (
    <>
      <Primary title={name}>{shortLoadName({ load_ref: load?.load_ref ?? null, load_id })}</Primary>
      {truck && <Secondary title={truck}>{truck}</Secondary>}
    </>
  );
}

/** With the cause where the load needs somebody for another reason than its health alone. */
function Health({ load_id, causeText }: CellProps & Pick<FleetViewProps, 'causeText'>) {
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts) return null;
  const cause = facts.attention && facts.cause !== facts.health ? causeText(facts.cause) : null;
  return (
    <>
      <HealthBadge health={facts.health} raw={load.tracking_health} />
      {cause !== null && <Secondary title={cause}>{cause}</Secondary>}
    </>
  );
}

function Where({ load_id }: CellProps) {
  const place = useLoad(load_id)?.place;
  const text = place ? placeText(place) : '';
  return <Secondary title={text}>{text}</Secondary>;
}

function LastPosition({ load_id }: CellProps) {
  const load = useLoad(load_id);
  return load?.last_position ? <PositionAge load={load} /> : <Secondary>none</Secondary>;
}
