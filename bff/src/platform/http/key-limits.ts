/** What an API key that is limited to lists or fleets may see. */
import { Problem } from './problems.ts';

export interface KeyLimits {
  /** Loads of its lists. */
  readonly listed: ReadonlySet<string>;
  readonly fleets: ReadonlySet<string>;
  /** Any load, on the board or in the archive. */
  readonly sees: (load_id: string) => Promise<boolean>;
}

/** A caller, whose key may have no limits. */
interface Limited {
  readonly limits: KeyLimits | null;
}

/** For loads of which the fleet is at hand. */
export const maySee = ({ limits }: Limited, load_id: string, fleet_id: string | null | undefined): boolean =>
  limits === null || limits.listed.has(load_id) || (fleet_id != null && limits.fleets.has(fleet_id));

/** Throws 404, as for a load that does not exist. */
export async function assertVisible({ limits }: Limited, load_ids: readonly string[]): Promise<void> {
  if (limits === null) return;
  for (const load_id of load_ids)
    if (!(await limits.sees(load_id))) throw Problem.notFound('This API key may see no such load');
}
