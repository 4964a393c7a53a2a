/** Where the map comes from: the real engine by default, a fake one in tests of features. */
import { createContext } from 'react';
import { pageIsSteady } from './card.ts';
import type { MapEngineFactory } from './types.ts';

/**
 * Reads the engine and the library behind it only when a map is wanted and what comes first is there: its script is more than all others together,
 * and would take their place on a slow line.
 */
const loadEngine: MapEngineFactory = async (options) => {
  await options.after;
  const { MapEngine } = await import('./engine.ts');
  await pageIsSteady();
  meetCard();
  return new MapEngine(options);
};

/** A page's first canvas waits for the card. Better now, while it is free, than at the map's first letter in the midst of its first frames. */
function meetCard(): void {
  if (typeof OffscreenCanvas === 'undefined') return;
  new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })?.clearRect(0, 0, 1, 1);
}

export const MapEngineContext = createContext<MapEngineFactory>(loadEngine);
