/** A latitude and a longitude in figures: decimal, or degrees with minutes and seconds, with signs or with N S E W. */
import type { ParsedCoordinates } from './parse-coordinates.ts';

type Axis = 'latitude' | 'longitude';
interface Angle {
  /** Signed degrees. */
  readonly degrees: number;
  /** Null when nothing says which of the two it is. */
  readonly axis: Axis | null;
  /** How many of degrees, minutes, seconds were written. */
  readonly parts: number;
}

const FORMS = 'Enter coordinates such as 35.1913, -102.0840 or 35°11′29″N 102°05′02″W, or paste a map link';
const UNDERSTOOD = ['', 'Decimal degrees', 'Degrees and minutes', 'Degrees, minutes and seconds'] as const;
/** Seven decimals of a degree are a centimetre. */
const round = (degrees: number) => Number(degrees.toFixed(7));

export function parseAngles(text: string): ParsedCoordinates {
  const { plain, longitude_first } = normalize(text);
  const halves = split(plain);
  if (!halves) return { ok: false, reason: FORMS };
  const first = parseAngle(halves[0]);
  const second = parseAngle(halves[1]);
  if (typeof first === 'string') return { ok: false, reason: first };
  if (typeof second === 'string') return { ok: false, reason: second };
  if (first.axis !== null && first.axis === second.axis)
    return { ok: false, reason: `Both numbers are a ${first.axis}` };
  const beyond = first.axis === null && second.axis === null && Math.abs(first.degrees) > 90;
  const swapped = longitude_first || first.axis === 'longitude' || second.axis === 'latitude' || beyond;
  const [latitude, longitude] = swapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  if (Math.abs(latitude) > 90)
    return { ok: false, reason: `${round(latitude)} is not a latitude: the maximum is 90` };
  if (Math.abs(longitude) > 180)
    return {
      ok: false,
      reason: `${round(longitude)} is not a longitude: the maximum is 180`,
    };
  const form = UNDERSTOOD[Math.max(first.parts, second.parts)] ?? '';
  return {
    ok: true,
    latitude: round(latitude),
    longitude: round(longitude),
    understood:
      beyond && !longitude_first ? `${form}, read as longitude first: a latitude is at most 90` : form,
  };
}

/** One spelling of every sign; names of the axes taken out. */
function normalize(text: string): { plain: string; longitude_first: boolean } {
  const plain = text
    .replace(/[\u2212\u2013\u2012\uFE63\uFF0D]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/[′‵’‘´`]/g, "'")
    .replace(/[″‶“”]|''/g, '"')
    .replace(/[\u00A0\u2009\u202F]/g, ' ')
    .replace(/\b(degrees?|deg)\b/gi, '°')
    .replace(/\b(minutes?|min)\b/gi, "'")
    .replace(/\b(seconds?|sec)\b/gi, '"')
    .replace(/\b(north|south|east|west)\b/gi, (word) => word.charAt(0));
  const names = [...plain.matchAll(/\b(lat|lon|lng)[a-z]*\b/gi)].map(([name]) => name.toLowerCase());
  return {
    plain: plain
      .replace(/["']?\b(lat|lon|lng)[a-z]*\b["']?\s*[:=]?/gi, ' ')
      .replace(/[()[\]{}]/g, ' ')
      .trim()
      .replace(/^[,;]+|[,;]+$/g, '')
      .trim()
      .toUpperCase(),
    longitude_first: names.length === 2 && !names[0]?.startsWith('lat'),
  };
}

/** The text of each of the two; null when it is not clear where one ends. */
function split(plain: string): readonly [string, string] | null {
  const decimal_commas = /^([-+]?\d{1,3}),(\d+)(?:\s*;\s*|,\s+|\s+)([-+]?\d{1,3}),(\d+)$/.exec(plain);
  if (decimal_commas) {
    const [, a, b, c, d] = decimal_commas;
    return [`${a}.${b}`, `${c}.${d}`];
  }
  const letters = [...plain.matchAll(/[NSEW]/g)].map(({ index }) => index);
  if (letters.length === 2) {
    const [one = 0, two = 0] = letters;
    const at = one === 0 ? two : one + 1;
    return halves(plain, at, at);
  }
  if (letters.length > 0) return null;
  const separators = [...plain.matchAll(/\s*[,;|/]\s*/g)];
  if (separators.length === 1 && separators[0]) {
    const { index, 0: sign } = separators[0];
    return halves(plain, index, index + sign.length);
  }
  if (separators.length > 1) return null;
  const numbers = [...plain.matchAll(/[-+]?\d+(\.\d+)?/g)].map(({ index }) => index);
  const middle = numbers[numbers.length / 2];
  return middle !== undefined && numbers.length <= 6 ? halves(plain, middle, middle) : null;
}

function halves(plain: string, end: number, begin: number): readonly [string, string] {
  return [plain.slice(0, end).replace(/[\s,;|/]+$/, ''), plain.slice(begin).replace(/^[\s,;|/]+/, '')];
}

const ANGLE =
  /^([NSEW])?\s*([-+])?(\d{1,3}(?:\.\d+)?)(?:\s*[°:\s]\s*(?:(\d{1,2}(?:\.\d+)?)(?:\s*[':\s]\s*(?:(\d{1,2}(?:\.\d+)?)\s*"?)?)?)?)?\s*([NSEW])?$/;

function parseAngle(text: string): Angle | string {
  const match = ANGLE.exec(text);
  if (!match) return FORMS;
  const [, before, sign, d = '', m, s, after] = match;
  if (before && after) return FORMS;
  const letter = before ?? after;
  if (m !== undefined && d.includes('.')) return `${d} has decimals, so no minutes can follow it`;
  if (s !== undefined && m?.includes('.')) return `${m}′ has decimals, so no seconds can follow it`;
  if (Number(m ?? 0) >= 60) return `${m}′: minutes are less than 60`;
  if (Number(s ?? 0) >= 60) return `${s}″: seconds are less than 60`;
  if (sign === '-' && (letter === 'N' || letter === 'E')) return `The minus sign contradicts the ${letter}`;
  const size = Number(d) + Number(m ?? 0) / 60 + Number(s ?? 0) / 3600;
  const negative = sign === '-' || letter === 'S' || letter === 'W';
  return {
    degrees: negative && size !== 0 ? -size : size,
    axis: letter === undefined ? null : letter === 'N' || letter === 'S' ? 'latitude' : 'longitude',
    parts: s !== undefined ? 3 : m !== undefined ? 2 : 1,
  };
}
