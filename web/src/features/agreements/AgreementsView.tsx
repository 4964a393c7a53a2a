import { Button, Group } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { beginDraft } from '../../live/form/draft.ts';
import { namedText } from '../../live/pick-acts/pick-acts.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconFileCheck,
  IconHelpCircle,
  IconPlugConnected,
} from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { ListWithPanel } from '../../ui/resource-list/ListLayout.tsx';
import shared from '../../ui/shared.module.css';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { countText, plural } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { AgreementPanel } from './AgreementPanel.tsx';
import classes from './agreements.module.css';
import { CSV_COLUMNS, columnsOf } from './columns.tsx';
import { CONNECTION_CSV, ConnectionDialog, connectionColumns } from './connections.tsx';
import { draftOf } from './dates.ts';
import { useAgreementActs } from './pick-acts.ts';
import { type AgreementRow, type ConnectionRow, connectionRows, select, sortOf } from './query.ts';
import { AGREEMENT_SHOWS, type AgreementShow, type AgreementsSearch } from './search.ts';
import { dayText, expiryRiskText, extensionOf } from './state.ts';
import {
  useAgreementOfLoad,
  useAgreements,
  useConnections,
  useDrafts,
  useMinute,
  useStreamRefresh,
} from './use-agreements.ts';
import { fleetName } from './words.ts';

const PANEL_ID = 'agreements-part';
const GRID_ID = 'agreement-list';
const NONE: readonly never[] = [];

const SHOW_WORD: Readonly<Record<AgreementShow, string>> = {
  attention: 'Ends too soon',
  active: 'Active',
  scheduled: 'Starts later',
  ended: 'Access ended',
  off: 'Paused or cancelled',
  no_location: 'No locations',
};

const NO_MATCH_TEXT: Readonly<Record<AgreementShow, string>> = {
  attention: 'Every agreement covers the loads and monitors that need it.',
  active: 'No agreement gives access right now.',
  scheduled: 'No agreement starts later.',
  ended: 'No active agreement is past its access dates.',
  off: 'No agreement is paused, cancelled, deleted or expired.',
  no_location: 'Every agreement in effect shares locations.',
};

const SEARCH_HINT = 'Search covers fleets, IDs, providers, loads and monitors.';
const agreementId = ({ agreement }: AgreementRow) => agreement.id;
const connectionId = ({ connection }: ConnectionRow) => connection.id;
const needsAction = ({ next_action }: ConnectionRow) => next_action.owner !== 'none';

