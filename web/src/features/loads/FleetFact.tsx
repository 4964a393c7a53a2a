/** Whose truck it is, and how that fleet's other loads stand: each count leads to these loads. */
import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useFleet } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import { HEALTH, HEALTH_ORDER, type HealthKey } from '../../ui/health.ts';
import { personLocale } from '../../ui/units.ts';

export function FleetFact({ fleet }: Pick<BoardLoad, 'fleet'>) {
  const counts = useFleet(fleet?.fleet_id ?? null);
  if (!fleet) return <>Not known yet</>;
  const { fleet_id, fleet_ref } = fleet;
  const name = fleetName(fleet);
  const trouble = counts ? HEALTH_ORDER.filter((key) => key !== 'live' && counts.by_health[key] > 0) : [];
  const link = (count: number, word: string, health?: HealthKey) => (
    <Link
      from="/"
      to="/"
      search={(before) => ({
        ...before,
        fleet: fleet_id,
        health: health && [health],
        tab: 'all',
        q: undefined,
      })}
    >
      {count.toLocaleString(personLocale())} {word}
    </Link>
  );
  return (
    <>
      <strong>{name}</strong>
      {fleet_ref && fleet_ref !== name && ` ${fleet_ref}`}
      {counts && (
        <div>
          {link(counts.loads, counts.loads === 1 ? 'load' : 'loads')}
          {trouble.map((key) => (
            <span key={key}>, {link(counts.by_health[key], HEALTH[key].word.toLowerCase(), key)}</span>
          ))}
        </div>
      )}
    </>
  );
}
