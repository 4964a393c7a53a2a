/**
 * Keeps the map in sync with the matching loads, by diffs and outside React: the store publishes the changes of a frame, the engine
 * draws them. The map also shows changes that the list holds back under the pointer.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import type { LoadStore } from '../../live/store.ts';
import type { LoadView } from '../../live/view.ts';
import type { MapEngineApi, MapLoad } from '../../map/types.ts';

/** Stale markers fade with age; a shorter interval would make no visible difference. */
const FADE_MS = 60_000;

interface MapFeedOptions {
  readonly engine: MapEngineApi;
  readonly store: LoadStore;
  readonly view: LoadView;
  readonly now: () => number;
  readonly mapLoadOf: (load: BoardLoad, facts: LoadFacts, now: number) => MapLoad | null;
}

interface Drawn {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
  readonly marker: MapLoad;
}

export class MapFeed {
  readonly #options: MapFeedOptions;
  readonly #drawn = new Map<string, Drawn>();
  readonly #stops: (() => void)[] = [];
  /** Drawn whether it matches or not, because its panel is open. */
  #selected: string | null = null;

  constructor(options: MapFeedOptions) {
    this.#options = options;
    const { view, store } = options;
    this.#replaceAll();
    this.#stops.push(
      view.onMembership(({ changed, removed, reset }) =>
        reset ? this.#replaceAll() : this.#update(changed, removed),
      ),
      // The open load may be outside the filter, so the view does not publish its changes.
      store.subscribeFlush(({ changed, removed }) => {
        const id = this.#selected;
        if (id && !view.members.has(id) && (changed.has(id) || removed.has(id))) this.#update([id], []);
      }),
    );
    const timer = setInterval(() => this.#fade(), FADE_MS);
    this.#stops.push(() => clearInterval(timer));
  }

  get size(): number {
    return this.#drawn.size;
  }

  get without_position(): number {
    const { members } = this.#options.view;
    const id = this.#selected;
    const extra = id !== null && !members.has(id) && this.#drawn.has(id) ? 1 : 0;
    return members.size - (this.#drawn.size - extra);
  }

  select(load_id: string | null): void {
    const previous = this.#selected;
    this.#selected = load_id;
    this.#update(
      [previous, load_id].filter((id) => id !== null),
      [],
    );
    this.#options.engine.setSelection(load_id);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #toDrawn(load_id: string): Drawn | null {
    const { store, view, mapLoadOf, now } = this.#options;
    if (!view.members.has(load_id) && load_id !== this.#selected) return null;
    const [load, facts] = [store.get(load_id), store.facts(load_id)];
    if (!load || !facts) return null;
    const marker = mapLoadOf(load, facts, now());
    return marker && { load, facts, marker };
  }

  /** After a new filter or list. Most loads have not changed, and their markers are reused. */
  #replaceAll(): void {
    const { store, view, engine } = this.#options;
    const previous = new Map(this.#drawn);
    this.#drawn.clear();
    const ids = new Set(view.members);
    if (this.#selected) ids.add(this.#selected);
    for (const load_id of ids) {
      const known = previous.get(load_id);
      const same =
        known && known.load === store.get(load_id) && known.facts === store.facts(load_id) ? known : null;
      const drawn = same ?? this.#toDrawn(load_id);
      if (drawn) this.#drawn.set(load_id, drawn);
    }
    engine.setLoads([...this.#drawn.values()].map(({ marker }) => marker));
  }

  #update(changed: readonly string[], removed: readonly string[]): void {
    const changed_markers: MapLoad[] = [];
    const deleted: string[] = [];
    for (const load_id of [...changed, ...removed]) {
      const drawn = this.#toDrawn(load_id);
      const previous = this.#drawn.get(load_id);
      if (drawn) {
        this.#drawn.set(load_id, drawn);
        if (!(previous && same(previous.marker, drawn.marker))) changed_markers.push(drawn.marker);
      } else if (previous) {
        this.#drawn.delete(load_id);
        deleted.push(load_id);
      }
    }
    if (changed_markers.length + deleted.length > 0) this.#options.engine.applyDiff(changed_markers, deleted);
  }

  #fade(): void {
    const stale = [...this.#drawn.values()].filter(({ marker }) => marker.marker === 'stale');
    this.#update(
      stale.map(({ marker }) => marker.load_id),
      [],
    );
  }
}

function same(a: MapLoad, b: MapLoad): boolean {
  return (
    a.latitude === b.latitude &&
    a.longitude === b.longitude &&
    a.marker === b.marker &&
    a.health === b.health &&
    a.age_fade === b.age_fade &&
    a.bearing_degrees === b.bearing_degrees &&
    a.label === b.label
  );
}
