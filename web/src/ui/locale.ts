/** The language of the browser: numbers and months follow it, though the words of the page are English. */
export const personLocale = (): string => globalThis.navigator?.language || 'en-US';

/** `1,204` */
export const numberText = (count: number): string => count.toLocaleString(personLocale());

/** `1 load`, `1,204 loads` */
export const countText = (count: number, noun: string): string =>
  `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
