/** Every fleet that shares with us, carries a watched load or has a contact. */
import { useNavigate } from '@tanstack/react-router';
import type { FleetSummary } from '@waypost/contract/api/contacts';
import { useMemo, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { useNow } from '../../live/context.ts';
import { healthText } from '../../live/fleet-words.ts';
import { fleetName } from '../../live/fleets.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBuilding, IconUpload } from '../../ui/icons.ts';
import { Primary, Secondary, TwoLines } from '../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../ui/resource-list/columns.ts';
import { natural, type SortKey, sortOrder, sortRows } from '../../ui/resource-list/query.ts';
import { hasWords, wordsOf } from '../../ui/resource-list/words.ts';
import { countText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { ImportContacts } from './ImportContacts.tsx';
import type { FleetsSearch } from './search.ts';
import { loadCount, loadsText, useFleets } from './use-fleets.ts';

type Agreement = NonNullable<FleetSummary['agreement']>;

export interface FleetsViewProps {
  readonly search: FleetsSearch;
  readonly onSearch: (change: Partial<FleetsSearch>, replace?: boolean) => void;
  readonly agreementText: (agreement: Agreement, now: number) => string;
  /** What to do next, and how urgent that is: higher is worse, 0 means nothing. */
  readonly nextStep: NextStepOf;
}

export type NextStepOf = (
  fleet: FleetSummary,
  now: number,
) => { readonly rank: number; readonly text: string | null };

const idOf = ({ fleet_id }: FleetSummary) => fleet_id;

type FleetSort = 'worst' | 'name' | 'loads' | 'contacts';
const sortKeys = (
  nextStep: NextStepOf,
  now: number,
): Readonly<Record<FleetSort, (fleet: FleetSummary) => SortKey>> => ({
  worst: (fleet) => -nextStep(fleet, now).rank,
  name: (fleet) => natural(fleetName(fleet)),
  loads: loadCount,
  contacts: ({ contacts }) => contacts,
});
const byName = (a: FleetSummary, b: FleetSummary) =>
  fleetName(a).localeCompare(fleetName(b), 'en', { numeric: true });

function matching(fleets: readonly FleetSummary[], q: string | undefined): readonly FleetSummary[] {
  const words = wordsOf(q);
  return fleets.filter(({ fleet_id, fleet_ref, name }) => hasWords([fleet_id, fleet_ref, name], words));
}

/** Ranks change with time alone, too. */
const RANK_MS = 60_000;

export function FleetsView({ search, onSearch, agreementText, nextStep }: FleetsViewProps) {
  const { q, sort } = search;
  const read = useFleets();
  const { data } = read;
  const navigate = useNavigate();
  const disabledReason = useDisabledReason('manage_contacts');
  const phone = useLayout() === 'phone';
  const [importing, setImporting] = useState(false);
  const minute = useNow((now) => Math.floor(now / RANK_MS));
  const keys = useMemo(() => sortKeys(nextStep, minute * RANK_MS), [nextStep, minute]);
  const order = sortOrder(sort, keys, 'worst');
  const rows = useMemo(
    () => data && sortRows(matching(data.items, q), keys[order.by], order.descending, byName),
    [data, q, keys, order.by, order.descending],
  );
  const unknown = data?.loads_of_unknown_fleet ?? 0;
  const columns = useMemo(
    () => columnsOf(agreementText, nextStep, unknown),
    [agreementText, nextStep, unknown],
  );
  const icon = <IconUpload size={16} aria-hidden />;
  return (
    <>
      <ResourceList<FleetSummary, FleetSort>
        right="manage_contacts"
        title="Fleets"
        id="fleet-list"
        words={['fleet', 'fleets']}
        search={search}
        onSearch={onSearch}
        filters={['q']}
        rows={rows}
        all={data?.items}
        keyOf={idOf}
        read={read}
        columns={columns}
        order={{ ...order, default: 'worst' }}
        searchBox={{
          label: 'Search fleets',
          placeholder: 'Name or reference',
          title: 'Search names, references and IDs',
        }}
        empty={
          <EmptyState
            icon={IconBuilding}
            title="No fleets yet"
            action={<LinkButton to="/invitations">Invite a fleet</LinkButton>}
          >
            <p>
              A fleet appears here when it accepts an invitation or one of its trucks carries a watched load.
            </p>
          </EmptyState>
        }
        noMatch="Search covers names, references and IDs."
        onSelect={(fleet_id) => {
          if (fleet_id !== undefined) void navigate({ to: '/fleets/$fleet_id', params: { fleet_id } });
        }}
        refresh={{ busy: read.isFetching, run: () => void read.refetch() }}
        csv={{ columns: csvColumns(nextStep) }}
        actions={
          <GuardedButton
            disabledReason={disabledReason}
            leftSection={phone ? null : icon}
            aria-label="Import contacts"
            onClick={() => setImporting(true)}
          >
            {phone ? icon : 'Import contacts'}
          </GuardedButton>
        }
        foot={{
          problem: data?.read_problem ?? null,
          source: unknown > 0 ? `Fleet not known yet for ${loadsText(unknown)}` : undefined,
          again: 'updates every minute',
          follows_service: true,
        }}
      />
      <ImportContacts opened={importing} fleet={null} onClose={() => setImporting(false)} />
    </>
  );
}

function Name({ fleet }: { readonly fleet: FleetSummary }) {
  const title = fleetName(fleet);
  return (
    <>
      <Primary title={title}>{title}</Primary>
      {fleet.fleet_ref !== null && fleet.fleet_ref !== title && <Secondary>{fleet.fleet_ref}</Secondary>}
    </>
  );
}

const healthsOf = ({ loads_by_health }: FleetSummary) => healthText(loads_by_health);
const contactsText = ({ contacts }: FleetSummary) =>
  contacts === 0 ? 'No contacts' : countText(contacts, 'contact');

interface TextOfNowProps {
  readonly textAt: (now: number) => string | null;
  readonly none: string;
}

function TextOfNow({ textAt, none }: TextOfNowProps) {
  const text = useNow(textAt);
  return text === null ? <Secondary>{none}</Secondary> : <TwoLines title={text}>{text}</TwoLines>;
}

/** @param unknown number of watched loads whose fleet is unknown: they may be any fleet's */
function columnsOf(
  agreementText: FleetsViewProps['agreementText'],
  nextStep: NextStepOf,
  unknown: number,
): readonly Column<FleetSummary, FleetSort>[] {
  return [
    {
      id: 'name',
      header: 'Fleet',
      width: '1.4fr',
      sort: 'name',
      card: 'title',
      cell: (fleet) => <Name fleet={fleet} />,
    },
    {
      id: 'loads',
      header: 'Watched loads',
      width: '1.4fr',
      sort: 'loads',
      descendingFirst: true,
      card: 'line',
      cell: (fleet) =>
        loadCount(fleet) === 0 ? (
          <Secondary>{unknown > 0 ? 'Not known yet' : 'No loads'}</Secondary>
        ) : (
          <>
            <div>{loadsText(loadCount(fleet))}</div>
            <Secondary title={healthsOf(fleet)}>{healthsOf(fleet)}</Secondary>
          </>
        ),
    },
    {
      id: 'next',
      header: 'Next step',
      width: '1.6fr',
      sort: 'worst',
      visibleFrom: 480,
      card: 'line',
      cell: (fleet) => (
        <TextOfNow
          textAt={(now) => nextStep(fleet, now).text}
          none={loadCount(fleet) > 0 || unknown === 0 ? 'Nothing to do' : 'Not known yet'}
        />
      ),
    },
    {
      id: 'agreement',
      header: 'Agreement',
      width: '1.4fr',
      visibleFrom: 900,
      cell: ({ agreement }) => (
        <TextOfNow textAt={(now) => agreement && agreementText(agreement, now)} none="None known" />
      ),
    },
    {
      id: 'contacts',
      header: 'Contacts',
      width: 104,
      sort: 'contacts',
      descendingFirst: true,
      card: 'side',
      cell: (fleet) =>
        fleet.contacts === 0 ? <Secondary>{contactsText(fleet)}</Secondary> : contactsText(fleet),
    },
  ];
}

const csvColumns = (nextStep: NextStepOf): readonly CsvColumn<FleetSummary>[] => [
  ['fleet_id', ({ fleet_id }) => fleet_id],
  ['fleet_ref', ({ fleet_ref }) => fleet_ref],
  ['name', ({ name }) => name],
  ['loads', loadCount],
  ['loads_by_health', healthsOf],
  ['agreement_status', ({ agreement }) => agreement?.status ?? null],
  ['agreement_expires', ({ agreement }) => agreement?.expiration_date ?? null],
  ['contacts', ({ contacts }) => contacts],
  ['next_step', (fleet, now) => nextStep(fleet, now).text],
];
