/** What capabilities are created with (services.ts): each `create.ts` names what it takes of it. */
import type { Logger } from 'pino';
import type { Activity } from './activity/activity.ts';
import type { Auth } from './auth/create.ts';
import type { SecretBox } from './auth/keys.ts';
import type { Board } from './board/board.ts';
import type { PlaceOf } from './board/entry.ts';
import type { Cluster } from './cluster/create.ts';
import type { Company } from './company/company.ts';
import type { Config } from './config.ts';
import type { Events } from './events/create.ts';
import type { FleetIndex } from './fleets/fleet-index.ts';
import type { Geocoder } from './geocoding/geocoder.ts';
import type { ListImports } from './imports/imports.ts';
import type { IntentsCapability } from './intents/create.ts';
import type { Monitors } from './monitors/monitors.ts';
import type { Onboarding } from './onboarding/create.ts';
import type { Directory } from './onboarding/directory.ts';
import type { Polling } from './polling/create.ts';
import type { Sites } from './sites/sites.ts';
import type { Database } from './store/database.ts';
import type { Storage } from './store/storage.ts';
import type { Upstream } from './upstream/create.ts';
import type { Webhooks } from './webhooks/create.ts';

export interface Wiring {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly box: SecretBox;
  readonly activity: Activity;
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly auth: Auth;
  readonly company: Company;
  readonly upstream: Upstream;
  readonly placeOf: PlaceOf;
  readonly fleets: FleetIndex;
  readonly board: Board;
  readonly polling: Polling;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly intents: IntentsCapability;
  readonly sites: Sites;
  readonly directory: Directory;
  readonly monitors: Monitors;
  readonly onboarding: Onboarding;
  readonly imports: ListImports;
  readonly geocoder: Geocoder;
  /** Unit, plate or VIN of a vehicle that a watched load names, else null. */
  readonly vehicleName: (vehicle_id: string) => string | null;
}
