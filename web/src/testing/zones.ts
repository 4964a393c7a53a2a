import { personZone } from '../ui/time.ts';

/** A zone whose clock differs from that of the person in tests, wherever they run. */
export const OTHER_ZONE = personZone() === 'Asia/Tokyo' ? 'Europe/Paris' : 'Asia/Tokyo';
