/** `/loads/new`: posts a load, or corrects one. Composes the form with the site book. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import type { LatLon } from '@waypost/geo/geodesy';
import { useState } from 'react';
import { useApi, useDisabledReason, usePerson } from '../api/context.ts';
import { ProblemState } from '../api/ProblemState.tsx';
import { asProblem } from '../api/problem.ts';
import { WithQueries } from '../api/queries.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { attempt } from '../api/show-problem.ts';
import { originOf } from '../features/post-load/draft.ts';
import { LoadForm } from '../features/post-load/LoadForm.tsx';
import type { NewLoadSearch } from '../features/post-load/search.ts';
import { Unconfirmed } from '../features/post-load/Unconfirmed.tsx';
import { useCompanySettings } from '../features/settings/SharedSettings.tsx';
import { useSites } from '../features/sites/use-sites.ts';
import { useLoad, useLoaded } from '../live/context.ts';
import { useLoadPosting, useSentLoad } from '../live/use-posted-load.ts';
import { cameraText } from '../map/types.ts';
import { Banner } from '../ui/Banner.tsx';
import { isolated } from '../ui/bidi.ts';
import { EmptyState, ListSkeleton } from '../ui/EmptyState.tsx';
import { toast } from '../ui/toasts.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/loads/new');

export function NewLoadPage() {
  const search = route.useSearch();
  const load = useLoad(search.load ?? '');
  const name = isolated(load?.load_ref ?? 'load');
  return (
    <PageFrame
      title={search.load ? `Correct ${name}` : 'Post a load'}
      tab="Load"
      above={<Link to="/">Board</Link>}
    >
      <WithQueries>
        <NewLoad key={search.load ?? 'new'} search={search} />
      </WithQueries>
    </PageFrame>
  );
}

const newId = () => crypto.randomUUID();

function NewLoad({ search }: { readonly search: NewLoadSearch }) {
  const { http } = useApi();
  const person = usePerson();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const disabledReason = useDisabledReason('manage_loads');
  const sites = useSites();
  const posting = useLoadPosting();
  const company = useCompanySettings();
  const [anyway, setAnyway] = useState(false);
  const load_id = search.load ?? null;
  const load = useLoad(load_id ?? '');
  const loaded = useLoaded();
  const sent = useSentLoad(load_id, 'form');
  const open = (found: string | null, origin: LatLon | null = null) =>
    void navigate({
      to: '/',
      search: {
        ...(found && { load: found }),
        // Without a truck, the map has nothing else to show of it.
        ...(origin && { map: cameraText({ ...origin, zoom: ORIGIN_ZOOM }) }),
      },
    });
  const correcting = load_id !== null;
  if (sent.error) return <ProblemState problem={asProblem(sent.error)} onRetry={() => void sent.refetch()} />;
  if (correcting && loaded && !load)
    return (
      <EmptyState title="This load is not on the board">
        Add it to the board first. <Link to="/">Open the board</Link>
      </EmptyState>
    );
  if (posting.isPending || company.isPending || (correcting && !(load && sent.data)))
    return <ListSkeleton label="Loading the form" />;
  const offered = posting.data?.[correcting ? 'correct' : 'post'];
  if (offered === 'no' && !anyway)
    return (
      <EmptyState
        title={
          correcting
            ? "The tracking service doesn't take corrections"
            : "The tracking service doesn't take loads"
        }
        action={<Button onClick={() => setAnyway(true)}>Try anyway</Button>}
      >
        It has nothing at the address that Waypost uses. Ask your Waypost administrator to check the address
        for loads. Waypost checks again within the hour.{' '}
        {!correcting && 'Loads it already has can be added to the board.'}
      </EmptyState>
    );
  return (
    <LoadForm
      key={`${person} ${sent.data?.version ?? 0}`}
      corrected={load && sent.data ? { load, sent: sent.data } : null}
      sites={sites.data ?? NO_SITES}
      company_zone={company.data?.time_zone ?? null}
      newId={newId}
      notice={
        <>
          {disabledReason && <Banner tone="act" title={disabledReason} />}
          {sites.isError && (
            <Banner tone="wait" title="Couldn't load the site book.">
              You can still search for places.
            </Banner>
          )}
          {!correcting && <Unconfirmed onFound={open} />}
        </>
      }
      onReload={() => void sent.refetch()}
      onSent={(found, draft) => {
        const name = isolated(draft.load_ref.trim());
        toast({ title: correcting ? `Correction of ${name} sent` : `${name} posted` });
        void queries.invalidateQueries({ queryKey: queryKeys.loadPosting() });
        const phone = draft.carrier_phone.trim();
        const not_added = `Phone number of ${name} not added`;
        if (phone !== '' && found === null)
          toast({ title: not_added, text: 'Add it once the load is on the board.' });
        else if (phone !== '' && found !== null)
          void attempt(not_added, () =>
            http.call(BOARD_ROUTES.setCarrierPhone, { params: { load_id: found }, body: { phone } }),
          );
        open(found, correcting ? null : originOf(draft));
      }}
    />
  );
}

const NO_SITES = [] as const;
/** A town and its surroundings. */
const ORIGIN_ZOOM = 9;
