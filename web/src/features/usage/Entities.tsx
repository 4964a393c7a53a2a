/** The entities behind the counts: the most called, or those that are inactive and were called all the same. */
import { USAGE_ENTITY_SORTS } from '@waypost/contract/api/words';
import { useCallback, useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { countText } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { EntityTable } from './EntityTable.tsx';
import type { Scope } from './scope.ts';
import type { UsageSearch } from './search.ts';
import { rangeTitle } from './Totals.tsx';
import classes from './UsageView.module.css';
import { type EntityWish, useEntities } from './use-entities.ts';

export interface EntitiesProps {
  readonly scope: Scope;
  readonly search: UsageSearch;
  readonly onSearch: (change: Partial<UsageSearch>) => void;
}

export const ENTITIES_ID = 'usage-entities';
/** Rows that are asked for before the table says what is in sight. */
const FIRST = 30;

export function Entities({ scope, search, onSearch }: EntitiesProps) {
  const { entity_type, partner_id, list, sort_by = 'total', sort_order = 'desc' } = search;
  const [sight, setSight] = useState<readonly [number, number]>([0, FIRST]);
  const onSight = useCallback((first: number, last: number) => setSight([first, last]), []);
  const single = scope.month === null ? scope : { from_month: scope.month, to_month: scope.month };
  const wish: EntityWish = {
    from_month: single.from_month,
    to_month: single.to_month,
    partner_id,
    entity_type,
    is_active: list === 'inactive' ? false : undefined,
    sort_by,
    sort_order,
  };
  const { total, state, error, retry, row } = useEntities(wish, sight);
  const part = state === 'partial' ? ' · partial data' : '';
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
      <p className={classes.about}>
        {rangeTitle(single)}
        {entity_type !== undefined && ` · ${readableName(entity_type)}`}
        {total !== null &&
          (total > 0 || state === 'complete') &&
          ` · ${countText(total)} ${total === 1 ? 'entity' : 'entities'}`}
        {part}
      </p>
      <TabPanel id="usage-entity-list" tab={list ?? 'most'} className={classes.panel}>
        {error && <ProblemState problem={asProblem(error)} onRetry={retry} small />}
        {total === 0 ? (
          <p className={classes.entitiesNone}>
            {state !== 'complete'
              ? 'None yet. These months are not fully loaded.'
              : list === 'inactive'
                ? 'No inactive entity was used in these months.'
                : 'No entity was used in these months.'}
          </p>
        ) : (
          <EntityTable
            list={JSON.stringify(wish)}
            total={total}
            row={row}
            onSight={onSight}
            sort_by={sort_by}
            sort_order={sort_order}
            onSort={(sort) => {
              const by = USAGE_ENTITY_SORTS.find((one) => one === sort.replace(/^-/, ''));
              onSearch({
                sort_by: by === 'total' ? undefined : by,
                sort_order: sort.startsWith('-') ? undefined : 'asc',
              });
            }}
          />
        )}
      </TabPanel>
    </section>
  );
}
