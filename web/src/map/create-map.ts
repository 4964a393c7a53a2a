import { GPUInitializationError, Map as LibraryMap, type MapOptions } from 'maplibre-gl';
import { MapUnavailableError } from './types.ts';

/** @throws MapUnavailableError when the browser does not support WebGL 2 */
export function createMap(options: MapOptions): LibraryMap {
  try {
    return new LibraryMap(options);
  } catch (error) {
    if (!(error instanceof GPUInitializationError)) throw error;
    throw new MapUnavailableError(noWebGl(error), { cause: error });
  }
}

export function noWebGl({ statusMessage }: GPUInitializationError): string {
  return `The map needs WebGL 2, which this browser does not support${statusMessage ? ` (${statusMessage})` : ''}.`;
}
