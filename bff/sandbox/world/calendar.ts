/** Local time in the world, and when warehouses receive trucks. */
import { DAY, HOUR, MINUTE } from './clock.ts';
import type { Random } from './random.ts';
import type { Site } from './sites.ts';

const SLOT = 30 * MINUTE;
/** Local hours in which most warehouses receive. */
const [OPENS, CLOSES] = [5, 17];
/** One site in this many receives at night too. */
const OPEN_AT_NIGHT = 8;
/** After a night, appointments spread over this long from the opening. */
const MORNING = 5 * HOUR;

export class Calendar {
  readonly #start: number;

  /** @param start wall clock of world time 0 */
  constructor(start: number) {
    this.#start = start;
  }

  /** Milliseconds since local midnight. The zone is that of the longitude, in whole hours and without daylight saving. */
  #timeOfDay(tau: number, longitude: number): number {
    const local = this.#start + tau + Math.round(longitude / 15) * HOUR;
    return local - Math.floor(local / DAY) * DAY;
  }

  /** The next half hour of the wall clock. */
  nextSlot(tau: number): number {
    return Math.ceil((this.#start + tau) / SLOT) * SLOT - this.#start;
  }

  /** The first appointment that a site gives at or after a world time. */
  nextAppointment(site: Site, tau: number, random: Random): number {
    const slot = this.nextSlot(tau);
    const spread = random.next() * MORNING;
    const time = this.#timeOfDay(slot, site.longitude);
    if (site.index % OPEN_AT_NIGHT === 0 || (time >= OPENS * HOUR && time <= CLOSES * HOUR)) return slot;
    const untilOpen = (OPENS * HOUR - time + DAY) % DAY;
    return this.nextSlot(slot + untilOpen + spread);
  }
}
