/** The corridors as a network of roads: nodes are way points, shared where corridors meet. Distances in metres. */
import { CORRIDORS, type Corridor } from './corridors.ts';
import { distanceMeters, type LatLon } from './geodesy.ts';
import { MinHeap } from './heap.ts';

export interface RoadNode extends LatLon {
  readonly index: number;
  readonly name: string;
}

interface Edge {
  readonly to: number;
  readonly meters: number;
}

/** Shortest ways from one node to all others. */
export interface Ways {
  /** Metres to each node by index; infinity where no road leads. */
  readonly meters: Float64Array;
  readonly previous: Int32Array;
}

export class Network {
  readonly nodes: readonly RoadNode[];
  readonly #edges: readonly Edge[][];
  readonly #byPlace = new Map<string, number>();
  readonly #ways = new Map<number, Ways>();

  constructor(corridors: readonly Corridor[] = CORRIDORS) {
    const nodes: RoadNode[] = [];
    const byPoint = new Map<string, number>();
    const edges: Edge[][] = [];
    for (const { id, points } of corridors) {
      let before: RoadNode | null = null;
      for (const [longitude, latitude, name = id] of points) {
        const key = `${longitude},${latitude}`;
        const index = byPoint.get(key) ?? nodes.length;
        const node = nodes[index] ?? { index, name, latitude, longitude };
        if (index === nodes.length) {
          nodes.push(node);
          edges.push([]);
          byPoint.set(key, index);
        }
        this.#byPlace.set(`${name} @ ${id}`, index);
        if (before) {
          const meters = distanceMeters(before, node);
          edges[before.index]?.push({ to: index, meters });
          edges[index]?.push({ to: before.index, meters });
        }
        before = node;
      }
    }
    this.nodes = nodes;
    this.#edges = edges;
  }

  node(index: number): RoadNode {
    const node = this.nodes[index];
    if (!node) throw new Error(`no node ${index}`);
    return node;
  }

  /** The way point of a name on a corridor. */
  place(name: string, corridor: string): RoadNode {
    const index = this.#byPlace.get(`${name} @ ${corridor}`);
    if (index === undefined) throw new Error(`${corridor} has no way point ${name}`);
    return this.node(index);
  }

  /** Nodes next along the roads. */
  neighbours(index: number): RoadNode[] {
    return (this.#edges[index] ?? []).map(({ to }) => this.node(to));
  }

  /** Shortest ways from a node (Dijkstra), worked out once per node. */
  waysFrom(from: number): Ways {
    const known = this.#ways.get(from);
    if (known) return known;
    const meters = new Float64Array(this.nodes.length).fill(Number.POSITIVE_INFINITY);
    const previous = new Int32Array(this.nodes.length).fill(-1);
    const queue = new MinHeap<number>();
    meters[from] = 0;
    queue.push(0, from);
    while (queue.size > 0) {
      const rank = queue.rank;
      const at = queue.pop() as number;
      if (rank > (meters[at] as number)) continue;
      for (const edge of this.#edges[at] ?? []) {
        const reached = rank + edge.meters;
        if (reached >= (meters[edge.to] as number)) continue;
        meters[edge.to] = reached;
        previous[edge.to] = at;
        queue.push(reached, edge.to);
      }
    }
    const ways = { meters, previous };
    this.#ways.set(from, ways);
    return ways;
  }

  /** Nodes of the shortest way, both ends included. Throws where no road leads. */
  path(from: number, to: number): number[] {
    const { previous } = this.waysFrom(from);
    const path = [to];
    for (let at = to; at !== from; ) {
      at = previous[at] ?? -1;
      if (at < 0) throw new Error(`no road from ${this.node(from).name} to ${this.node(to).name}`);
      path.push(at);
    }
    return path.reverse();
  }
}
