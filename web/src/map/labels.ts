/** What a label that is placed by us (label-placer.ts) has in common with its layer. */
import type { ExpressionSpecification } from 'maplibre-gl';

/** Marks what stands over a map: labels keep clear of it. */
export const OVER_MAP = 'data-over-map';

/** In ems, as MapLibre counts; the label's anchor is its middle. */
export interface LabelPlace {
  readonly offset: [number, number];
  /** Longer lines are wrapped. */
  readonly wrap: number;
}

/** Layout of a symbol whose features have a `LabelPlace`. */
export const PLACED = {
  'text-anchor': 'center',
  'text-offset': ['get', 'offset'] satisfies ExpressionSpecification,
  'text-max-width': ['get', 'wrap'] satisfies ExpressionSpecification,
} as const;

/** Below a marker, until the placer has loaded. */
export const UNPLACED: LabelPlace = { offset: [0, 2.6], wrap: 16 };
