/** Telematics providers of the sandbox. None of them exists. */
import { keyOf, uuidOf } from '../world/random.ts';

export interface Provider {
  readonly tsp_id: string;
  readonly tsp_slug: string;
  /** Name as people know it. */
  readonly source_name: string;
  /** Whether it lets others create users; where not, creating one answers 501. */
  readonly writes_users: boolean;
}

function provider(tsp_slug: string, source_name: string, writes_users = true): Provider {
  return { tsp_id: uuidOf(keyOf('provider'), keyOf(tsp_slug)), tsp_slug, source_name, writes_users };
}

export const PROVIDERS: readonly Provider[] = [
  provider('milemarker', 'Milemarker ELD'),
  provider('northgauge', 'Northgauge Telematics'),
  provider('roadledger', 'RoadLedger'),
  provider('axleline', 'Axleline Fleet'),
  provider('cabsense', 'CabSense', false),
  provider('truckwire', 'Truckwire GPS'),
];

export function providerBySlug(slug: string): Provider | null {
  return PROVIDERS.find(({ tsp_slug }) => tsp_slug === slug) ?? null;
}

/** The provider of a fleet that is there when the world begins. */
export function usualProvider(random: number): Provider {
  return PROVIDERS[random % PROVIDERS.length] as Provider;
}
