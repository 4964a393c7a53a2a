/** Names the saved view and says whether the board still matches it. Applies the view when the address holds nothing but its id. */
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem, explain } from '../../api/problem.ts';
import { withQueries } from '../../api/queries.tsx';
import { useAttempt } from '../../api/show-problem.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { FilterLine } from '../../ui/lines.tsx';
import { toast } from '../../ui/toasts.ts';
import { isChanged, searchToSave, useViewMutations, useViews, type ViewedBoard } from './board-view.ts';

export const ViewLine = withQueries(Line);

function Line({ board }: { readonly board: ViewedBoard }) {
  const { saved, bare, onLeave } = board;
  const { data, error } = useViews();
  const { update } = useViewMutations();
  const { busy, attempt } = useAttempt();
  const team_disabled_reason = useDisabledReason('manage_loads');
  const view = data?.find(({ view_id }) => view_id === saved);
  // Only once: clearing all filters afterwards must not apply the view again.
  const [pending, setPending] = useState(bare);
  const open = useEffectEvent(() => view && board.onOpen(view, true));
  useEffect(() => {
    if (!view || !pending) return;
    setPending(false);
    open();
  }, [view, pending]);

  const changed = view !== undefined && !pending && isChanged(view, board);
  // The last version that the board has shown: what was changed here is based on it, also after a colleague's change.
  const [base, setBase] = useState<number>();
  if (view && !pending && !changed && base !== view.version) setBase(view.version);
  const save = async () => {
    if (!view) return;
    const { view_id, name, scope, search } = view;
    const version = base ?? view.version;
    const included = { map: 'map' in search, columns: 'columns' in search };
    await attempt('The view was not updated', async () => {
      await update(view_id, { version, name, scope, search: searchToSave(board, included) });
      toast({ title: scope === 'team' ? 'Team view updated' : 'View updated' });
    });
  };
  const leave = { closeLabel: 'Close view', onClose: onLeave };
  if (!view)
    return (
      <FilterLine
        note={
          error
            ? `Couldn't load the saved view: ${explain(asProblem(error)).title}`
            : data
              ? 'This view was deleted or is private'
              : 'Loading view'
        }
        {...leave}
      />
    );
  return (
    <FilterLine name={view.name} note={view.scope === 'team' ? 'Team view' : 'My view'} {...leave}>
      {changed && (
        <>
          <Button size="compact-xs" onClick={() => board.onOpen(view)}>
            Undo changes
          </Button>
          <GuardedButton
            size="compact-xs"
            loading={busy}
            disabledReason={view.scope === 'team' ? team_disabled_reason : null}
            onClick={() => void save()}
          >
            Update view
          </GuardedButton>
        </>
      )}
    </FilterLine>
  );
}
