/** The entities behind the counts: most called, or inactive but still called. Only visible pages are read. */

import { Box } from '@mantine/core';
import { USAGE_ENTITY_SORTS } from '@waypost/contract/api/url-enums';
import type { UsageEntity } from '@waypost/contract/api/usage';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRowPages } from '../../api/row-pages.ts';
import { connectionName, useUserConnections } from '../../live/user-connections.ts';
import { valueText } from '../../ui/chart/words.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { readableName } from '../../ui/readable-name.ts';
import type { Column } from '../../ui/resource-list/columns.ts';
import { pagedRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import shared from '../../ui/shared.module.css';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { fullDateTime, shortDateTime } from '../../ui/time.ts';
import { plural } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { type Scope, selectedRange } from './counts.ts';
import { rangeTitle } from './Report.tsx';
import type { UsageSearch } from './search.ts';
import classes from './UsageView.module.css';

interface EntitiesProps {
  readonly scope: Scope;
  readonly search: UsageSearch;
  readonly onSearch: (change: Partial<UsageSearch>) => void;
}

export const ENTITIES_ID = 'usage-entities';

export function Entities({ scope, search, onSearch }: EntitiesProps) {
  const { entity_type, partner_id, list, sort_by = 'total', sort_order = 'desc' } = search;
  const { http } = useApi();
  const single = selectedRange(scope);
  const question = {
    ...single,
    partner_id,
    entity_type,
    is_active: list === 'inactive' ? 'false' : undefined,
    sort_by,
    sort_order,
  };
  const list_key = JSON.stringify(question);
  const pages = useRowPages({
    keyOf: (page) => queryKeys.usageEntities(list_key, page),
    read: (range, signal) =>
      http.call(USAGE_ROUTES.usageEntities, { query: { ...question, ...range }, signal }),
  });
  const { total = null, state = null } = pages.first ?? {};
  const row = useNamed(pages.row, entity_type === undefined || entity_type === CONNECTION);
  const onSort = (sort: string) => {
    const by = USAGE_ENTITY_SORTS.find((one) => one === sort.replace(/^-/, ''));
    onSearch({
      sort_by: by === 'total' ? undefined : by,
      sort_order: sort.startsWith('-') ? undefined : 'asc',
    });
  };
  return (
    <section id={ENTITIES_ID} tabIndex={-1} className={classes.entities} aria-label="Entities">
      <Tabs
        label="Entities"
        panel_id="usage-entity-list"
        tabs={[
          { key: 'most', label: 'Most called' },
          { key: 'inactive', label: 'Inactive, still called' },
        ]}
        value={list ?? 'most'}
        onChange={(key) => onSearch({ list: key === 'inactive' ? 'inactive' : undefined })}
      />
      <Box component="p" className={`${shared.small} ${shared.ellipsis}`} px={16} py={6}>
        {rangeTitle(single)}
        {entity_type !== undefined && ` · ${readableName(entity_type)}`}
        {total !== null &&
          (total > 0 || state === 'complete') &&
          ` · ${valueText(total)} ${plural(total, 'entity', 'entities')}`}
        {state === 'partial' && ' · partial data'}
        {entity_type === 'driver' &&
          ' · Names are known only of drivers created through the tracking service'}
      </Box>
      <TabPanel id="usage-entity-list" tab={list ?? 'most'}>
        {pages.error && <ProblemState problem={asProblem(pages.error)} onRetry={pages.retry} small />}
        {total === 0 ? (
          <Box component="p" className={shared.secondary} mx={16} my={24}>
            {state !== 'complete'
              ? 'None yet. These months are not fully loaded.'
              : list === 'inactive'
                ? 'No inactive entity was used in these months.'
                : 'No entity was used in these months.'}
          </Box>
        ) : (
          // Limited to the window, so that the list scrolls by itself.
          <Box display="flex" h="min(480px, 70dvh)" fz={12}>
            <VirtualGrid
              id="usage-entity"
              label="Entities"
              rows={pagedRows(total ?? SKELETON_ROWS, row)}
              columns={COLUMNS}
              rowHeight={36}
              sort={{ by: sort_by, descending: sort_order === 'desc', onSort }}
              hasMore={total === null}
              busy={total === null}
              onVisibleRange={pages.onVisibleRange}
              listKey={list_key}
            />
          </Box>
        )}
      </TabPanel>
    </section>
  );
}

const CONNECTION = 'connection';

/** Connections by their fleet and provider, as far as those are known; other entities have their names already. */
function useNamed(row: (at: number) => UsageEntity | undefined, enabled: boolean) {
  const { data } = useUserConnections(enabled);
  const names = useMemo(
    () =>
      new Map(
        data
          ?.filter(({ fleet_name, fleet_ref, source_name }) => fleet_name ?? fleet_ref ?? source_name)
          .map((one) => [one.connection_id, connectionName(one)]),
      ),
    [data],
  );
  return (at: number): UsageEntity | undefined => {
    const entity = row(at);
    if (entity?.entity_type !== CONNECTION || entity.name !== null || entity.entity_id === null)
      return entity;
    return { ...entity, name: names.get(entity.entity_id) ?? null };
  };
}

type Sort = (typeof USAGE_ENTITY_SORTS)[number];

const SKELETON_ROWS = 8;
const WIDE = 761;

function EntityName({ entity: { name, entity_id, entity_type } }: { readonly entity: UsageEntity }) {
  const phone = useLayout() === 'phone';
  // Fleet and provider say it all, and leave no room for the ID.
  if (name !== null && entity_type === CONNECTION) return <strong>{name}</strong>;
  return (
    <>
      {name !== null && <strong>{name} </strong>}
      {name === null && entity_type === 'driver' && 'Driver without a name '}
      {entity_id === null ? 'No ID' : <MonoId label="entity ID" value={entity_id} max={phone ? 12 : 18} />}
    </>
  );
}

const count = (
  id: string,
  header: string,
  sort: Sort,
  of: (entity: UsageEntity) => number,
): Column<UsageEntity, Sort> => ({
  id,
  header,
  width: '0.5fr',
  numeric: true,
  sort,
  descendingFirst: true,
  cell: (entity) => valueText(of(entity)),
});

const COLUMNS: readonly Column<UsageEntity, Sort>[] = [
  {
    id: 'entity',
    header: 'Entity',
    width: '1fr',
    sort: 'entity_id',
    descendingFirst: true,
    title: ({ name, entity_id }) => [name, entity_id].filter(Boolean).join(', '),
    cell: (entity) => <EntityName entity={entity} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: '0.5fr',
    cell: ({ entity_type }) => (entity_type === null ? 'No type' : readableName(entity_type)),
  },
  count('rest', 'REST calls', 'rest_api_count', ({ rest_api_count }) => rest_api_count),
  count('webhook', 'Webhook', 'webhook_count', ({ webhook_count }) => webhook_count),
  {
    ...count(
      'total',
      'Total',
      'total',
      ({ rest_api_count, webhook_count }) => rest_api_count + webhook_count,
    ),
    visibleFrom: WIDE,
  },
  {
    id: 'active',
    header: 'State',
    width: 80,
    visibleFrom: WIDE,
    cell: ({ is_active }) => (is_active === null ? 'Not set' : is_active ? 'Active' : 'Inactive'),
  },
  {
    id: 'latest',
    header: 'Latest call',
    width: 136,
    sort: 'latest_call_in_month',
    descendingFirst: true,
    visibleFrom: WIDE,
    cell: ({ latest_call_in_month }) =>
      latest_call_in_month === null ? 'None' : shortDateTime(latest_call_in_month, 0),
    title: ({ latest_call_in_month }) =>
      latest_call_in_month ? fullDateTime(latest_call_in_month) : undefined,
  },
];
