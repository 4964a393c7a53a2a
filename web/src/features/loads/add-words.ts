/** Loads that are being added, in words. */
import { MAX_WATCH_AT_ONCE } from '@waypost/contract/api/board';
import type { LookupItem } from '@waypost/contract/api/load-lookup';
import { loadsText, numberText } from './lists/words.ts';
import type { Pasted } from './parse-pasted.ts';

export function tooMany(count: number): string {
  const more = numberText(count - MAX_WATCH_AT_ONCE);
  return `${numberText(count)} loads is ${more} over the limit (${numberText(MAX_WATCH_AT_ONCE)})`;
}

/** `50 loads, 2 listed twice: 38 to add, 5 already on the board, 7 not added` */
export function countWords({ loads, duplicates }: Pasted, found: ReadonlyMap<string, LookupItem>): string {
  const counted = (outcome: LookupItem['outcome']) =>
    loads.filter(({ text }) => found.get(text)?.outcome === outcome).length;
  const faults = loads.filter(({ fault }) => fault !== null).length;
  const parts = [
    [counted('new'), 'to add'],
    [counted('on_board'), 'already on the board'],
    [counted('archived'), 'in the archive'],
    [counted('several') + counted('unknown') + faults, 'to check'],
  ] as const;
  const shown = parts.flatMap(([count, words]) => (count === 0 ? [] : [`${numberText(count)} ${words}`]));
  const twice = duplicates > 0 ? `, ${numberText(duplicates)} listed twice` : '';
  return `${loadsText(loads.length)}${twice}${shown.length > 0 ? `: ${shown.join(', ')}` : ''}`;
}

interface Done {
  readonly added: number;
  readonly back: number;
  readonly there: number;
}

/** `12 loads added, 2 restored, 3 already on the board` */
export function doneWords({ added, back, there }: Done): string {
  const parts = [
    added === 0 && back > 0 ? '' : added === 0 ? 'No new loads' : `${loadsText(added)} added`,
    back === 0 ? '' : added === 0 ? `${loadsText(back)} restored` : `${numberText(back)} restored`,
    there === 0 ? '' : `${numberText(there)} already on the board`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
