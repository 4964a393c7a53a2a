/** Warehouses and plants near the hubs, where loads are picked up and delivered. */
import { bearingDegrees, destination, type LatLon } from '@waypost/geo/geodesy';
import type { Network, RoadNode } from '@waypost/geo/network';
import type { WorldKind } from './cases.ts';
import { keyOf, Random } from './random.ts';

export interface Site extends LatLon {
  readonly index: number;
  /** Such as "Amarillo DC 4", or "Amarillo Harvest Lane Foods DC" in a believable world. */
  readonly name: string;
  /** Whose site it is; null in a hostile world. */
  readonly customer: string | null;
  readonly hub: number;
}

export interface Hub {
  readonly index: number;
  readonly node: RoadNode;
  readonly weight: number;
  readonly sites: readonly Site[];
}

const KINDS = ['DC', 'Cross-dock', 'Cold Storage', 'Plant', 'Warehouse', 'Terminal', 'Market'] as const;
/** Shippers and receivers. Their number is coprime with the step in which a hub's sites take them, so that no name repeats there. */
const CUSTOMERS = [
  'Harvest Lane Foods',
  'Bluestem Paper',
  'Calder & Finch Home',
  'Northgate Grocers',
  'Sunridge Produce',
  'Kettle Creek Beverages',
  'Palmer Tire & Rubber',
  'Ridgeway Building Supply',
  'Orchard Street Dairy',
  'Summit Outdoor',
  'Lakeshore Appliances',
  'Fairmont Packaging',
] as const;
const MIN_METERS = 2500;
const MAX_METERS = 14_000;
/** Sites are placed along roads, where there is land. */
const SPREAD_DEGREES = 18;
/** Number of loads above which hubs get more sites. */
const BASE_LOADS = 700;

export function buildHubs(seed: number, loads: number, network: Network, kind: WorldKind = 'hostile'): Hub[] {
  const random = new Random(seed, keyOf('sites'));
  const siteFactor = Math.max(1, loads / BASE_LOADS);
  const rows = HUBS.split(';').flatMap((row) => {
    const match = /^\s*(.+?) @ (\S+) (\d+)\s*$/.exec(row);
    return match
      ? [{ name: match[1] as string, corridor: match[2] as string, weight: Number(match[3]) }]
      : [];
  });
  let index = 0;
  return rows.map(({ name, corridor, weight }, hub) => {
    const node = network.waypoint(name, corridor);
    const roads = network.neighbors(node.index);
    const sites = Array.from({ length: Math.round((3 + Math.min(9, weight)) * siteFactor) }, (_, i): Site => {
      const bearing =
        bearingDegrees(node, random.pick(roads)) + random.between(-SPREAD_DEGREES, SPREAD_DEGREES);
      const place = destination(node, bearing, random.between(MIN_METERS, MAX_METERS));
      const what = random.pick(KINDS);
      const customer = kind === 'believable' ? (CUSTOMERS[(hub + 5 * i) % CUSTOMERS.length] as string) : null;
      const number = customer === null ? i + 1 : Math.floor(i / CUSTOMERS.length) + 1;
      const words = [node.name, customer, what, customer !== null && number === 1 ? null : number];
      const name = words.filter((word) => word !== null).join(' ');
      return { ...place, index: index++, hub, name, customer };
    });
    return { index: hub, node, weight, sites };
  });
}

