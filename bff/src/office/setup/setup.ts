/** The setup list: what a new company does first, each item derived from real data at the moment of the request. */
import { may } from '@waypost/contract/api/session';
import {
  SETUP_ITEMS,
  SETUP_KEYS,
  type SetupItem,
  type SetupKey,
  type SetupState,
} from '@waypost/contract/api/setup';
import { SETUP_ROUTES } from '@waypost/contract/api/setup-routes';
import type { Company } from '../../people/company/company.ts';
import type { Config } from '../../platform/config/config.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import {
  hasApiKey,
  hasArchivedLoad,
  hasInvitation,
  hasMonitor,
  hasOtherPerson,
  hasOwnPreference,
  hasSentEmail,
  hasSharedLink,
} from '../../platform/store/setup.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { Sites } from '../../tracking/sites/sites.ts';

interface SetupOptions extends Uses<'db'> {
  readonly config: Pick<Config, 'smtp' | 'mapTiles' | 'mapStyleUrl'>;
  readonly company: Pick<Company, 'settings'>;
  readonly board: Pick<Board, 'ids'>;
  readonly sites: Pick<Sites, 'list'>;
}

interface Caller {
  readonly sub: string;
  readonly roles: readonly string[];
}

export const createSetup = (options: SetupOptions): Capability => ({
  routes: (router) =>
    mountRoutes(router, SETUP_ROUTES, {
      setup: async ({ session }) => ({ items: await setupOf(options, session) }),
    }),
});

/** The items that the caller may do; no other is looked at. */
export async function setupOf(options: SetupOptions, { sub, roles }: Caller): Promise<SetupItem[]> {
  const { config, company, board, sites, db } = options;
  const { name, time_zone } = company.settings;
  const done = (is_done: boolean): SetupState => (is_done ? 'done' : 'open');
  const states: Readonly<Record<SetupKey, () => Promise<SetupState>>> = {
    company: async () => done(name !== null && time_zone !== null),
    mail_server: async () => {
      if (config.smtp === null) return 'open';
      return (await hasSentEmail(db)) ? 'done' : 'configured';
    },
    street_map: async () => done(config.mapTiles !== null || config.mapStyleUrl !== null),
    people: async () => done(await hasOtherPerson(db, sub)),
    api_key: async () => done(await hasApiKey(db)),
    time_zone: async () => done(time_zone !== null || (await hasOwnPreference(db, sub))),
    loads: async () => done(board.ids().length > 0 || (await hasArchivedLoad(db))),
    site: async () => done(sites.list().length > 0 || (await hasMonitor(db))),
    invitation: async () => done(await hasInvitation(db)),
    fleet_message: async () => done(await hasSharedLink(db)),
  };
  const own = SETUP_KEYS.filter((key) => may(roles, SETUP_ITEMS[key].right));
  return Promise.all(own.map(async (key) => ({ key, state: await states[key]() })));
}
