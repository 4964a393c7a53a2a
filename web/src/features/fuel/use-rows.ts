/** Rows of the table, page by page, in an order: kept outside of React, so that scrolling draws only what comes into sight. */
import type { FuelCheck, FuelImport, FuelRow } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { pagedRows } from '../../ui/resource-list/VirtualGrid.tsx';
import { RowPages } from './row-pages.ts';
import type { Order } from './search.ts';
import { isGone } from './use-fuel.ts';

/** A few screens. */
const PAGE_ROWS = 100;
/** In memory at most: three thousand rows. */
const KEEP_PAGES = 30;

/** Read before they come into sight. */
const AHEAD = 40;
/** Pages are asked for this often at most while somebody scrolls. */
const ASK_MS = 120;

export interface RowsOptions {
  readonly listImport: FuelImport;
  readonly order: Order;
  readonly check: FuelCheck | undefined;
  /** Rows there are before the first page arrives. */
  readonly expected: number;
  readonly gone: () => void;
}

export function useRows({ listImport, order, check, expected, gone }: RowsOptions) {
  const { http } = useApi();
  const { import_id, state } = listImport;
  const { sort_by, sort_order } = order;
  const [problem, setProblem] = useState<Problem | null>(null);
  const onError = useEffectEvent((error: unknown) => {
    setProblem(asProblem(error));
    if (isGone(error)) gone();
  });
  const pages = useMemo(
    () =>
      new RowPages<FuelRow>({
        size: PAGE_ROWS,
        keep: KEEP_PAGES,
        read: (offset, size, signal) =>
          http.call(FUEL_ROUTES.fuelRows, {
            params: { import_id },
            query: { sort_by, sort_order, check, offset, size },
            // Our server has put every row through the same schema already; a scroll must not pay for it again.
            parse: false,
            signal,
          }),
        onError: (error) => failed.current?.(error),
      }),
    [http, import_id, state, sort_by, sort_order, check],
  );
  const [failed] = useState<{ current: ((error: unknown) => void) | null }>({ current: null });
  useEffect(() => {
    failed.current = (error) => onError(error);
    setProblem(null);
    return () => {
      failed.current = null;
      pages.close();
    };
  }, [pages, failed]);
  const version = useSyncExternalStore(pages.subscribe, pages.version);
  const total = pages.total ?? expected;
  const asked = useRef(0);
  // Another one with each version: after a failure the pages in sight are asked for again.
  const onSight = useCallback(
    (first: number, last: number) => {
      const ask = () => {
        asked.current = performance.now();
        pages.want(Math.max(0, first - AHEAD), Math.min(Math.max(0, total - 1), last + AHEAD));
      };
      const wait = asked.current + ASK_MS - performance.now();
      if (wait <= 0) return ask();
      const timer = setTimeout(ask, wait);
      return () => clearTimeout(timer);
    },
    [pages, total, version],
  );
  return {
    rows: useMemo(() => pagedRows(total, (index) => pages.row(index)), [pages, total, version]),
    onSight,
    problem,
    retry: () => {
      setProblem(null);
      pages.retry();
    },
    /** Names the list: another order is another one. */
    list: pages,
  };
}
