// @vitest-environment happy-dom
/** While nothing is known yet, no page counts zero, says that there is nothing, or claims to be up to date. */
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { ActivityView } from '../features/activity/ActivityView.tsx';
import { AgreementsView } from '../features/agreements/AgreementsView.tsx';
import { ApiKeysView } from '../features/api-keys/ApiKeysView.tsx';
import { ArchiveView } from '../features/archive/ArchiveView.tsx';
import { JobList } from '../features/bulk/JobList.tsx';
import { DeliveriesView } from '../features/deliveries/DeliveriesView.tsx';
import { DriversView } from '../features/drivers/DriversView.tsx';
import { FuelView } from '../features/fuel/FuelView.tsx';
import { InvitationsView } from '../features/invitations/InvitationsView.tsx';
import { JobsView } from '../features/jobs/JobsView.tsx';
import { MonitorsView } from '../features/monitors/watch/MonitorsView.tsx';
import { OutgoingWebhooksView } from '../features/outgoing-webhooks/OutgoingWebhooksView.tsx';
import { PeopleView } from '../features/people/PeopleView.tsx';
import { SitesView } from '../features/sites/SitesView.tsx';
import { SystemView } from '../features/system/SystemView.tsx';
import { UsageView } from '../features/usage/UsageView.tsx';
import { WallScreensView } from '../features/wall-screens/WallScreensView.tsx';
import { pageOf } from '../testing/page.tsx';
import { type Answer, draw } from '../testing/render.tsx';
import type { ViewProps } from '../ui/page-frame.tsx';
import { FleetsPage } from './FleetPages.tsx';

/** Each view with the search that it opens with. */
const view = <Search extends object>(View: ComponentType<ViewProps<Search>>, start: Search) => {
  const { Page } = pageOf<Search>((page) => <View {...page} />);
  return () => <Page start={start} />;
};
const alone = (View: ComponentType) => view<object>(() => <View />, {});

const VIEWS = {
  activity: view(ActivityView, {}),
  agreements: view(AgreementsView, {}),
  connections: view(AgreementsView, { tab: 'connections' }),
  'api keys': view(ApiKeysView, {}),
  archive: view(ArchiveView, {}),
  'bulk jobs': alone(JobList),
  deliveries: view(DeliveriesView, {}),
  drivers: view(DriversView, {}),
  fleets: view(FleetsPage, {}),
  fuel: view(FuelView, {}),
  'fuel totals': view(FuelView, { view: 'totals' }),
  invitations: view(InvitationsView, {}),
  'TMS invitations': view(InvitationsView, { tab: 'tms' }),
  conversion: view(InvitationsView, { tab: 'conversion' }),
  jobs: view(JobsView, {}),
  monitors: view(MonitorsView, {}),
  'outgoing webhooks': view(OutgoingWebhooksView, {}),
  people: view(PeopleView, {}),
  sites: view(SitesView, {}),
  system: alone(SystemView),
  usage: view(UsageView, {}),
  'wall screens': view(WallScreensView, {}),
};

const unanswered = () => new Promise<Answer>(() => undefined);

describe('while nothing is known yet', () => {
  it.each(Object.entries(VIEWS))(
    '%s: no zero, nothing said to be missing, no time of an update',
    async (_, Page) => {
      const { frame } = await draw(<Page />, {
        roles: ['admin'],
        answers: { 'GET /api/': unanswered, 'POST /api/': unanswered },
      });
      await frame();
      // The texts of each element of its own, so that digits of neighbors are not one number.
      const texts = [...document.body.querySelectorAll('*:not(style)')].flatMap((one) =>
        [...one.childNodes].flatMap((node) =>
          node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [],
        ),
      );
      expect(screen.getAllByLabelText(/^Loading/).length).toBeGreaterThan(0);
      expect(texts.filter((text) => /(^|[^\d.,:])0($|[^\d.,:])|^No .* yet|^Updated \d/.test(text))).toEqual(
        [],
      );
    },
  );
});
