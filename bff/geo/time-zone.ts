/** Time zones of places, from an embedded map of the zones. */

import findZone from '@photostructure/tz-lookup';
import type { LatLon } from './geodesy.ts';

/** IANA zone such as `America/Chicago`. Near a border it may be that of the other side. */
export const timeZoneAt = ({ latitude, longitude }: LatLon): string => findZone(latitude, longitude);
