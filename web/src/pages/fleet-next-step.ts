/** What to do next about a fleet, and how urgent that is: the list of fleets begins with the worst. Pure. */
import type { FleetSummary } from '@waypost/contract/api/contacts';
import { nextAction, OWNER_WORD } from '../features/agreements/connection-state.ts';
import { DAY_MS, dayText, kindOf } from '../features/agreements/state.ts';
import { countText } from '../ui/units.ts';

export interface FleetNextStep {
  /** Higher is worse; 0: nothing to do. */
  readonly rank: number;
  /** `On us: extend access, which ends tomorrow`; null: nothing to do. */
  readonly text: string | null;
}

const ENDS_SOON_MS = 3 * DAY_MS;
/** Healths of loads without usable positions. */
const TROUBLED = ['check', 'not_shared', 'no_signal', 'stale'] as const;
/** So that more troubled loads never outrank a worse reason. */
const MAX_LOADS = 10_000;

export function fleetNextStep(fleet: FleetSummary, now: number): FleetNextStep {
  const { agreement, connections, contacts, loads_by_health } = fleet;
  const loads = Object.values(loads_by_health).reduce((sum, count) => sum + count, 0);
  const troubled = TROUBLED.reduce((sum, health) => sum + (loads_by_health[health] ?? 0), 0);
  const step = (level: number, owner: keyof typeof OWNER_WORD, what: string): FleetNextStep => ({
    rank: level * MAX_LOADS + Math.min(loads, MAX_LOADS - 1),
    text: `${OWNER_WORD[owner]}: ${what}`,
  });
  const kind = agreement && kindOf(agreement, now);
  const ends = agreement?.expiration_date ? Date.parse(agreement.expiration_date) : null;
  if (loads > 0 && agreement !== null) {
    if (kind === 'ended' && ends !== null)
      return step(6, 'us', `extend access, which ended ${dayText(ends, now)}`);
    if (kind === 'never') return step(6, 'us', 'correct the access dates');
    if (kind === 'over') return step(6, 'us', 'invite the fleet again');
    if (kind === 'paused') return step(6, 'fleet', 'resume sharing');
    if (kind === 'active' && ends !== null && ends - now < ENDS_SOON_MS)
      return step(4, 'us', `extend access, which ends ${dayText(ends, now)}`);
  }
  const actions = connections.map((one) => nextAction(one, connections));
  const action =
    actions.find(({ owner }) => owner === 'fleet') ?? actions.find(({ owner }) => owner === 'us');
  if (action && action.owner !== 'none')
    return step(
      action.owner === 'fleet' ? 5 : 2,
      action.owner,
      `${action.what.charAt(0).toLowerCase()}${action.what.slice(1)}`,
    );
  if (troubled > 0)
    return step(3, 'fleet', `call about ${countText(troubled, 'load')} without good positions`);
  if (loads > 0 && contacts === 0) return step(1, 'us', 'add a contact');
  return { rank: 0, text: null };
}
