/** A load as the map draws it. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import type { MapLoad } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import type { MarkerKind } from '../../ui/health.ts';
import { shorten } from '../../ui/MonoId.tsx';

const HOUR = 3600_000;
/** Characters of a name on the map: a longer one would cover its neighbors. */
const LABEL_MAX = 24;
/** A stale marker is as faint as it gets after this. */
const FADED = 24 * HOUR;

function markerOf(load: BoardLoad, { health }: LoadFacts): MarkerKind {
  if (health === 'check' || health === 'stale') return health;
  // A position under any other value is one that the service itself does not vouch for.
  if (health !== 'live') return 'unknown';
  return load.motion?.moving && load.motion.bearing_degrees !== null ? 'live' : 'live-parked';
}

/** In words beside the name: colours and shapes are taken by health. */
function standingWord({ journey, late_since }: LoadFacts): string {
  if (late_since !== null) return 'late';
  return journey === 'at_stop' ? 'at stop' : journey === 'on_the_way' ? 'on the way' : '';
}

/** Null: it has no position, so it is in the list only. `now`: the server's clock. */
export function mapLoadOf(load: BoardLoad, facts: LoadFacts, now: number): MapLoad | null {
  const { last_position, motion } = load;
  if (!last_position) return null;
  const marker = markerOf(load, facts);
  const age = now - Date.parse(last_position.occurred_at);
  return {
    load_id: load.load_id,
    label: [isolated(shorten(load.load_ref ?? load.load_id.slice(0, 8), LABEL_MAX)), standingWord(facts)]
      .filter((part) => part)
      .join(' · '),
    latitude: last_position.latitude,
    longitude: last_position.longitude,
    marker,
    health: facts.health,
    // Steps of a tenth: a marker that fades by a thousandth each minute would be drawn anew for nothing.
    age_fade: marker === 'stale' ? Math.round(Math.min(1, Math.max(0, age / FADED)) * 10) / 10 : 0,
    bearing_degrees: marker === 'live' ? (motion?.bearing_degrees ?? null) : null,
  };
}
