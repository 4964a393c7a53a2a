/** Every page: path, search schema, access guard and component. To add a page, add a route here. */
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { SessionStore } from '../api/session.ts';
import { activitySearch } from '../features/activity/search.ts';
import { agreementsSearch } from '../features/agreements/search.ts';
import { apiKeysSearch } from '../features/api-keys/search.ts';
import { archiveSearch } from '../features/archive/search.ts';
import { boardSearch } from '../features/board/search.ts';
import { jobSearch, newJobSearch } from '../features/bulk/search.ts';
import { deliveriesSearch } from '../features/deliveries/search.ts';
import { driversSearch, newDriverSearch } from '../features/drivers/search.ts';
import { fleetsSearch } from '../features/fleets/search.ts';
import { fuelSearch } from '../features/fuel/search.ts';
import { invitationsSearch } from '../features/invitations/search.ts';
import { jobsSearch } from '../features/jobs/search.ts';
import { shiftSearch } from '../features/loads/handover/shift-search.ts';
import { monitorsSearch, newMonitorSearch } from '../features/monitors/search.ts';
import { outgoingWebhooksSearch } from '../features/outgoing-webhooks/search.ts';
import { peopleSearch } from '../features/people/search.ts';
import { newLoadSearch } from '../features/post-load/search.ts';
import { signInSearch } from '../features/session/search.ts';
import { settingsSearch } from '../features/settings/search.ts';
import { sitesSearch } from '../features/sites/search.ts';
import { usageSearch } from '../features/usage/search.ts';
import { wallScreensSearch } from '../features/wall-screens/search.ts';
import type { ViewProps } from '../ui/page-frame.tsx';
import { useFormatKey } from '../ui/prefs.ts';
import { needsSession, rootRoute } from './root.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

/** Also called before the router exists: most visits start on the board. */
export const loadBoardPage = () => import('../pages/BoardPage.tsx');
const loadBulkPages = () => import('../pages/BulkPages.tsx');

const signedIn = { getParentRoute: () => rootRoute, beforeLoad: needsSession } as const;

const board = createRoute({
  ...signedIn,
  path: '/',
  validateSearch: boardSearch,
  component: lazyPage(loadBoardPage, 'BoardRoute'),
});

const wall = createRoute({
  ...signedIn,
  path: '/wall',
  component: lazyPage(() => import('../pages/WallPage.tsx'), 'WallPage'),
});

const newLoad = createRoute({
  ...signedIn,
  path: '/loads/new',
  validateSearch: newLoadSearch,
  component: lazyPage(() => import('../pages/NewLoadPage.tsx'), 'NewLoadPage'),
});

const archive = createRoute({
  ...signedIn,
  path: '/archive',
  validateSearch: archiveSearch,
  component: lazyView(() => import('../features/archive/ArchiveView.tsx'), 'ArchiveView'),
});

const handover = createRoute({
  ...signedIn,
  path: '/handover',
  component: lazyView(() => import('../features/loads/handover/HandoverView.tsx'), 'HandoverView'),
});

const shiftReport = createRoute({
  ...signedIn,
  path: '/shift-report',
  validateSearch: shiftSearch,
  component: lazyView(() => import('../features/loads/handover/ShiftReportView.tsx'), 'ShiftReportView'),
});

const monitors = createRoute({
  ...signedIn,
  path: '/monitors',
  validateSearch: monitorsSearch,
  component: lazyView(() => import('../features/monitors/watch/MonitorsView.tsx'), 'MonitorsView'),
});

const newMonitor = createRoute({
  ...signedIn,
  path: '/monitors/new',
  validateSearch: newMonitorSearch,
  component: lazyPage(() => import('../pages/NewMonitorPage.tsx'), 'NewMonitorPage'),
});

const monitor = createRoute({
  ...signedIn,
  path: '/monitors/$monitor_id',
  component: lazyPage(() => import('../pages/MonitorPage.tsx'), 'MonitorPage'),
});

const sites = createRoute({
  ...signedIn,
  path: '/sites',
  validateSearch: sitesSearch,
  component: lazyView(() => import('../features/sites/SitesView.tsx'), 'SitesView'),
});

const fuel = createRoute({
  ...signedIn,
  path: '/fuel',
  validateSearch: fuelSearch,
  component: lazyView(() => import('../features/fuel/FuelView.tsx'), 'FuelView'),
});

const invitations = createRoute({
  ...signedIn,
  path: '/invitations',
  validateSearch: invitationsSearch,
  component: lazyView(() => import('../features/invitations/InvitationsView.tsx'), 'InvitationsView'),
});

const newInvitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/new',
  validateSearch: invitationsSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/invitations', search: { ...search, invitation: 'new' }, replace: true });
  },
});

const fleets = createRoute({
  ...signedIn,
  path: '/fleets',
  validateSearch: fleetsSearch,
  component: lazyView(() => import('../pages/FleetPages.tsx'), 'FleetsPage'),
});

const fleet = createRoute({
  ...signedIn,
  path: '/fleets/$fleet_id',
  component: lazyPage(() => import('../pages/FleetPages.tsx'), 'FleetPage'),
});

const agreements = createRoute({
  ...signedIn,
  path: '/agreements',
  validateSearch: agreementsSearch,
  component: lazyView(() => import('../features/agreements/AgreementsView.tsx'), 'AgreementsView'),
});

const deliveries = createRoute({
  ...signedIn,
  path: '/deliveries',
  validateSearch: deliveriesSearch,
  component: lazyView(() => import('../features/deliveries/DeliveriesView.tsx'), 'DeliveriesView'),
});