export function AgreementsView({ search, onSearch }: ViewProps<AgreementsSearch>) {
  const { tab, show, q, sort, agreement: opened } = search;
  const in_connections = tab === 'connections';
  const { clock } = useLive();
  useStreamRefresh();
  const list = useAgreements();
  const connections = useConnections(in_connections);
  const now = useMinute();
  const drafts = useDrafts();
  const unsaved = drafts.all();
  /** Where to move the focus in the panel; `n` increases so that the same target can be requested again. */
  const [focus, setFocus] = useState<{ readonly to: 'title' | 'end'; readonly n: number } | null>(null);
  const [toDelete, setToDelete] = useState<ConnectionRow | null>(null);

  const acts = useAgreementActs();
  const { data } = list;
  const items = data?.items ?? NONE;
  const unknown = data?.loads_of_unknown_fleet ?? 0;
  const selected = useMemo(() => select(items, { show, q, sort }, now), [items, show, q, sort, now]);
  const known = connections.data?.items;
  const connection_rows = useMemo(
    () => known && { all: connectionRows(known, items, undefined), found: connectionRows(known, items, q) },
    [known, items, q],
  );
  const to_act = useMemo(
    () =>
      connectionRows(
        items.flatMap((one) => one.connections),
        items,
        undefined,
      ).filter(needsAction).length,
    [items],
  );
  const columns = useMemo(() => columnsOf(now, unsaved, unknown), [now, unsaved, unknown]);
  const connection_columns = useMemo(() => connectionColumns(setToDelete), []);
  const not_found_for = useAgreementOfLoad(search.load, data?.items, (id) =>
    onSearch(
      id === null ? { show: 'no_location', tab: undefined } : { load: undefined, agreement: id },
      true,
    ),
  );

  const focusPanel = (to: 'title' | 'end') => setFocus((before) => ({ to, n: (before?.n ?? 0) + 1 }));
  const open = (id: string, by_key: boolean) => {
    if (by_key) focusPanel('title');
    onSearch({ agreement: id, load: undefined });
  };
  const close = () => {
    setFocus(null);
    onSearch({ agreement: undefined });
    document.getElementById(GRID_ID)?.focus();
  };
  const extend = (id: string) => {
    const agreement = items.find((item) => item.id === id);
    if (!agreement) return;
    const base = draftOf(agreement);
    const expiration_date = extensionOf(agreement, clock.now());
    beginDraft(drafts, id, base, { ...base, no_end: false, expiration_date });
    focusPanel('end');
    onSearch({ agreement: id, load: undefined });
  };
  const refresh = () => {
    list.refresh();
    if (in_connections) connections.refresh();
  };

  const layout = (rows: ReactNode, above: ReactNode) => (
    <ListWithPanel
      panelWidth={420}
      panel={
        opened !== undefined && (
          <AgreementPanel
            key={opened}
            id={opened}
            items={items}
            unknown={unknown}
            drafts={drafts}
            focus={focus}
            now={now}
            onExtend={() => extend(opened)}
            onClose={close}
          />
        )
      }
      above={
        <>
          <Tabs
            label="Views"
            panel_id={PANEL_ID}
            value={tab ?? 'agreements'}
            onChange={(key) => onSearch({ tab: key === 'connections' ? key : undefined })}
            tabs={[
              { key: 'agreements', label: 'Agreements', count: data && selected.counts.all },
              { key: 'connections', label: to_act > 0 ? `Connections (${to_act} to act on)` : 'Connections' },
            ]}
          />
          {above}
        </>
      }
    >
      <TabPanel id={PANEL_ID} tab={tab ?? 'agreements'} className={shared.fillColumn}>
        {rows}
      </TabPanel>
      {toDelete && (
        <ConnectionDialog
          connection={toDelete.connection}
          agreement={toDelete.agreement}
          onClose={() => setToDelete(null)}
        />
      )}
    </ListWithPanel>
  );
  const listProps = {
    title: 'Agreements',
    id: GRID_ID,
    search,
    // A filter chosen by hand ends the search for the load's agreement.
    onSearch: (change: Partial<AgreementsSearch>, replace?: boolean) =>
      onSearch('show' in change ? { ...change, load: undefined } : change, replace),
    opens: ['agreement', 'load'],
    refresh: { busy: list.reading || (in_connections && connections.reading), run: refresh },
    layout,
  };

  // Both tabs render the same component in the same place, so that the focus stays on the tab.
  if (in_connections)
    return (
      <ResourceList
        right="manage_onboarding"
        {...listProps}
        words={['connection', 'connections']}
        rows={connection_rows?.found}
        all={connection_rows?.all}
        keyOf={connectionId}
        read={{
          error: connections.error,
          onRetry: refresh,
          readAt: timeOf(connections.data?.read_at),
        }}
        unread={connections.data?.unread}
        columns={connection_columns}
        grows
        filters={['q']}
        searchBox={{
          label: 'Search connections',
          placeholder: 'Fleet or provider',
          title: 'Search fleets, providers, statuses and IDs',
        }}
        empty={
          <EmptyList
            what="connections"
            offered={connections.data?.known}
            problem={connections.data?.read_problem ?? null}
            onRetry={connections.refresh}
          />
        }
        noMatch={SEARCH_HINT}
        selected={null}
        onSelect={(id, by_key) => {
          const row = connection_rows?.found.find((one) => connectionId(one) === id);
          if (row?.agreement) open(row.agreement.id, by_key);
        }}
        shortcuts={{ run: { Escape: () => opened !== undefined && close() }, words: NONE }}
        csv={{ columns: CONNECTION_CSV }}
        foot={{ problem: connections.data?.read_problem ?? null }}
      />
    );
  return (
    <ResourceList
      {...listProps}
      words={['agreement', 'agreements']}
      rows={data && selected.rows}
      all={data && selected.all}
      keyOf={agreementId}
      read={{ error: list.error, onRetry: refresh, readAt: timeOf(data?.read_at) }}
      unread={data?.unread.agreements}
      columns={columns}
      grows
      order={{ ...sortOf(sort), default: 'worst' }}
      searchBox={{
        label: 'Search agreements',
        placeholder: 'Fleet, load, provider',
        title: 'Search fleets, IDs, shared data, providers, loads and monitors',
      }}
      above={
        <>
          {data && selected.counts.all > 0 && show !== 'attention' && (
            <ExpiryRiskSection
              atRisk={selected.atRisk}
              lasting={
                selected.counts.active - selected.atRisk.filter(({ kind }) => kind === 'active').length
              }
              unknown={unknown}
              now={now}
              onExtend={extend}
              onOpen={(id) => open(id, true)}
              onAll={() => onSearch({ show: 'attention' })}
            />
          )}
          {not_found_for !== null && (
            <Banner tone="wait" title="This load's fleet is unknown.">
              The tracking service has not said which fleet this truck belongs to. It may be one of these:
              their agreements share trucks without locations.
            </Banner>
          )}
        </>
      }
      chips={{
        label: 'Filter agreements',
        chips: AGREEMENT_SHOWS.map((key) => ({
          key,
          word: SHOW_WORD[key],
          count: data ? selected.counts[key] : null,
        })),
      }}
      empty={
        <EmptyList
          what="agreements"
          offered={data?.lists.agreements}
          problem={data?.read_problem ?? null}
          onRetry={list.refresh}
        />
      }
      noMatch={show ? NO_MATCH_TEXT[show] : SEARCH_HINT}
      onSelect={(id, by_key) => (id === undefined ? close() : open(id, by_key))}
      acts={acts}
      csv={{ columns: CSV_COLUMNS }}
      foot={{ problem: data?.read_problem ?? null }}
    />
  );
}