/** Freight cities: `waypoint @ corridor weight`, heaviest first. Weights follow city size. */
export const HUBS = `
Mexico City @ MEX-57D 7; New York City @ I-87 18; Los Angeles @ I-5 13; Chicago @ I-55 10; Toronto @ ON-401 7;
Houston @ I-45 10; Montreal @ I-89 6; Philadelphia @ I-95 8; Phoenix @ I-17 8; Guadalajara @ MEX-15D 2;
San Antonio @ I-35 8; San Diego @ I-5 7; Dallas @ I-35 7; Monterrey @ MEX-85 2; Calgary @ AB-2 4; Austin @ I-35 6;
Jacksonville @ I-95 6; Oakland @ I-80 6; Columbus @ I-71 6; Indianapolis @ I-65 6; Charlotte @ I-77 6;
Ottawa @ TCH-1 4; Chihuahua @ MEX-45 2; San Luis Potosi @ MEX-57D 2; Hermosillo @ MEX-15D 2; Edmonton @ AB-2 4;
Saltillo @ MEX-57D 2; Seattle @ I-5 5; Denver @ I-25 5; El Paso @ I-10 5; Detroit @ I-75 5; Culiacan @ MEX-15D 2;
Boston @ I-93 5; Memphis @ I-55 5; Portland @ I-5 5; Winnipeg @ MB-75 4; Oklahoma City @ I-35 5; Las Vegas @ I-15 5;
Baltimore @ I-95 5; Torreon @ MEX-40D 1; Milwaukee @ I-43 5; Vancouver @ TCH-1 3; Albuquerque @ I-25 5;
Tucson @ I-19 5; Nashville @ I-65 5; Sacramento @ I-5 4; Toluca @ MEX-15D 1; Kansas City @ I-29 4; Atlanta @ I-75 4;
Colorado Springs @ I-25 4; Raleigh @ I-40 4; Omaha @ I-80 4; Miami @ I-75 4; Minneapolis @ I-35 4; Tulsa @ I-44 4;
Wichita @ I-35 4; Cleveland @ I-71 4; Mazatlan @ MEX-40D 1; Nuevo Laredo @ MEX-85 1; Tampa @ I-75 4;
Halifax @ TCH-2 3; London @ ON-402 3; Tepic @ MEX-15D 1; Corpus Christi @ I-37 4; St. Louis @ I-55 4;
Stockton @ I-5 3; Ciudad Victoria @ MEX-85 1; Ciudad Obregon @ MEX-15D 1; Cincinnati @ I-71 3; Greensboro @ I-85 3;
Toledo @ I-75 3; Lincoln @ I-80 3; Fort Wayne @ I-69 3; Irvine @ I-5 3; Los Mochis @ MEX-15D 1; Lubbock @ I-27 3;
Madison @ I-39 3; Louisville @ I-65 3; Reno @ I-80 3; Baton Rouge @ I-10 3; Lexington @ I-75 3; Richmond @ I-95 3;
San Bernardino @ I-10 3; Monclova @ MEX-57D 1; Spokane @ I-90 3; Nogales @ I-19 1; Birmingham @ I-59 3;
Des Moines @ I-35 3; Fayetteville @ I-95 3; Montgomery @ I-65 3; Amarillo @ I-27 3; Little Rock @ I-30 3;
Shreveport @ I-49 3; Mobile @ I-65 3; Salt Lake City @ I-15 3; Tallahassee @ I-10 3; Knoxville @ I-75 3;
Barrie @ ON-400 2; Providence @ I-95 3; Chattanooga @ I-59 3; Regina @ TCH-1 2; Sioux Falls @ I-29 3;
Jackson @ I-55 3; Springfield @ I-44 3; Salem @ I-5 3; Eugene @ I-5 3; Greater Sudbury @ ON-400 2;
Abbotsford @ TCH-1 2; Piedras Negras @ MEX-57D 1; Rockford @ I-39 2; Bridgeport @ I-95 2; Boise @ I-84 2;
Savannah @ I-95 2; Syracuse @ I-81 2; Dayton @ I-75 2; San Juan del Rio @ MEX-57D 1; Columbia @ I-77 2;
Midland @ I-20 2; Waco @ I-35 2; Denton @ I-35 2; Gainesville @ I-75 2; Lafayette @ I-49 2; Topeka @ I-70 2;
Levis @ A-20 2; Abilene @ I-20 2; Allentown @ I-78 2; Evansville @ I-69 2; Columbia @ I-70 2; Fargo @ I-29 2;
Ann Arbor @ I-94 2; Springfield @ I-55 2; Wilmington @ I-40 2; Provo @ I-15 2; Peoria @ I-74 2; Lansing @ I-69 2;
Kingston @ ON-401 1; Elgin @ I-90 2; Billings @ I-90 2; Manchester @ I-93 2; Pueblo @ I-25 2; Moncton @ TCH-2 1;
West Palm Beach @ I-95 2; Green Bay @ I-43 2; Wichita Falls @ I-44 2; Davenport @ I-74 2; Las Cruces @ I-25 2;
South Bend @ I-80 2; Roanoke @ I-81 2; Thunder Bay @ TCH-1 1; Albany @ I-87 2; Tuscaloosa @ I-59 2; Lawton @ I-44 2;
`;