const usage = createRoute({
  ...signedIn,
  path: '/usage',
  validateSearch: usageSearch,
  component: lazyView(() => import('../features/usage/UsageView.tsx'), 'UsageView'),
});

const drivers = createRoute({
  ...signedIn,
  path: '/drivers',
  validateSearch: driversSearch,
  component: lazyView(() => import('../features/drivers/DriversView.tsx'), 'DriversView'),
});

const newDriver = createRoute({
  ...signedIn,
  path: '/drivers/new',
  validateSearch: newDriverSearch,
  component: lazyPage(() => import('../pages/NewDriverPage.tsx'), 'NewDriverPage'),
});

const activity = createRoute({
  ...signedIn,
  path: '/activity',
  validateSearch: activitySearch,
  component: lazyView(() => import('../features/activity/ActivityView.tsx'), 'ActivityView'),
});

const apiKeys = createRoute({
  ...signedIn,
  path: '/api-keys',
  validateSearch: apiKeysSearch,
  component: lazyView(() => import('../features/api-keys/ApiKeysView.tsx'), 'ApiKeysView'),
});

const jobs = createRoute({
  ...signedIn,
  path: '/jobs',
  validateSearch: jobsSearch,
  component: lazyView(() => import('../features/jobs/JobsView.tsx'), 'JobsView'),
});

const system = createRoute({
  ...signedIn,
  path: '/system',
  component: lazyView(() => import('../features/system/SystemView.tsx'), 'SystemView'),
});

const people = createRoute({
  ...signedIn,
  path: '/people',
  validateSearch: peopleSearch,
  component: lazyView(() => import('../features/people/PeopleView.tsx'), 'PeopleView'),
});

const wallScreens = createRoute({
  ...signedIn,
  path: '/wall-screens',
  validateSearch: wallScreensSearch,
  component: lazyView(() => import('../features/wall-screens/WallScreensView.tsx'), 'WallScreensView'),
});

/** Opens a wall screen, for a browser where nobody is signed in. */
const wallLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wall-link',
  component: lazyPage(() => import('../features/session/WallLinkPage.tsx'), 'WallLinkPage'),
});

const outgoingWebhooks = createRoute({
  ...signedIn,
  path: '/outgoing-webhooks',
  validateSearch: outgoingWebhooksSearch,
  component: lazyView(
    () => import('../features/outgoing-webhooks/OutgoingWebhooksView.tsx'),
    'OutgoingWebhooksView',
  ),
});

const bulk = createRoute({
  ...signedIn,
  path: '/bulk',
  component: lazyPage(loadBulkPages, 'BulkPage'),
});

const newBulk = createRoute({
  ...signedIn,
  path: '/bulk/new',
  validateSearch: newJobSearch,
  component: lazyPage(loadBulkPages, 'NewBulkPage'),
});

const bulkJob = createRoute({
  ...signedIn,
  path: '/bulk/$job_id',
  validateSearch: jobSearch,
  component: lazyPage(loadBulkPages, 'BulkJobPage'),
});

const settings = createRoute({
  ...signedIn,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyView(() => import('../pages/SettingsPage.tsx'), 'SettingsPage'),
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  beforeLoad: async ({ context, search }) => {
    const { phase } = await context.session.ready();
    if (phase === 'in') throw redirect({ href: search.return_to ?? '/' });
  },
  component: lazyPage(() => import('../features/session/SignInPage.tsx'), 'SignedOutPage'),
});

/** Where the identity provider returns the browser after signing it out. */
const signedOut = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-out',
  beforeLoad: () => {
    throw redirect({ to: '/sign-in', search: { signed_out: '1' }, replace: true });
  },
});

export const routeTree = rootRoute.addChildren([
  board,
  wall,
  newLoad,
  archive,
  handover,
  shiftReport,
  monitors,
  newMonitor,
  monitor,
  sites,
  fuel,
  invitations,
  newInvitation,
  fleets,
  fleet,
  agreements,
  deliveries,
  usage,
  drivers,
  newDriver,
  activity,
  apiKeys,
  jobs,
  system,
  people,
  wallScreens,
  wallLink,
  outgoingWebhooks,
  bulk,
  newBulk,
  bulkJob,
  settings,
  signIn,
  signedOut,
]);

export function makeRouter(session: SessionStore) {
  return createRouter({
    routeTree,
    context: { session },
    parseSearch,
    stringifySearch,
    defaultPreload: false,
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

/**
 * Plain functions format numbers and times by preference without subscribing to it. The page subscribes for them
 * and renders again in place, so that form input is not lost.
 * @param name export name of the component in its module
 */
function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const Page: ComponentType & { preload?: (() => Promise<void> | undefined) | undefined } =
    lazyRouteComponent(async () => {
      try {
        return { default: (await load())[name] };
      } catch (cause) {
        // The router would reload on the browser's own error, even while the server is down.
        throw new Error('This page did not load', { cause });
      }
    }, 'default');
  const SubscribedPage = () => {
    useFormatKey();
    return <Page />;
  };
  return Object.assign(SubscribedPage, { preload: async () => Page.preload?.() });
}

/** A page whose view is controlled by the URL's search parameters. */
function lazyView<Name extends string, Search extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<ViewProps<Search>>>>>,
  name: Name,
) {
  return lazyPage(async () => {
    const [{ viewPage }, views] = await Promise.all([import('../pages/PageFrame.tsx'), load()]);
    return { Page: viewPage(views[name]) };
  }, 'Page');
}
