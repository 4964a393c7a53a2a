/**
 * State or province of every waypoint, as a `transaction_jurisdiction` code: for each corridor in travel order, `code points`.
 * Taken from the nearest GeoNames town (CC BY 4.0), so a point close to a border may be assigned to the other side.
 */
import { CORRIDORS } from '@waypost/geo/corridors';
import type { LatLon } from '@waypost/geo/geodesy';

const RUNS = `
I-5: CA 46, OR 15, WA 18;
I-15: CA 14, NV 6, UT 18, ID 10, MT 13;
I-19: AZ 6;
I-17: AZ 7;
I-25: NM 20, CO 13, WY 11;
I-27: TX 6;
I-29: MO 5, IA 7, SD 9, ND 7, MB 1;
I-35: TX 18, OK 8, KS 10, MO 4, IA 10, MN 11;
I-37: TX 5;
I-39: IL 6, WI 8;
I-43: WI 9;
I-45: TX 12;
I-49: LA 11, AR 10, MO 7;
I-55: LA 5, MS 12, TN 1, AR 3, MO 9, IL 9;
I-57: MO 2, IL 18;
I-59: LA 1, MS 8, AL 9, GA 1, TN 1;
I-65: AL 14, TN 4, KY 6, IN 9;
I-69: IN 16, MI 8;
I-71: KY 5, OH 11;
I-75: FL 18, GA 13, TN 8, KY 10, OH 10, MI 17, ON 1;
I-77: SC 3, NC 5, VA 3, WV 9, OH 8;
I-79: WV 7, PA 9;
I-81: TN 4, VA 13, WV 1, MD 1, PA 14, NY 7;
I-85: AL 4, GA 6, SC 4, NC 9, VA 3;
I-87: NY 20;
I-89: NH 5, VT 7, QC 2;
I-91: CT 4, MA 3, VT 3, NH 1, VT 4;
I-93: MA 3, NH 7, VT 1;
I-95: FL 14, GA 5, SC 9, NC 8, VA 6, DC 1, MD 4, DE 2, PA 3, NJ 4, NY 2, CT 6, RI 4, MA 5, NH 1, ME 14;
I-8: CA 9, AZ 9;
I-10: CA 11, AZ 14, NM 8, TX 32, LA 14, MS 4, AL 3, FL 14;
I-20: TX 26, LA 8, MS 7, AL 9, GA 10, SC 8;
I-24: IL 2, KY 4, TN 8;
I-30: TX 9, AR 7;
I-40: CA 5, AZ 15, NM 12, TX 6, OK 11, AR 11, TN 18, NC 16;
I-44: TX 2, OK 10, MO 12;
I-64: MO 3, IL 5, IN 6, KY 9, WV 10, VA 14;
I-70: UT 9, CO 19, KS 16, MO 12, IL 6, IN 8, OH 6, WV 1, PA 5, MD 5;
I-72: MO 1, IL 7;
I-74: IA 1, IL 10, IN 6, OH 1;
I-76: CO 10;
I-76 PA: OH 4, PA 15, NJ 1;
I-78: PA 8, NJ 8, NY 1;
I-80: CA 12, NV 18, UT 6, WY 17, NE 16, IA 15, IL 8, IN 8, OH 12, PA 11, NJ 4;
I-82: WA 14, OR 2;
I-84: OR 13, ID 1, OR 1, ID 11, UT 1;
I-84 PA: PA 3, NY 5, CT 5, MA 1;
I-86: PA 1, NY 14;
I-88: NY 6;
I-90: WA 12, ID 3, MT 22, WY 6, SD 14, MN 9, WI 9, IL 6, IN 8, OH 10, PA 2, NY 15, MA 7;
I-94: MT 9, ND 11, MN 8, WI 15, IL 3, IN 4, MI 13;
BC-99: WA 1, BC 2;
AB-4: MT 1, AB 4;
AB-2: AB 17;
MB-75: MB 5;
ON-402: MI 1, ON 4;
A-15: NY 1, QC 3;
TCH-2: NB 9, NS 8;
TCH-2W: NB 5, QC 3;
A-20: QC 15;
ON-401: ON 25, MI 1;
QEW: ON 9, NY 1;
ON-400: ON 9;
TCH-1: BC 18, AB 11, SK 14, MB 10, ON 44, QC 1;
MEX-85: TX 1, TAM 1, NLE 7, TAM 5, SLP 3;
MEX-57D: COA 7, NLE 1, SLP 5, GUA 1, QUE 2, MEX 2, HID 1, MEX 1, CMX 1;
MEX-40D: NLE 2, COA 3, DUR 5, SIN 2;
US-57: TX 6, COA 1;
MEX-45: TX 1, CHH 8, DUR 5;
MEX-15D: AZ 1, SON 12, SIN 9, NAY 4, JAL 5, MIC 5, MEX 2, CMX 1;
MEX-80D: JAL 3, SLP 2;
`;

export type Country = 'USA' | 'CAN' | 'MEX';

const CANADA = new Set(['AB', 'BC', 'MB', 'NB', 'NS', 'ON', 'QC', 'SK']);

/** Codes of Mexican states have three letters. */
export function countryOf(jurisdiction: string): Country {
  if (jurisdiction.length === 3) return 'MEX';
  return CANADA.has(jurisdiction) ? 'CAN' : 'USA';
}

/** Codes along a corridor; null for an unlisted one. */
export function jurisdictionsAlong(corridor: string): string[] | null {
  const line = RUNS.split(';').find((row) => row.trim().startsWith(`${corridor}: `));
  if (!line) return null;
  return line
    .slice(line.indexOf(':') + 1)
    .split(',')
    .flatMap((run) => {
      const [code = '', points = '0'] = run.trim().split(' ');
      return Array.from({ length: Number(points) }, () => code);
    });
}

const keyOf = ({ latitude, longitude }: LatLon) => `${longitude},${latitude}`;
let known: ReadonlyMap<string, string> | null = null;

/** Throws for a place that is not a waypoint. */
export function jurisdictionOf(place: LatLon): string {
  known ??= new Map(
    CORRIDORS.flatMap(({ id, points }) => {
      const codes = jurisdictionsAlong(id) ?? [];
      return points.map(([longitude, latitude], i): [string, string] => [
        keyOf({ longitude, latitude }),
        codes[i] ?? '',
      ]);
    }),
  );
  const code = known.get(keyOf(place));
  if (!code) throw new Error(`no jurisdiction is known for ${keyOf(place)}`);
  return code;
}
