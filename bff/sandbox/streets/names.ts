/** Street names of a simulated town. Equal numbers give equal names, so that a street keeps its name across blocks. */

/** Mexican towns have Spanish names. */
export type NameLanguage = 'en' | 'es';

interface Words {
  readonly main: readonly [northSouth: string, eastWest: string];
  readonly arterials: readonly string[];
  readonly trees: readonly string[];
  readonly lanes: readonly string[];
  readonly industrial: readonly [parkway: string, cross: string, second: string];
  readonly quarters: readonly string[];
  readonly downtown: string;
}

const WORDS: Readonly<Record<NameLanguage, Words>> = {
  en: {
    main: ['Main St', 'Center Ave'],
    arterials: [
      'Airport Rd',
      'Mill Rd',
      'Ridge Rd',
      'County Line Rd',
      'Valley Rd',
      'Fairgrounds Rd',
      'Lincoln Ave',
      'Washington Blvd',
      'Union Rd',
      'Prairie Rd',
      'Jefferson Ave',
      'Grant Ave',
      'Western Ave',
      'Lakeview Rd',
      'Orchard Rd',
      'Hospital Dr',
      'College Ave',
      'Old Post Rd',
      'Quarry Rd',
    ],
    trees: [
      'Oak St',
      'Maple Ave',
      'Elm St',
      'Cedar St',
      'Pine St',
      'Walnut St',
      'Chestnut St',
      'Birch Ave',
      'Hickory St',
      'Willow St',
      'Cherry St',
      'Locust Ave',
      'Poplar St',
      'Spruce St',
      'Ash St',
      'Sycamore Ave',
    ],
    lanes: [
      'Meadow Ln',
      'Fox Run Dr',
      'Brookside Dr',
      'Hillcrest Dr',
      'Sunset Way',
      'Heritage Ct',
      'Stonegate Dr',
      'Quail Hollow Ln',
      'Clover Ln',
      'Timber Ridge Dr',
      'Bluebird Ln',
      'Windmill Way',
      'Canterbury Ct',
      'Ashford Dr',
    ],
    industrial: ['Industrial Pkwy', 'Commerce Dr', 'Distribution Way'],
    quarters: [
      'Oak Hill',
      'Fairview',
      'Northgate',
      'Eastside',
      'Brookfield',
      'Pleasant Grove',
      'Westmoor',
      'Highland',
      'Mill Park',
      'Southfield',
    ],
    downtown: 'Downtown',
  },
  es: {
    main: ['Av. Juárez', 'Av. Hidalgo'],
    arterials: [
      'Blvd. Independencia',
      'Av. Morelos',
      'Calz. del Valle',
      'Av. Insurgentes',
      'Av. Universidad',
      'Blvd. Aeropuerto',
      'Av. Zaragoza',
      'Libramiento Norte',
      'Av. Reforma',
      'Blvd. Revolución',
      'Av. Madero',
    ],
    trees: [
      'Calle Roble',
      'Calle Encino',
      'Calle Fresno',
      'Calle Pino',
      'Calle Cedro',
      'Calle Álamo',
      'Calle Nogal',
      'Calle Sauce',
      'Calle Olmo',
      'Calle Laurel',
    ],
    lanes: [
      'Privada del Sol',
      'Privada del Lago',
      'Calle de la Luna',
      'Paseo del Valle',
      'Privada Jardines',
      'Calle Primavera',
      'Paseo de las Flores',
    ],
    industrial: ['Blvd. Industrial', 'Calle Comercio', 'Calle Logística'],
    quarters: ['La Loma', 'Jardines', 'El Mirador', 'Las Flores', 'San José', 'Lomas del Sur'],
    downtown: 'Centro',
  },
};

const wrap = (list: readonly string[], number: number): string =>
  list[((number % list.length) + list.length) % list.length] as string;

export class StreetNames {
  readonly #words: Words;
  readonly #language: NameLanguage;
  /** So that towns differ. */
  readonly #first: number;

  constructor(language: NameLanguage, first: number) {
    this.#language = language;
    this.#words = WORDS[language];
    this.#first = first;
  }

  get downtown(): string {
    return this.#words.downtown;
  }

  get industrial(): Words['industrial'] {
    return this.#words.industrial;
  }

  /** @param index of the line, 0 in the middle of the town */
  arterial(axis: 0 | 1, index: number): string {
    if (index === 0) return this.#words.main[axis];
    return wrap(this.#words.arterials, this.#first + 2 * index + axis);
  }

  /** @param number of hundreds of meters from the middle of the town */
  street(axis: 0 | 1, number: number): string {
    if (axis === 1 || number < 1) return wrap(this.#words.trees, this.#first + number + 5 * axis);
    return this.#language === 'en' ? `${number}${ordinal(number)} St` : `Calle ${number}`;
  }

  lane(number: number): string {
    return wrap(this.#words.lanes, this.#first + number);
  }

  quarter(number: number): string {
    return wrap(this.#words.quarters, this.#first + number);
  }
}

function ordinal(number: number): string {
  const [tens, ones] = [number % 100, number % 10];
  if (tens > 10 && tens < 14) return 'th';
  return ones === 1 ? 'st' : ones === 2 ? 'nd' : ones === 3 ? 'rd' : 'th';
}
