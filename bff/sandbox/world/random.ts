/** Deterministic randomness: equal keys give equal numbers, in any order of calls. */

/** 32-bit hash of integers. */
export function hash(...keys: number[]): number {
  let h = 0x9e3779b9;
  for (const key of keys) {
    h ^= Math.imul(key | 0, 0x85ebca6b) ^ Math.imul((key / 4_294_967_296) | 0, 0x27d4eb2f);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
    h = (h ^ (h >>> 15)) + 0x6d2b79f5;
  }
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A number in [0, 1) determined by its keys. */
export function unit(...keys: number[]): number {
  return hash(...keys) / 4_294_967_296;
}

/** Key of a word, so that different purposes get independent random streams. */
export function keyOf(word: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** A stream of random numbers determined by its keys. */
export class Random {
  #state: number;

  constructor(...keys: number[]) {
    this.#state = hash(...keys);
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** Integer, both ends inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** Index drawn by weight. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i] as number;
      if (left < 0) return i;
    }
    return weights.length - 1;
  }
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byte = (number: number, shift: number) => BYTES[(number >>> shift) & 255] as string;

/** Eight hexadecimal digits. */
function hex(number: number): string {
  return byte(number, 24) + byte(number, 16) + byte(number, 8) + byte(number, 0);
}

/** A UUID (version 4 in form) determined by its keys. */
export function uuidOf(...keys: number[]): string {
  const second = hex(hash(1, ...keys));
  const third = hex(hash(2, ...keys));
  const variant = ((Number.parseInt(third.charAt(0), 16) & 3) | 8).toString(16);
  const fourth = hex(hash(3, ...keys));
  return `${hex(hash(0, ...keys))}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${fourth}`;
}
