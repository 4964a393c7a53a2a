/** What a label that is placed by us (label-placer.ts) has in common with its layer. */
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';

/** Marks what stands over a map: labels keep clear of it. */
export const OVER_MAP = 'data-over-map';

/** In ems, as MapLibre counts; the label's anchor is its middle. */
export interface LabelPlace {
  readonly offset: [number, number];
  /** Longer lines are wrapped. */
  readonly wrap: number;
}

/** Width of a letter, ems: generous, because the font is not measured. */
export const LETTER = 0.56;
/** So much longer may one part of a broken line be than the others. */
const UNEVEN = 1.2;

/**
 * The text with its lines broken between words, into parts of about the same length. MapLibre does not break a line that is too long beside a short one, and labels placed for
 * the broken lines would then cover each other.
 */
export function wrapped(text: string, wrap = Number.POSITIVE_INFINITY): string {
  const lines = text.split('\n').map((line) => {
    const parts = Math.ceil((line.length * LETTER) / wrap);
    const limit = parts < 2 ? wrap : Math.min(wrap, ((line.length * LETTER) / parts) * UNEVEN);
    let length = 0;
    return line.split(' ').reduce((before, word) => {
      const fits = before === '' || (length + 1 + word.length) * LETTER <= limit;
      length = before !== '' && fits ? length + 1 + word.length : word.length;
      return before === '' ? word : before + (fits ? ' ' : '\n') + word;
    }, '');
  });
  return lines.join('\n');
}

/** Layout of a symbol whose features have a `LabelPlace`. */
export const PLACED = {
  'text-anchor': 'center',
  'text-offset': ['get', 'offset'] satisfies ExpressionSpecification,
  'text-max-width': ['get', 'wrap'] satisfies ExpressionSpecification,
} as const;

/** Layout of a label in a frame, readable over clusters too. */
export const framed = (theme: Theme) =>
  ({
    'icon-image': `label/${theme}`,
    'icon-text-fit': 'both',
    'icon-text-fit-padding': [2, 6, 2, 6],
    'icon-allow-overlap': true,
  }) satisfies SymbolLayerSpecification['layout'];

/** Below a marker, until the placer has loaded. */
export const UNPLACED: LabelPlace = { offset: [0, 2.6], wrap: 16 };
