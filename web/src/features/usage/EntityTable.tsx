/** Entities as a table of any length, of which only the pages in sight are read. */
import type { UsageEntity } from '@waypost/contract/api/usage';
import type { USAGE_ENTITY_SORTS } from '@waypost/contract/api/words';
import { countText } from '../../ui/chart/words.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { readableName } from '../../ui/readable-name.ts';
import type { Column } from '../../ui/resource-list/columns.ts';
import { pagedRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import { fullDateTime, shortDateTime } from '../../ui/time.ts';
import { useLayout } from '../../ui/use-media.ts';
import classes from './UsageView.module.css';

type Sort = (typeof USAGE_ENTITY_SORTS)[number];

export interface EntityTableProps {
  /** Names the list: another one begins at its top. */
  readonly list: string;
  /** Null: not known yet. */
  readonly total: number | null;
  /** Undefined: on its way. */
  readonly row: (at: number) => UsageEntity | undefined;
  readonly onSight: (first: number, last: number) => void;
  readonly sort_by: Sort;
  readonly sort_order: 'asc' | 'desc';
  /** `total`, or `-total` for the other way round. */
  readonly onSort: (sort: string) => void;
}

/** Rows shown while nobody knows how many there are. */
const SKELETON = 8;
const WIDE = 761;

function EntityName({ entity: { name, entity_id } }: { readonly entity: UsageEntity }) {
  const phone = useLayout() === 'phone';
  return (
    <>
      {name !== null && <strong>{name} </strong>}
      {entity_id === null ? 'No ID' : <MonoId label="entity ID" value={entity_id} max={phone ? 12 : 18} />}
    </>
  );
}

const COLUMNS: readonly Column<UsageEntity, Sort>[] = [
  {
    id: 'entity',
    header: 'Entity',
    width: '1fr',
    sort: 'entity_id',
    descendingFirst: true,
    cell: (entity) => <EntityName entity={entity} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: '0.5fr',
    cell: ({ entity_type }) => (entity_type === null ? 'No type' : readableName(entity_type)),
  },
  {
    id: 'rest',
    header: 'REST calls',
    width: '0.5fr',
    numeric: true,
    sort: 'rest_api_count',
    descendingFirst: true,
    cell: ({ rest_api_count }) => countText(rest_api_count),
  },
  {
    id: 'webhook',
    header: 'Webhook',
    width: '0.5fr',
    numeric: true,
    sort: 'webhook_count',
    descendingFirst: true,
    cell: ({ webhook_count }) => countText(webhook_count),
  },
  {
    id: 'total',
    header: 'Total',
    width: '0.5fr',
    numeric: true,
    sort: 'total',
    descendingFirst: true,
    visibleFrom: WIDE,
    cell: ({ rest_api_count, webhook_count }) => countText(rest_api_count + webhook_count),
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

export function EntityTable(props: EntityTableProps) {
  const { list, total, row, onSight, sort_by, sort_order, onSort } = props;
  return (
    <div className={classes.table}>
      <VirtualGrid
        id="usage-entity"
        label="Entities"
        rows={pagedRows(total ?? SKELETON, row)}
        columns={COLUMNS}
        rowHeight={36}
        sort={{ by: sort_by, descending: sort_order === 'desc', onSort }}
        hasMore={total === null}
        busy={total === null}
        onSight={onSight}
        listKey={list}
      />
    </div>
  );
}
