/** Every page: path, search schema, access guard and component. To add a page, add a route here. */
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { z } from 'zod';
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

/** Not the type of an empty object, with which no page could be linked from any other. */
const noSearch: z.ZodType<object> = z.object({});

const pages = [
  page('/', boardSearch, loadBoardPage, 'BoardRoute'),
  page('/wall', noSearch, () => import('../pages/WallPage.tsx'), 'WallPage'),
  page('/loads/new', newLoadSearch, () => import('../pages/NewLoadPage.tsx'), 'NewLoadPage'),
  view('/archive', archiveSearch, () => import('../features/archive/ArchiveView.tsx'), 'ArchiveView'),
  view('/handover', noSearch, () => import('../features/loads/handover/HandoverView.tsx'), 'HandoverView'),
  view(
    '/shift-report',
    shiftSearch,
    () => import('../features/loads/handover/ShiftReportView.tsx'),
    'ShiftReportView',
  ),
  view(
    '/monitors',
    monitorsSearch,
    () => import('../features/monitors/watch/MonitorsView.tsx'),
    'MonitorsView',
  ),
  page('/monitors/new', newMonitorSearch, () => import('../pages/NewMonitorPage.tsx'), 'NewMonitorPage'),
  page('/monitors/$monitor_id', noSearch, () => import('../pages/MonitorPage.tsx'), 'MonitorPage'),
  view('/sites', sitesSearch, () => import('../features/sites/SitesView.tsx'), 'SitesView'),
  view('/fuel', fuelSearch, () => import('../features/fuel/FuelView.tsx'), 'FuelView'),
  view(
    '/invitations',
    invitationsSearch,
    () => import('../features/invitations/InvitationsView.tsx'),
    'InvitationsView',
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitations/new',
    validateSearch: invitationsSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/invitations', search: { ...search, invitation: 'new' }, replace: true });
    },
  }),
  view('/fleets', fleetsSearch, () => import('../pages/FleetPages.tsx'), 'FleetsPage'),
  page('/fleets/$fleet_id', noSearch, () => import('../pages/FleetPages.tsx'), 'FleetPage'),
  view(
    '/agreements',
    agreementsSearch,
    () => import('../features/agreements/AgreementsView.tsx'),
    'AgreementsView',
  ),
  view(
    '/deliveries',
    deliveriesSearch,
    () => import('../features/deliveries/DeliveriesView.tsx'),
    'DeliveriesView',
  ),
  view('/usage', usageSearch, () => import('../features/usage/UsageView.tsx'), 'UsageView'),
  view('/drivers', driversSearch, () => import('../features/drivers/DriversView.tsx'), 'DriversView'),
  page('/drivers/new', newDriverSearch, () => import('../pages/NewDriverPage.tsx'), 'NewDriverPage'),
  view('/activity', activitySearch, () => import('../features/activity/ActivityView.tsx'), 'ActivityView'),
  view('/api-keys', apiKeysSearch, () => import('../features/api-keys/ApiKeysView.tsx'), 'ApiKeysView'),
  view('/jobs', jobsSearch, () => import('../features/jobs/JobsView.tsx'), 'JobsView'),
  view('/system', noSearch, () => import('../features/system/SystemView.tsx'), 'SystemView'),
  view('/people', peopleSearch, () => import('../features/people/PeopleView.tsx'), 'PeopleView'),
  view(
    '/wall-screens',
    wallScreensSearch,
    () => import('../features/wall-screens/WallScreensView.tsx'),
    'WallScreensView',
  ),
  /** Opens a wall screen, for a browser where nobody is signed in. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/wall-link',
    component: lazyPage(() => import('../features/session/WallLinkPage.tsx'), 'WallLinkPage'),
  }),
  view(
    '/outgoing-webhooks',
    outgoingWebhooksSearch,
    () => import('../features/outgoing-webhooks/OutgoingWebhooksView.tsx'),
    'OutgoingWebhooksView',
  ),
  page('/bulk', noSearch, loadBulkPages, 'BulkPage'),
  page('/bulk/new', newJobSearch, loadBulkPages, 'NewBulkPage'),
  page('/bulk/$job_id', jobSearch, loadBulkPages, 'BulkJobPage'),
  view('/settings', settingsSearch, () => import('../pages/SettingsPage.tsx'), 'SettingsPage'),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: signInSearch,
    beforeLoad: async ({ context, search }) => {
      const { phase } = await context.session.ready();
      if (phase === 'in') throw redirect({ href: search.return_to ?? '/' });
    },
    component: lazyPage(() => import('../features/session/SignInPage.tsx'), 'SignedOutPage'),
  }),
  /** Where the identity provider returns the browser after signing it out. */
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/signed-out',
    beforeLoad: () => {
      throw redirect({ to: '/sign-in', search: { signed_out: '1' }, replace: true });
    },
  }),
] as const;

export const routeTree = rootRoute.addChildren(pages);

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
 * A page for people who are signed in.
 * @param name export name of the component in its module
 */
function page<const Path extends string, Schema extends z.ZodType<object>, Name extends string>(
  path: Path,
  validateSearch: Schema,
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    beforeLoad: needsSession,
    path,
    validateSearch,
    component: lazyPage(load, name),
  });
}

/** The same for a component that is controlled by the URL's search parameters, in the frame of a page. */
function view<const Path extends string, Schema extends z.ZodType<object>, Name extends string>(
  path: Path,
  search: Schema,
  load: () => Promise<Readonly<Record<Name, ComponentType<ViewProps<z.output<Schema>>>>>>,
  name: Name,
) {
  const loadPage = async () => {
    const [{ viewPage }, views] = await Promise.all([import('../pages/PageFrame.tsx'), load()]);
    return { Page: viewPage(views[name]) };
  };
  return page(path, search, loadPage, 'Page');
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
