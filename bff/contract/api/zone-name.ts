const NORTHWEST_MEXICO = /^America\/(Hermosillo|Mazatlan)$/;

/**
 * `text` ends with the English short name of the zone. Browsers know none of northwest Mexico: at seven hours it is what Arizona has,
 * and people in freight call both MST.
 */
export const withZoneName = (text: string, zone: string): string =>
  NORTHWEST_MEXICO.test(zone) ? text.replace(/GMT-7$/, 'MST') : text;
