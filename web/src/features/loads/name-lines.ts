/** Lines of text in a row: names and place wrap before they are truncated. Estimated, so that heights are known before rendering. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { fleetName } from '../../live/fleets.ts';
import { latenessWord } from './predicted.ts';
import { vehicleName } from './vehicle-name.ts';

/** Height of a line, pixels. */
export const LINE_HEIGHT = 15;
/** Width of a line on a phone, beside the dot of a new row, pixels. */
const PHONE_LINE = 282;
/** Width of the list that is not available to lines, including the dot, pixels. As in LoadRow.module.css. */
export const ROW_INSET = 68;
const GAP = 8;
/** Average width of a letter, pixels. */
const LETTER = { ref: 7.8, truck: 7, fleet: 6.6, place: 6.4, late: 6 } as const;
/** Width of an age, `23 h 59 min`, pixels. As in LoadRow.module.css. */
const AGE = 72;
/** Letters of `123 mi NW of `, `Pickup was due 2 h 55 min ago` and `23 h 59 min late`. */
const DIRECTION_LETTERS = 13;
const PICKUP_LETTERS = 29;
const LATE_LETTERS = 16;
/** Width of `Nov 24, 02:30 PM`, pixels. */
const TIME = 102;

interface RowLines {
  /** 1 to 3; a name longer than a line takes one. */
  readonly names: number;
  readonly place: number;
}

/** @param line width in pixels */
export function rowLines(load: BoardLoad, line: number): RowLines {
  const place = placeLetters(load) * LETTER.place;
  const lines = Math.max(1, Math.ceil(place / line));
  const fits = place + nextPixels(load) <= line;
  return { names: nameLines(load, line, AGE), place: fits ? lines : lines + 1 };
}

/** Lines of a row on a phone: names, place beside the age, and next stop. */
export function phoneLines(load: BoardLoad): number {
  const place = Math.max(1, Math.ceil((placeLetters(load) * LETTER.place) / (PHONE_LINE - AGE - GAP)));
  const has_next =
    load.monitor !== null || load.stops.some(({ estimated_arrival_at }) => estimated_arrival_at !== null);
  return nameLines(load, PHONE_LINE, 0) + place + (has_next ? 1 : 0);
}

/** @param taken pixels of the first line that are not available to names */
function nameLines(load: BoardLoad, line: number, taken: number): number {
  const { load_ref, load_id, vehicle_assignment, fleet } = load;
  const ref = (load_ref ?? load_id).length * LETTER.ref;
  const truck = (vehicle_assignment ? vehicleName(vehicle_assignment.vehicle).length : 8) * LETTER.truck;
  const last = fleet ? fleetName(fleet).length * LETTER.fleet : 0;
  let lines = 1;
  let left = Math.max(0, line - taken - ref - GAP);
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

function placeLetters({ place, vehicle_assignment }: BoardLoad): number {
  if (!place) return vehicle_assignment ? 0 : PICKUP_LETTERS;
  const city = place.name.length + (place.region === null ? 0 : place.region.length + 2);
  return place.direction === null ? city : city + DIRECTION_LETTERS;
}

/** Pixels that the next appointment needs, without the name of its stop, which can shrink. */
function nextPixels({ stops, predicted_arrivals, monitor }: BoardLoad): number {
  let late = monitor ? LATE_LETTERS : 0;
  for (const prediction of predicted_arrivals) {
    const stop = stops.find(({ sequence }) => sequence === prediction.stop_sequence);
    const { from, to } = prediction;
    late = Math.max(late, latenessWord(stop?.estimated_arrival_at, Date.parse(from), Date.parse(to)).length);
  }
  return GAP + TIME + (late > 0 ? GAP + late * LETTER.late : 0);
}