const timeOf = (at: string | null | undefined) => (at ? Date.parse(at) : null);

interface EmptyListProps {
  readonly what: 'agreements' | 'connections';
  /** Whether the service offers the list. */
  readonly offered: 'yes' | 'no' | 'unknown' | undefined;
  readonly problem: string | null;
  readonly onRetry: () => void;
}

const NO_LIST = {
  agreements:
    'It has nothing at the address that Waypost uses. Your Waypost administrator can set the right one (SERVICE_ASSUMPTIONS).',
  connections: 'Their data still shows on the board.',
} as const;
const NONE_YET = {
  agreements:
    'When a fleet accepts an invitation, a share agreement starts. Its trucks then show on the board until access ends.',
  connections: 'A fleet connects its telematics provider when it accepts an invitation.',
} as const;

function EmptyList({ what, offered, problem, onRetry }: EmptyListProps) {
  if (problem !== null)
    return (
      <EmptyState
        role="alert"
        title={`Couldn't load ${what}`}
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <p>{problem}.</p>
      </EmptyState>
    );
  const Icon = what === 'agreements' ? IconFileCheck : IconPlugConnected;
  const none = offered === 'no';
  return (
    <EmptyState icon={Icon} title={none ? `The tracking service has no list of ${what}` : `No ${what} yet`}>
      <p>{(none ? NO_LIST : NONE_YET)[what]}</p>
    </EmptyState>
  );
}

/** Agreements that end before they are no longer needed, soonest first, each with an Extend button; one line if there are none. */
interface ExpiryRiskSectionProps {
  readonly atRisk: readonly AgreementRow[];
  readonly lasting: number;
  /** Number of watched loads whose fleet is unknown. */
  readonly unknown: number;
  readonly now: number;
  readonly onExtend: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onAll: () => void;
}

