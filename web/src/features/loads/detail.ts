/** One load with what is too lively for the stream: its trail, its raw answer, when it is read next. */

import { queryOptions } from '@tanstack/react-query';
import type { BoardLoad, BoardLoadDetail } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** A moment after the read, so that its answer is there. */
const AFTER_READ_MS = 700;
const SOONEST_MS = 1_000;
const LATEST_MS = 30_000;

/**
 * The first request is a person's; those that follow on a timer are not, and keep no session alive.
 * @param now the server's clock
 */
export function loadDetail(http: Http, load_id: string, now: () => number) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.load(load_id),
    queryFn: ({ signal }) => {
      const background = asked;
      asked = true;
      return http.call(BOARD_ROUTES.readLoad, { params: { load_id }, background, signal });
    },
    refetchInterval: ({ state }) => nextLook(state.data, now(), state.status === 'error'),
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

/**
 * When to look again, milliseconds from now; false: never, since there is nothing to look at.
 * @param failed the last question was not answered: the answer before it names a time that has passed, and would be asked for each second
 */
export function nextLook(detail: BoardLoadDetail | undefined, now: number, failed: boolean): number | false {
  if (!detail) return false;
  if (failed) return LATEST_MS;
  const next =
    detail.next_read_at === null ? now + SOONEST_MS : Date.parse(detail.next_read_at) + AFTER_READ_MS;
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, next - now));
}

/** The stream and the detail race; the newer version is the truth, with the later time of reading. */
export function newest(
  live: BoardLoad | undefined,
  detail: BoardLoadDetail | undefined,
): BoardLoad | undefined {
  if (!live || !detail) return live ?? detail;
  const load = detail.version > live.version ? detail : live;
  const read_at = [live.read_at, detail.read_at].reduce((a, b) =>
    a !== null && (b === null || a > b) ? a : b,
  );
  return read_at === load.read_at ? load : { ...load, read_at };
}
