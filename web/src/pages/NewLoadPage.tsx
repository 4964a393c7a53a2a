/** `/loads/new`: posts a load, or corrects one. Composes the form with the site book. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useDisabledReason, usePerson } from '../api/context.ts';
import { ProblemState } from '../api/ProblemState.tsx';
import { asProblem } from '../api/problem.ts';
import { WithQueries } from '../api/queries.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { LoadForm } from '../features/post-load/LoadForm.tsx';
import type { NewLoadSearch } from '../features/post-load/search.ts';
import { Unconfirmed } from '../features/post-load/Unconfirmed.tsx';
import { useCompanySettings } from '../features/settings/SharedSettings.tsx';
import { useSites } from '../features/sites/use-sites.ts';
import { useLoad, useLoaded } from '../live/context.ts';
import { useLoadPosting, useSentLoad } from '../live/use-posted-load.ts';
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
  const open = useCallback(
    (found: string | null) => void navigate({ to: '/', search: found ? { load: found } : {} }),
    [navigate],
  );
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
      onSent={(found, load_ref) => {
        toast({
          title: correcting ? `Correction of ${isolated(load_ref)} sent` : `${isolated(load_ref)} posted`,
        });
        void queries.invalidateQueries({ queryKey: queryKeys.loadPosting() });
        open(found);
      }}
    />
  );
}

const NO_SITES = [] as const;
