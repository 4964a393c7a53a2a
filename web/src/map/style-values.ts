/** Values that several layers share. */
import type { FeatureCollection } from 'geojson';

/** What a source holds before it is given anything. */
export const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/**
 * Fonts of the map's labels: the page's web font, drawn by the browser, with the library's own sans-serif behind it.
 *
 * The library reads the weight from the words in the first name of the stack. A variable font has one name for all
 * weights, so the first name is only that word: no font is called so, the browser goes on to the next, and the weight
 * is kept. The library waits for the font to be loaded before it draws the first letter.
 */
export const FONT = ['Inter Variable'];
export const FONT_MEDIUM = ['medium', 'Inter Variable'];
export const FONT_SEMIBOLD = ['semibold', 'Inter Variable'];
