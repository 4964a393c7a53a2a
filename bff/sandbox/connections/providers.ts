/** Fictional telematics providers of the sandbox. */
import { keyOf, uuidOf } from '../world/random.ts';

export interface Provider {
  readonly tsp_id: string;
  readonly tsp_slug: string;
  /** Display name. */
  readonly source_name: string;
  /** Whether it accepts user creation; otherwise creating a user answers 501. */
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

/** Provider of a seeded fleet. */
export function seededProvider(random: number): Provider {
  return PROVIDERS[random % PROVIDERS.length] as Provider;
}
