/** The language of the browser: numbers and months follow it, though the words of the page are English. */
export const personLocale = (): string => globalThis.navigator?.language || 'en-US';
