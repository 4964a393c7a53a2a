/** Where the map comes from: the real engine by default, a fake one in tests of features. */
import { createContext } from 'react';
import type { MapEngineFactory } from './types.ts';

/** Reads the engine and the library behind it only when a map is wanted, so that the list need not wait for them. */
const loadEngine: MapEngineFactory = async (options) => {
  const [{ MapEngine }] = await Promise.all([import('./engine.ts'), options.after]);
  return new MapEngine(options);
};

export const MapEngineContext = createContext<MapEngineFactory>(loadEngine);
