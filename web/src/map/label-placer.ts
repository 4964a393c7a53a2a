/**
 * Where labels stand: beside their point, inside the part of the map that neither a panel nor a control covers. MapLibre itself only
 * keeps labels from each other, and lets the edges cut them. Loaded with the first label.
 */
import type { LatLon } from '@waypost/geo/geodesy';
import type { Map as LibraryMap } from 'maplibre-gl';
import { project } from './geojson.ts';
import { type LabelPlace, LETTER, OVER_MAP, wrapped } from './labels.ts';
import type { ScreenPoint } from './types.ts';

/** Pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Label {
  /** Lines are separated by `\n`. */
  readonly text: string;
  /** Font size, pixels. */
  readonly size: number;
  /** From its point to its nearest edge, pixels. */
  readonly gap: number;
}

/** Height and greatest width of a line, ems. */
const LINE = 1.25;
const MAX_WRAP = 20;
/** Frame of a label, and its distance to the edges, pixels. */
const FRAME = { x: 7, y: 3 } as const;
const EDGE = 4;
/** Farther from its point, in pixels, where there is no room beside it: around a larger marker, then around another label. */
const DISTANCES = [0, 14, 36] as const;

function sizeOf({ text, size }: Label, wrap: number): { width: number; height: number } {
  const lines = wrapped(text, wrap).split('\n');
  const widest = Math.max(...lines.map(({ length }) => length)) * LETTER;
  return { width: widest * size + 2 * FRAME.x, height: lines.length * LINE * size + 2 * FRAME.y };
}

/** Where a label may be, beginning with the best: pixels from its point to its middle. */
const sidesAt = (across: number, down: number) =>
  [
    [0, down],
    [0, -down],
    [across, 0],
    [-across, 0],
    [across, down],
    [-across, down],
    [across, -down],
    [-across, -down],
  ] as const;

const boxAround = ({ x, y }: ScreenPoint, across: number, down: number): Box => ({
  left: x - across,
  top: y - down,
  right: x + across,
  bottom: y + down,
});

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The box shifted into the area; a larger one begins at its left and top. */
function shiftedInto(area: Box, { left, top, right, bottom }: Box): Box {
  const x = Math.max(area.left - left, Math.min(0, area.right - right));
  const y = Math.max(area.top - top, Math.min(0, area.bottom - bottom));
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/**
 * Below its point if there is room, else above, to the right, to the left, at a corner or a little farther away, where it covers least.
 * @param taken what it should not cover
 */
export function placeLabel(
  label: Label,
  { x, y }: ScreenPoint,
  area: Box,
  taken: readonly Box[],
): { readonly place: LabelPlace; readonly box: Box } {
  const { size, gap } = label;
  const room = (area.right - area.left - 2 * (EDGE + FRAME.x)) / size;
  const wrap = Math.max(4, Math.min(MAX_WRAP, room));
  const { width, height } = sizeOf(label, wrap);
  const point = boxAround({ x, y }, gap, gap);
  const inside = {
    left: area.left + EDGE,
    top: area.top + EDGE,
    right: area.right - EDGE,
    bottom: area.bottom - EDGE,
  };
  // A point out of view keeps its label to itself.
  const in_view = overlap(area, point) > 0;
  let best: { box: Box; cost: number } | null = null;
  const around = DISTANCES.flatMap((more) => sidesAt(gap + more + width / 2, gap + more + height / 2));
  for (const [dx, dy] of around) {
    const at = boxAround({ x: x + dx, y: y + dy }, width / 2, height / 2);
    const box = in_view ? shiftedInto(inside, at) : at;
    const cost = [point, ...taken].reduce((sum, other) => sum + overlap(box, other), 0);
    if (best === null || cost < best.cost) best = { box, cost };
    if (cost === 0) break;
  }
  const { box } = best as { box: Box };
  const offset: [number, number] = [
    ((box.left + box.right) / 2 - x) / size,
    ((box.top + box.bottom) / 2 - y) / size,
  ];
  return { place: { offset, wrap }, box };
}

/** Layers of labels; one keeps clear of those before it. */
const LAYERS = ['focus', 'ahead', 'live', 'circles'] as const;
type Layer = (typeof LAYERS)[number];
/** A layer of more labels has each below its point. */
export const MOST_PLACED = 50;
const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };

export class LabelPlacer {
  readonly #map: LibraryMap;
  readonly #boxes = new Map<Layer, readonly Box[]>();

  constructor(map: LibraryMap) {
    this.#map = map;
  }

  /** Places all labels of a layer. */
  place(layer: Layer, labels: readonly (Label & { readonly at: LatLon })[]): LabelPlace[] {
    if (labels.length > MOST_PLACED)
      return labels.map((label) => placeLabel(label, { x: 0, y: 0 }, NOWHERE, []).place);
    const points = labels.map(({ at }) => project(this.#map, at));
    const before = LAYERS.slice(0, LAYERS.indexOf(layer));
    const taken = [...this.#covered(), ...before.flatMap((other) => this.#boxes.get(other) ?? [])];
    const area = this.#area();
    const others = labels.map(({ gap }, index) => boxAround(points[index] as ScreenPoint, gap, gap));
    const boxes: Box[] = [];
    const places = labels.map((label, index) => {
      const avoided = [...taken, ...boxes, ...others.filter((_, other) => other !== index)];
      const { place, box } = placeLabel(label, points[index] as ScreenPoint, area, avoided);
      boxes.push(box);
      return place;
    });
    this.#boxes.set(layer, [...boxes, ...others]);
    return places;
  }

  #area(): Box {
    const { clientWidth, clientHeight } = this.#map.getContainer();
    const { left = 0, top = 0, right = 0, bottom = 0 } = this.#map.getPadding();
    return { left, top, right: clientWidth - right, bottom: clientHeight - bottom };
  }

  #covered(): Box[] {
    const container = this.#map.getContainer();
    const { left: x, top: y } = container.getBoundingClientRect();
    return [...(container.parentElement?.querySelectorAll(`[${OVER_MAP}]`) ?? [])].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
    });
  }
}
