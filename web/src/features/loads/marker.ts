import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import type { MapLoad } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import type { MarkerKind } from '../../ui/health.ts';
import { hueOf, initialsOf } from '../../ui/Initials.tsx';
import { shorten } from '../../ui/MonoId.tsx';

const HOUR = 3600_000;
/** Longest name on the map, in characters; a longer one would cover its neighbors. */
const LABEL_MAX = 24;
/** Age at which a stale marker is as faint as it gets. */
const FULLY_FADED_MS = 24 * HOUR;

function markerOf(load: BoardLoad, { health }: LoadFacts): MarkerKind {
  if (health === 'check' || health === 'stale') return health;
  // With any other value, the service itself does not vouch for the position.
  if (health !== 'live') return 'unknown';
  return load.motion?.moving && load.motion.bearing_degrees !== null ? 'live' : 'live-parked';
}

/** Shown as a word beside the name, because colors and shapes represent health. */
function journeyWord({ journey, lateness, cause }: LoadFacts): string {
  // Past its appointment and still driving: it may have been there.
  if (cause === 'overdue') return 'appt passed';
  // By our estimate: its appointment may be ahead.
  if (cause === 'running_late') return 'running late';
  if (lateness !== null) return 'late';
  return journey === 'at_stop' ? 'at stop' : journey === 'on_the_way' ? 'on the way' : '';
}

/** Null without a position: the load is in the list only. @param now the server's clock */
export function mapLoadOf(load: BoardLoad, facts: LoadFacts, now: number): MapLoad | null {
  const { last_position, motion, triage } = load;
  if (!last_position) return null;
  const owner = triage?.closed === null ? triage.owner : null;
  const marker = markerOf(load, facts);
  const age = now - Date.parse(last_position.occurred_at);
  return {
    load_id: load.load_id,
    label: [
      isolated(shorten(load.load_ref ?? load.load_id.slice(0, 8), LABEL_MAX)),
      journeyWord(facts),
      owner && initialsOf(owner.name),
    ]
      .filter((part) => part)
      .join(' · '),
    latitude: last_position.latitude,
    longitude: last_position.longitude,
    marker,
    health: facts.health,
    // Steps of a tenth: with finer ones, markers would be redrawn each minute for no visible change.
    age_fade: marker === 'stale' ? Math.round(Math.min(1, Math.max(0, age / FULLY_FADED_MS)) * 10) / 10 : 0,
    bearing_degrees: marker === 'live' ? (motion?.bearing_degrees ?? null) : null,
    ...(owner && { owner_hue: hueOf(owner.sub) }),
  };
}
