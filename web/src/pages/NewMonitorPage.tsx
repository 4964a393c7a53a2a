/** `/monitors/new`: the monitor builder, empty or from a load or another monitor. Composes loads, sites and monitors. */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import { useMemo } from 'react';
import { useDisabledReason, usePerson } from '../api/context.ts';
import type { Answer } from '../api/http.ts';
import { ProblemState } from '../api/ProblemState.tsx';
import { WithQueries } from '../api/queries.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';
import { useWebhooks } from '../api/webhooks.ts';
import { mapLoadOf } from '../features/loads/marker.ts';
import { Builder, BuilderSkeleton } from '../features/monitors/builder/Builder.tsx';
import { useDraftSource } from '../features/monitors/builder/queries.ts';
import type { NewMonitorSearch } from '../features/monitors/search.ts';
import { useSiteMutations, useSites } from '../features/sites/use-sites.ts';
import { useFacts, useLive } from '../live/context.ts';
import type { MapTruck } from '../map/types.ts';
import { Banner } from '../ui/Banner.tsx';
import { LinkButton } from '../ui/buttons.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MonoId } from '../ui/MonoId.tsx';
import { toast } from '../ui/toasts.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/monitors/new');

export function NewMonitorPage() {
  const search = route.useSearch();
  return (
    <PageFrame title="New monitor" above={<Link to="/monitors">Monitors</Link>}>
      <WithQueries>
        <NewMonitor search={search} />
      </WithQueries>
    </PageFrame>
  );
}

/** Webhook groups of other subscriptions than ours, with the name of the newest monitor that has each. */
function otherGroups(
  newest: Answer<typeof MONITOR_ROUTES.listMonitors> | undefined,
): ReadonlyMap<string, string | null> {
  const groups = new Map<string, string | null>();
  for (const { webhook_group_id: group, name } of newest?.items ?? [])
    if (group !== null && group !== newest?.sources.webhook_group_id && !groups.has(group))
      groups.set(group, name);
  return groups;
}

/** Number of monitors fetched to find the webhook groups in use. */
const NEWEST = 20;

export function NewMonitor({ search }: { readonly search: NewMonitorSearch }) {
  const navigate = useNavigate();
  const sites = useSites();
  const { create } = useSiteMutations();
  const disabledReason = useDisabledReason('manage_monitors');
  // Drawing must work even without the site book.
  const book = sites.data ?? (sites.isError ? NO_SITES : null);
  const draft_source = useDraftSource(search, book);
  const newest = useRead(MONITOR_ROUTES.listMonitors, queryKeys.newestMonitors(), {
    query: { size: NEWEST },
    staleTime: 60_000,
  });
  const person = usePerson();
  const truck = useTruckOf(draft_source.load);
  const groups = useMemo(() => otherGroups(newest.data), [newest.data]);

  if (draft_source.phase === 'failed' && search.load && draft_source.problem.code === 404)
    return <NotOnBoard load_id={search.load} />;
  if (draft_source.phase === 'failed')
    return <ProblemState problem={draft_source.problem} onRetry={draft_source.retry} />;
  if (draft_source.phase === 'loading' || book === null) return <BuilderSkeleton />;
  return (
    <Builder
      key={`${person} ${draft_source.source}`}
      source={draft_source.source}
      createDraft={draft_source.createDraft}
      newId={newId}
      load={draft_source.load}
      truck={truck}
      sites={book}
      onSaveSite={(site) => create.mutateAsync({ body: site })}
      groups={groups}
      notice={
        <>
          {disabledReason && <Banner tone="act" title={disabledReason} />}
          {draft_source.has_left && (
            <Banner tone="act" title="This load has left the board.">
              You can still create the monitor. The load shows it once it is{' '}
              <Link to="/" search={{ load: search.load }}>
                back on the board
              </Link>
              .
            </Banner>
          )}
          {newest.data?.sources.events === 'by_hand' && <EventsNotice />}
          {sites.isError && (
            <Banner tone="wait" title="Couldn't load the site book.">
              You can still draw or type circles.
            </Banner>
          )}
        </>
      }
      onCreated={(monitor_id) => {
        toast({ title: 'Monitor created' });
        if (monitor_id) void navigate({ to: '/monitors/$monitor_id', params: { monitor_id } });
        else void navigate({ to: '/monitors' });
      }}
      onUnknown={(message) => {
        toast({
          title: 'Not confirmed yet: checking whether the monitor was created',
          text: `${message ?? 'No response from the tracking service'}. Waypost never sends it twice.`,
        });
        void navigate({ to: '/monitors', search: { show: 'unknown' } });
      }}
    />
  );
}

function NotOnBoard({ load_id }: { readonly load_id: string }) {
  return (
    <EmptyState
      title="This load is not on the board"
      action={
        <LinkButton to="/" search={{ load: load_id }} variant="filled">
          Open the load
        </LinkButton>
      }
    >
      <p>Add it to the board first. What you began for it is kept.</p>
    </EmptyState>
  );
}

/** Shown when Waypost could not subscribe: the address that an administrator must register at the service. */
export function EventsNotice() {
  const admin = useDisabledReason('administer') === null;
  const webhooks = useWebhooks(admin);
  const webhook = webhooks.data?.find(({ purpose }) => purpose === 'geofence_monitor');
  return (
    <Banner tone="act" title="No live monitor events yet.">
      The tracking service does not let Waypost subscribe.{' '}
      {webhook?.address ? (
        <>
          Register this address there for geofence_monitor events:{' '}
          <MonoId label="address" value={webhook.address} max={48} />
        </>
      ) : (
        'Ask a Waypost administrator to register our address.'
      )}{' '}
      Until then, updates come from regular checks only.
    </Banner>
  );
}

const NO_SITES = [] as const;
const newId = () => crypto.randomUUID();

function useTruckOf(load: Parameters<typeof mapLoadOf>[0] | null): MapTruck | null {
  const { clock } = useLive();
  const facts = useFacts(load?.load_id ?? '');
  return useMemo(() => (load && facts ? mapLoadOf(load, facts, clock.now()) : null), [load, facts, clock]);
}