/** Keeps the list below in view. */
const MAX_SHOWN = { desk: 3, phone: 1 } as const;
const MAX_NAMES = 4;

function ExpiryRiskSection(props: ExpiryRiskSectionProps) {
  const { atRisk, lasting, unknown, now, onExtend, onOpen, onAll } = props;
  const disabledReason = useDisabledReason('manage_onboarding');
  const max_shown = useLayout() === 'phone' ? MAX_SHOWN.phone : MAX_SHOWN.desk;
  const doubt =
    unknown > 0
      ? ` ${countText(unknown, 'watched load')} may depend on any of these: we don't know the fleet of ${plural(unknown, 'its truck', 'their trucks')}.`
      : '';
  if (atRisk.length === 0) {
    const Icon = doubt === '' ? IconCircleCheck : IconHelpCircle;
    return (
      <Group gap={8} wrap="nowrap" align="flex-start" px={16} py={8} c="dimmed" className={classes.root}>
        <Icon size={16} aria-hidden style={{ marginTop: 2 }} />
        <span>
          {doubt !== '' && 'As far as known, '}
          {countText(lasting, 'active agreement')} {plural(lasting, 'lasts', 'last')} as long as loads and
          monitors need {plural(lasting, 'it', 'them')}.{doubt}
        </span>
      </Group>
    );
  }
  return (
    <section className={classes.root} aria-label="Agreements that end too soon">
      <ul className={shared.list}>
        {atRisk.slice(0, max_shown).map((row) => (
          <li key={row.agreement.id} className={classes.riskItem}>
            <IconAlertTriangleFilled size={16} aria-hidden />
            <div className={shared.fillWords}>
              <span>
                <button
                  type="button"
                  className={`${shared.quietLink} ${shared.strong}`}
                  onClick={() => onOpen(row.agreement.id)}
                >
                  {fleetName(row.agreement)}
                </button>
                : {riskText(row, now)}
              </span>
              <span className={shared.smallLine} title={namesAtRisk(row).join(', ')}>
                {namedText(namesAtRisk(row), MAX_NAMES)}
              </span>
            </div>
            <GuardedButton
              disabledReason={disabledReason}
              variant="filled"
              aria-label={`Extend the access of ${isolated(fleetName(row.agreement))}`}
              onClick={() => onExtend(row.agreement.id)}
            >
              Extend
            </GuardedButton>
          </li>
        ))}
      </ul>
      {(atRisk.length > max_shown || doubt !== '') && (
        <Group gap="4px 12px" pr={16} pb={8} pl={40} className={shared.small}>
          {atRisk.length > max_shown && (
            <Button size="compact-xs" onClick={onAll}>
              Show all {atRisk.length} that end too soon
            </Button>
          )}
          {doubt && <span>{doubt}</span>}
        </Group>
      )}
    </section>
  );
}

/** `access ends tomorrow, before 2 watched loads deliver` */
function riskText({ agreement: { expiration_date }, risk }: AgreementRow, now: number): string {
  const when = expiration_date ? dayText(expiration_date, now) : '';
  const ends = risk?.kind === 'ended' ? `ended ${when}, and` : `ends ${when},`;
  return `access ${ends} ${risk ? expiryRiskText(risk) : ''}`;
}

function namesAtRisk({ agreement, risk }: AgreementRow): string[] {
  const { load_list, monitor_list } = agreement.dependents;
  const counts = ({ ends_before }: { readonly ends_before: boolean }) =>
    risk?.kind === 'ended' || ends_before;
  return [
    ...load_list.filter(counts).map(({ load_ref, load_id }) => isolated(load_ref ?? load_id.slice(0, 8))),
    ...monitor_list.filter(counts).map(({ name, id }) => `monitor ${name ?? id.slice(0, 8)}`),
  ];
}
