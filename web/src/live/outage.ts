/** Whether what is shown is only what was last known, so that no figure may look like good news. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import type { ConnectionState } from './connection.ts';
import { useConnection, useNow, useServiceStatus } from './context.ts';

/** A shorter wait changes nothing that anybody would notice. */
const LONG_PAUSE_MS = 60_000;
/** A stream comes back within this as a rule. */
const LONG_GAP_MS = 10_000;

/** @param now the server's clock; @param local_now this computer's, which the connection's times are of; milliseconds since 1970 */
export function isOutage(
  connection: ConnectionState,
  status: ServiceStatus | null,
  now: number,
  local_now: number,
): boolean {
  if (connection.phase === 'offline') return true;
  if (connection.phase === 'reconnecting')
    return connection.since !== null && local_now - connection.since >= LONG_GAP_MS;
  switch (status?.state) {
    case 'down':
    case 'unauthorized':
      return true;
    case 'paused': {
      const until = Math.max(now, status.retry_at === null ? now : Date.parse(status.retry_at));
      return until - Date.parse(status.since) >= LONG_PAUSE_MS;
    }
    default:
      return false;
  }
}

export function useOutage(): boolean {
  const connection = useConnection();
  const status = useServiceStatus();
  return useNow((now) => isOutage(connection, status, now, Date.now()));
}
