/**
 * Converts GeoNames first-level codes to postal codes of states and provinces. GeoNames uses postal codes for the United States,
 * but numbers for Canada and Mexico.
 */
const CANADA: Readonly<Record<string, string>> = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  '10': 'QC',
  '11': 'SK',
  '12': 'YT',
  '13': 'NT',
  '14': 'NU',
};

/** ISO 3166-2:MX without the prefix. */
const MEXICO: Readonly<Record<string, string>> = {
  '01': 'AGU',
  '02': 'BCN',
  '03': 'BCS',
  '04': 'CAM',
  '05': 'CHP',
  '06': 'CHH',
  '07': 'COA',
  '08': 'COL',
  '09': 'CMX',
  '10': 'DUR',
  '11': 'GUA',
  '12': 'GRO',
  '13': 'HID',
  '14': 'JAL',
  '15': 'MEX',
  '16': 'MIC',
  '17': 'MOR',
  '18': 'NAY',
  '19': 'NLE',
  '20': 'OAX',
  '21': 'PUE',
  '22': 'QUE',
  '23': 'ROO',
  '24': 'SLP',
  '25': 'SIN',
  '26': 'SON',
  '27': 'TAB',
  '28': 'TAM',
  '29': 'TLA',
  '30': 'VER',
  '31': 'YUC',
  '32': 'ZAC',
};

/** Region code to show after a city; null outside North America. `country` is ISO 3166-1 alpha-2. */
export function regionCode(country: string, adminCode: string): string | null {
  if (country === 'US') return /^[A-Z]{2}$/.test(adminCode) ? adminCode : null;
  if (country === 'CA') return CANADA[adminCode] ?? null;
  if (country === 'MX') return MEXICO[adminCode] ?? null;
  return null;
}
