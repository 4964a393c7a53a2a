/** A new list: its name, and for whom. */
import { LOAD_LIST_NAME_MAX, type LoadListDetail } from '@waypost/contract/api/load-lists';
import { NamedForm } from '../../../live/Named.tsx';
import { useListWriting } from './use-load-lists.ts';
import { loadsText } from './words.ts';

export interface NewListProps {
  /** What it begins with. */
  readonly load_ids: readonly string[];
  readonly onCreated: (list: LoadListDetail) => void;
  readonly onCancel: () => void;
}

export function NewList({ load_ids, onCreated, onCancel }: NewListProps) {
  const { create } = useListWriting();
  return (
    <NamedForm
      max={LOAD_LIST_NAME_MAX}
      usual_scope="team"
      submit={load_ids.length === 0 ? 'Create list' : `Create list with ${loadsText(load_ids.length)}`}
      onSave={async ({ id, name, scope }) =>
        onCreated(await create({ list_id: id, name, scope, load_ids: [...load_ids] }))
      }
      onCancel={onCancel}
    />
  );
}
