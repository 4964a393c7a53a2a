/** Where a map looks, as addresses hold it. */
import type { Camera } from './types.ts';

/** `39.00000,-96.00000,4.20` */
export function cameraText({ latitude, longitude, zoom }: Camera): string {
  return `${latitude.toFixed(4)},${longitude.toFixed(4)},${zoom.toFixed(2)}`;
}

export function cameraOf(text: string | undefined): Camera | null {
  const numbers = text?.split(',').map(Number) ?? [];
  const [latitude, longitude, zoom] = numbers;
  if (numbers.length !== 3 || latitude === undefined || longitude === undefined || zoom === undefined)
    return null;
  const inside = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 24;
  return inside ? { latitude, longitude, zoom } : null;
}
