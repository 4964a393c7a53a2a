/** Rows of the table, page by page, in an order: kept outside of React, so that scrolling draws only what comes into sight. */
import type { FuelCheck, FuelReading, FuelRow } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { RowPages } from './row-pages.ts';
import type { Order } from './search.ts';
import { isGone } from './use-fuel.ts';

/** A few screens. */
const PAGE_ROWS = 100;
/** In memory at most: three thousand rows. */
const KEEP_PAGES = 30;

export interface RowsOptions {
  readonly reading: FuelReading;
  readonly order: Order;
  readonly check: FuelCheck | undefined;
  readonly gone: () => void;
}

export function useRows({ reading, order, check, gone }: RowsOptions) {
  const { http } = useApi();
  const { reading_id, state } = reading;
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
            params: { reading_id },
            query: { sort_by, sort_order, check, offset, size },
            // Our server has put every row through the same schema already; a scroll must not pay for it again.
            parse: false,
            signal,
          }),
        onError: (error) => failed.current?.(error),
      }),
    [http, reading_id, state, sort_by, sort_order, check],
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
  return {
    pages,
    version,
    problem,
    retry: () => {
      setProblem(null);
      pages.retry();
    },
  };
}
