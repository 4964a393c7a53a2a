/** Types of the dependencies with which capabilities are created (services.ts); each `create.ts` picks the ones it needs. */
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Router } from 'express';
import type { Logger } from 'pino';
import type { Activity } from './activity/activity.ts';
import type { Auth } from './auth/create.ts';
import type { SecretBox } from './auth/keys.ts';
import type { Board } from './board/board.ts';
import type { PlaceOf } from './board/entry.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { Company } from './company/company.ts';
import type { Config } from './config.ts';
import type { Events } from './events/hub.ts';
import type { ThrottledBroadcaster } from './events/throttled-broadcaster.ts';
import type { FleetIndex } from './fleets/fleet-index.ts';
import type { Geocoder } from './geocoding/geocoder.ts';
import type { ListImports } from './imports/imports.ts';
import type { IntentsCapability } from './intents/create.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Monitors } from './monitors/monitors.ts';
import type { Onboarding } from './onboarding/create.ts';
import type { Directory } from './onboarding/directory.ts';
import type { Polling } from './polling/create.ts';
import type { Sites } from './sites/sites.ts';
import type { Database } from './store/database.ts';
import type { Storage } from './store/storage.ts';
import type { ServiceClient } from './upstream/client.ts';
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
  readonly jobs: Jobs;
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
  /** Unit, plate or VIN of a vehicle of a watched load, else null. */
  readonly vehicleName: (vehicle_id: string) => string | null;
}

/** Dependencies of many components, each with one name. */
interface Dependencies extends Pick<Wiring, 'db' | 'box' | 'log' | 'activity' | 'board'> {
  readonly assumptions: Assumptions;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly broadcaster: ThrottledBroadcaster;
  /** Of several servers only one runs background work and writes to the board. */
  readonly isLeader: () => boolean;
  /** Milliseconds since 1970; defaults to the system clock. */
  readonly now?: () => number;
  /** For waits and durations; defaults to the monotonic clock (lib/clocks.ts). */
  readonly monotonicNow?: () => number;
}

/** The dependencies that a component names in its options. */
export type Uses<K extends keyof Dependencies> = Pick<Dependencies, K>;

/** What each capability provides to services.ts, in addition to its own functions. */
export interface Capability {
  /** Mounts its routes under `/api`, behind the session check. */
  readonly routes?: (router: Router) => void;
  /** Mounts its routes under `/machine`, behind the API key check. */
  readonly machineRoutes?: (router: Router) => void;
  /** Starts its background work, once everything is wired. */
  readonly start?: () => void | Promise<void>;
  /** Stops its background work, after the last request. What runs under a lease is stopped with it. */
  readonly stop?: () => void | Promise<void>;
  /** Releases its resources, after all background work. */
  readonly close?: () => void | Promise<void>;
}
