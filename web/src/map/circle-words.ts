/** What is said of a circle that is worked on, beside the map and to those who cannot see it. */
import { type LengthUnit, lengthText } from '../geo/length.ts';
import { coordinatesText } from '../ui/units.ts';
import type { CircleShape } from './types.ts';

/** `Radius 0.5 mi, centre 35.19130, -102.08400`; before it has a size `Centre 35.19130, -102.08400`. */
export function circleWords(shape: CircleShape, unit: LengthUnit): string {
  const where = coordinatesText(shape);
  return shape.radius_meters > 0
    ? `Radius ${lengthText(shape.radius_meters, unit)}, centre ${where}`
    : `Centre ${where}`;
}
