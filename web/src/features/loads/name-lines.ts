/** How many lines the names of a load take in its row: what identifies it is wrapped before it is cut. By letters, so that rows have their height before they exist. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { fleetName } from '../../live/fleets.ts';
import { vehicleName } from './vehicle-name.ts';

/** Pixels of a line of a row. */
export const LINE_HEIGHT = 15;
/** Pixels that names have in the narrowest list and on a phone, beside the dot of a new row. */
const WIDTHS = { list: 332, phone: 282 } as const;
const GAP = 8;
/** Pixels of a letter. */
const LETTER = { ref: 7.8, truck: 7, fleet: 6.6 } as const;
/** Pixels that the first line leaves to the age, `23 h 59 min`: as in LoadRow.module.css. */
const AGE = 72;

/** @returns 1 to 3; a name that is longer than a line takes one */
export function nameLines(load: BoardLoad, where: keyof typeof WIDTHS): number {
  const { load_ref, load_id, vehicle_assignment: assignment, fleet } = load;
  const ref = (load_ref ?? load_id).length * LETTER.ref;
  const truck = (assignment ? vehicleName(assignment.vehicle).length : 8) * LETTER.truck;
  const last = fleet ? fleetName(fleet).length * LETTER.fleet : 0;
  const line = WIDTHS[where];
  let lines = 1;
  let left = Math.max(0, line - AGE - ref - GAP);
  for (const name of [truck, last]) {
    const width = Math.min(line, name);
    if (width > left) {
      lines += 1;
      left = line;
    }
    left = Math.max(0, left - width - GAP);
  }
  return lines;
}
