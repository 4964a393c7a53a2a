/** Reads what the form begins from, then hands it over. */

import type { BoardOperationDetail } from '@waypost/contract/api/operations';
import { useDisabledReason, usePerson } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ListSkeleton } from '../../../ui/EmptyState.tsx';
import type { NewDriverSearch } from '../search.ts';
import { useOperationRead, useOperations } from '../use-operations.ts';
import { DriverForm } from './DriverForm.tsx';
import { draftOf, newDraft } from './draft.ts';
import { useConnections } from './use-connections.ts';

/** The data of an operation that a new one begins from. */
export type Beginning =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly problem: Problem; readonly retry: () => void }
  /** Null: there is none, or it is not kept. */
  | { readonly phase: 'ready'; readonly request: BoardOperationDetail['request'] };

export function useBeginning(operation_id: string | undefined): Beginning {
  const { data, error, refetch } = useOperationRead(operation_id ?? '', operation_id !== undefined);
  if (operation_id === undefined) return { phase: 'ready', request: null };
  if (data) return { phase: 'ready', request: data.request };
  if (error) return { phase: 'failed', problem: asProblem(error), retry: () => void refetch() };
  return { phase: 'loading' };
}

export interface NewDriverProps {
  readonly search: NewDriverSearch;
  readonly onCreated: (operation_id: string | null) => void;
  readonly newId?: () => string;
}

const randomId = () => crypto.randomUUID();

export function NewDriver({ search, onCreated, newId = randomId }: NewDriverProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const connections = useConnections();
  const operations = useOperations();
  const beginning = useBeginning(search.from);
  const person = usePerson();
  const { from, connection } = search;
  if (beginning.phase === 'failed')
    return <ProblemState problem={beginning.problem} onRetry={beginning.retry} />;
  if (beginning.phase === 'loading') return <ListSkeleton label="Loading the original data" />;
  const { request } = beginning;
  const source =
    from !== undefined ? `from:${from}` : connection !== undefined ? `at:${connection}` : 'blank';
  const unread = connections.error && asProblem(connections.error);
  return (
    <DriverForm
      key={`${person} ${source}`}
      source={source}
      begin={() => (request ? draftOf(request) : newDraft(connection))}
      newId={newId}
      places={connections.data ?? NONE}
      places_missing={missing(connections.isPending, unread !== null, connections.data?.length ?? 0)}
      operations={operations.data?.items ?? NONE}
      notice={
        <>
          {disabledReason && <Banner tone="act" title={disabledReason} />}
          {from !== undefined && request === null && (
            <Banner tone="wait" title="That operation's data is not available here.">
              It was requested outside Waypost, so the form starts empty.
            </Banner>
          )}
          {unread && (
            <Banner tone="wait" title="Couldn't load connections.">
              {unread.message}. You can still paste a connection ID.
            </Banner>
          )}
        </>
      }
      onCreated={onCreated}
    />
  );
}

const NONE: readonly never[] = [];

/** What the picker says in the place of an empty list. */
function missing(pending: boolean, failed: boolean, count: number): string | null {
  if (pending) return 'Loading connections.';
  if (failed) return "Couldn't load connections. You can paste a connection ID.";
  return count === 0 ? 'No fleet is connected yet. Invite one first, or paste a connection ID.' : null;
}
