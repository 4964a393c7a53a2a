/** The archive as the server has it, in pages, and what a person does with it. */
import { useQueryClient } from '@tanstack/react-query';
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { usePages } from '../../api/use-pages.ts';
import { useLive } from '../../live/context.ts';
import { personZone } from '../../ui/time.ts';
import { instantsOf } from '../../ui/zoned.ts';
import { restoreLoads } from './restore.ts';
import type { ArchiveSearch } from './search.ts';

export type ArchiveFilter = Pick<ArchiveSearch, 'q' | 'reason' | 'fleet' | 'from' | 'to'>;

const PAGE = 100;

/** The filter as the server takes it. */
export const filterQuery = ({ q, reason, fleet, from, to }: ArchiveFilter, zone: string) => ({
  q,
  reason,
  fleet_id: fleet,
  ...instantsOf({ from, to }, zone),
});

const idOf = ({ load_id }: ArchivedLoad) => load_id;

export function useArchive({ q, reason, fleet, from, to }: ArchiveFilter) {
  const { http } = useApi();
  const { changes } = useLive();
  const queries = useQueryClient();
  const zone = personZone();
  // A load that leaves the board while the archive is open comes into it.
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: queryKeys.archive() });
    return changes.subscribe('archived', { onChange: again, onOpened: () => undefined });
  }, [changes, queries]);
  return usePages({
    queryKey: queryKeys.archive({ q, reason, fleet, from, to, zone }),
    read: ({ cursor, signal }) =>
      http.call(ARCHIVE_ROUTES.listArchive, {
        query: { ...filterQuery({ q, reason, fleet, from, to }, zone), cursor, size: PAGE },
        signal,
      }),
    idOf,
  });
}

/** One load with what the board last showed of it. */
export const useArchivedLoad = (load_id: string) =>
  useRead(ARCHIVE_ROUTES.readArchived, queryKeys.archivedLoad(load_id), { params: { load_id } });

/** Brings loads back to the board; `busy` while that is under way. */
export function useRestore(): {
  readonly busy: boolean;
  readonly run: (load: ArchivedLoad) => Promise<boolean>;
} {
  const { http } = useApi();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (load: ArchivedLoad) => {
    setBusy(true);
    const done = await restoreLoads(http, [load]);
    await queries.invalidateQueries({ queryKey: queryKeys.archive() });
    setBusy(false);
    return done;
  };
  return { busy, run };
}
