/** The one action of a row, in a cell of its own: reached by Tab from the active row. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import type { Action } from './explain.ts';
import classes from './RowAction.module.css';
import { useSentence } from './sentence.ts';

export interface RowActionProps {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
  readonly reachable: boolean;
  readonly onAction: (load_id: string, action: Action) => void;
}

export function RowAction({ load, facts, reachable, onAction }: RowActionProps) {
  const { action } = useSentence(load, facts);
  if (!action) return <GridCell className={classes.action} />;
  return (
    <GridCell className={classes.action}>
      <button
        type="button"
        tabIndex={reachable ? 0 : -1}
        className={classes.button}
        title={action.kind === 'message' ? `A ready message for ${action.to}` : undefined}
        aria-label={`${action.label}${action.kind === 'message' ? ` for ${action.to}` : ''}, ${isolated(load.load_ref ?? load.load_id)}`}
        onClick={(event) => {
          event.stopPropagation();
          onAction(load.load_id, action);
        }}
      >
        {action.label}
      </button>
    </GridCell>
  );
}
