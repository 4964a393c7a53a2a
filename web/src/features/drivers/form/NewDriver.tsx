import { useDisabledReason, usePerson } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { QueryState } from '../../../api/QueryState.tsx';
import { useUserConnections } from '../../../live/user-connections.ts';
import { Banner } from '../../../ui/Banner.tsx';
import type { NewDriverSearch } from '../search.ts';
import { useOperationQuery, useOperations } from '../use-operations.ts';
import { DriverForm } from './DriverForm.tsx';
import { draftOf, knownDraft, missingOf, newDraft } from './draft.ts';

interface NewDriverProps {
  readonly search: NewDriverSearch;
  readonly onCreated: (operation_id: string | null) => void;
  readonly newId?: () => string;
}

const randomId = () => crypto.randomUUID();

export function NewDriver({ search, onCreated, newId = randomId }: NewDriverProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const connections = useUserConnections();
  const operations = useOperations();
  const { from, connection } = search;
  const original = useOperationQuery(from ?? '', from !== undefined);
  const person = usePerson();
  if (from !== undefined && !original.data)
    return <QueryState query={original} label="Loading the original data" />;
  // Null without a source operation, or when its data is not stored.
  const request = original.data?.request ?? null;
  const known = original.data && request === null ? knownDraft(original.data) : null;
  const source =
    from !== undefined ? `from:${from}` : connection !== undefined ? `at:${connection}` : 'blank';
  const connections_problem = connections.error && asProblem(connections.error);
  return (
    <DriverForm
      key={`${person} ${source}`}
      source={source}
      createDraft={() => (request ? draftOf(request) : (known ?? newDraft(connection)))}
      newId={newId}
      connections={connections.data ?? NONE}
      empty_text={emptyListText(
        connections.isPending,
        connections_problem !== null,
        connections.data?.length ?? 0,
      )}
      operations={operations.data?.items ?? NONE}
      notice={
        <>
          {disabledReason && <Banner tone="act" title={disabledReason} />}
          {known && (
            <Banner tone="wait" title="Filled with what is known of the failed request.">
              It was made outside Waypost. Not known: {missingOf(known).join(', ')}.
            </Banner>
          )}
          {connections_problem && (
            <Banner tone="wait" title="Couldn't load connections.">
              {connections_problem.message}. You can still paste a connection ID.
            </Banner>
          )}
        </>
      }
      onCreated={onCreated}
    />
  );
}

const NONE: readonly never[] = [];

function emptyListText(pending: boolean, failed: boolean, count: number): string | null {
  if (pending) return 'Loading connections.';
  if (failed) return "Couldn't load connections. You can paste a connection ID.";
  return count === 0 ? 'No fleet is connected yet. Invite one first, or paste a connection ID.' : null;
}
