/** The corridors as a road network: nodes are waypoints, shared where corridors meet. Distances in meters. */
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

/** Shortest paths from one node to all others. */
export interface ShortestPaths {
  /** Distance to each node by index; infinity without a road. */
  readonly meters: Float64Array;
  readonly previous: Int32Array;
}

export class Network {
  readonly nodes: readonly RoadNode[];
  readonly #edges: readonly Edge[][];
  readonly #byName = new Map<string, number>();
  readonly #shortestPaths = new Map<number, ShortestPaths>();

  constructor(corridors: readonly Corridor[] = CORRIDORS) {
    const nodes: RoadNode[] = [];
    const byPoint = new Map<string, number>();
    const edges: Edge[][] = [];
    for (const { id, points } of corridors) {
      let previous: RoadNode | null = null;
      for (const [longitude, latitude, name = id] of points) {
        const key = `${longitude},${latitude}`;
        const index = byPoint.get(key) ?? nodes.length;
        const node = nodes[index] ?? { index, name, latitude, longitude };
        if (index === nodes.length) {
          nodes.push(node);
          edges.push([]);
          byPoint.set(key, index);
        }
        this.#byName.set(`${name} @ ${id}`, index);
        if (previous) {
          const meters = distanceMeters(previous, node);
          edges[previous.index]?.push({ to: index, meters });
          edges[index]?.push({ to: previous.index, meters });
        }
        previous = node;
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

  waypoint(name: string, corridor: string): RoadNode {
    const index = this.#byName.get(`${name} @ ${corridor}`);
    if (index === undefined) throw new Error(`${corridor} has no waypoint ${name}`);
    return this.node(index);
  }

  /** Adjacent nodes. */
  neighbors(index: number): RoadNode[] {
    return (this.#edges[index] ?? []).map(({ to }) => this.node(to));
  }

  /** Shortest paths from a node (Dijkstra), computed once per node. */
  shortestPathsFrom(from: number): ShortestPaths {
    const known = this.#shortestPaths.get(from);
    if (known) return known;
    const meters = new Float64Array(this.nodes.length).fill(Number.POSITIVE_INFINITY);
    const previous = new Int32Array(this.nodes.length).fill(-1);
    const queue = new MinHeap<number>();
    meters[from] = 0;
    queue.push(0, from);
    while (queue.size > 0) {
      const rank = queue.rank;
      const index = queue.pop() as number;
      if (rank > (meters[index] as number)) continue;
      for (const edge of this.#edges[index] ?? []) {
        const distance = rank + edge.meters;
        if (distance >= (meters[edge.to] as number)) continue;
        meters[edge.to] = distance;
        previous[edge.to] = index;
        queue.push(distance, edge.to);
      }
    }
    const paths = { meters, previous };
    this.#shortestPaths.set(from, paths);
    return paths;
  }

  /** Nodes of the shortest path, both ends included. Throws without a road. */
  path(from: number, to: number): number[] {
    const { previous } = this.shortestPathsFrom(from);
    const path = [to];
    for (let index = to; index !== from; ) {
      index = previous[index] ?? -1;
      if (index < 0) throw new Error(`no road from ${this.node(from).name} to ${this.node(to).name}`);
      path.push(index);
    }
    return path.reverse();
  }
}
