/** Reads what the form begins from, then hands it over. */

import { useDisabledReason, usePerson } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { QueryState } from '../../../api/QueryState.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import type { NewDriverSearch } from '../search.ts';
import { useOperationRead, useOperations } from '../use-operations.ts';
import { DriverForm } from './DriverForm.tsx';
import { draftOf, newDraft } from './draft.ts';
import { useConnections } from './Pickers.tsx';

interface NewDriverProps {
  readonly search: NewDriverSearch;
  readonly onCreated: (operation_id: string | null) => void;
  readonly newId?: () => string;
}

const randomId = () => crypto.randomUUID();

export function NewDriver({ search, onCreated, newId = randomId }: NewDriverProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const connections = useConnections();
  const operations = useOperations();
  const { from, connection } = search;
  const beginning = useOperationRead(from ?? '', from !== undefined);
  const person = usePerson();
  if (from !== undefined && !beginning.data)
    return <QueryState query={beginning} label="Loading the original data" />;
  // Null: it begins from none, or its data is not kept.
  const request = beginning.data?.request ?? null;
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
