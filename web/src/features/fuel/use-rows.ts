import type { FuelCheck, FuelSort } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRowPages } from '../../api/row-pages.ts';
import { type PartProps, useReportGone } from './use-fuel.ts';

interface Order {
  readonly sort_by: FuelSort;
  readonly sort_order: 'asc' | 'desc';
}

export function orderOf(sort: string | undefined): Order {
  if (sort === undefined) return { sort_by: 'occurred_at', sort_order: 'desc' };
  const sort_by = sort.replace('-', '') as FuelSort;
  return { sort_by, sort_order: sort.startsWith('-') ? 'desc' : 'asc' };
}

/** @param enabled false: there are none yet */
export function useRows(
  { listImport: { import_id, state }, onGone }: PartProps,
  question: Order & { readonly check: FuelCheck | undefined },
  enabled: boolean,
) {
  const { http } = useApi();
  const pages = useRowPages({
    enabled,
    keyOf: (page) => queryKeys.fuelRows(import_id, state, question, page),
    read: (range, signal) =>
      http.call(FUEL_ROUTES.fuelRows, {
        params: { import_id },
        query: { ...question, ...range },
        // Not parsed: the server has validated every row with the same schema, and scrolling must stay fast.
        parse: false,
        signal,
      }),
  });
  return useReportGone(pages, onGone);
}
