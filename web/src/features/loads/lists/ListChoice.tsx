import { NativeSelect, TextInput } from '@mantine/core';
import { LOAD_LIST_NAME_MAX, type LoadList } from '@waypost/contract/api/load-lists';
import { VIEW_SCOPES } from '@waypost/contract/api/views';
import { z } from 'zod';
import { useDisabledReason } from '../../../api/context.ts';
import { useFormDraft, useFormDrafts } from '../../../live/form/draft.ts';
import { tooLong } from '../../../live/form/form.ts';
import { ScopeChoice } from '../../../ui/Choice.tsx';
import { useListMutations, useLoadLists } from './load-lists.ts';

const NEW = 'new';

const listDraft = z.object({
  /** A list's id, `new`, or empty: none. */
  choice: z.string(),
  name: z.string(),
  scope: z.enum(VIEW_SCOPES),
});

type ListDraft = z.infer<typeof listDraft>;
export const useListDrafts = () => useFormDrafts('list_choice', listDraft);
type ListDrafts = ReturnType<typeof useListDrafts>;

/**
 * The current choice, and a function to add loads to it.
 * @param list_id the initial choice
 */
export function useListChoice(list_id: string | undefined, drafts: ListDrafts) {
  const { data } = useLoadLists();
  const no_team = useDisabledReason('manage_loads');
  const { create, change } = useListMutations();
  const editor = useFormDraft<ListDraft>({
    drafts,
    name: list_id ?? '',
    initial: { choice: list_id ?? '', name: '', scope: no_team === null ? 'team' : 'person' },
  });
  const { values: chosen, set } = editor;
  const lists = (data ?? []).filter(({ scope }) => scope === 'person' || no_team === null);
  const { name, scope } = chosen;
  // A list that was deleted since, or is private to another person, cannot be chosen.
  const choice =
    chosen.choice === NEW || lists.some((list) => list.list_id === chosen.choice) ? chosen.choice : '';
  const name_error = tooLong(name, LOAD_LIST_NAME_MAX);
  return {
    lists,
    no_team,
    chosen: { choice, name, scope },
    set,
    /** Null: no list. */
    name: choice === '' ? null : (lists.find((list) => list.list_id === choice)?.name ?? name.trim()),
    is_invalid: choice === NEW && (name.trim() === '' || name_error !== false),
    name_error,
    /** Rejects with a Problem. A retry after an error does not create a second list. */
    addLoads: async (load_ids: readonly string[]): Promise<void> => {
      if (choice !== NEW) await change(choice, { add: [...load_ids] });
      else {
        const list = await create({ list_id: editor.intent_id, name: name.trim(), scope, load_ids: [] });
        await change(list.list_id, { add: [...load_ids] });
        set({ choice: list.list_id });
      }
      editor.discard();
    },
  };
}

export function ListChoice({ list }: { readonly list: ReturnType<typeof useListChoice> }) {
  const { lists, no_team, chosen, set, name_error } = list;
  const of = (scope: LoadList['scope'], group: string) => {
    const items = lists
      .filter((candidate) => candidate.scope === scope)
      .map(({ list_id, name }) => ({ value: list_id, label: name }));
    return items.length > 0 ? [{ group, items }] : [];
  };
  return (
    <>
      <NativeSelect
        label="Also add them to a list (optional)"
        value={chosen.choice}
        data={[
          { value: '', label: 'No list' },
          ...of('team', 'Team lists'),
          ...of('person', 'My lists'),
          { value: NEW, label: 'New list' },
        ]}
        onChange={({ currentTarget }) => set({ choice: currentTarget.value })}
      />
      {chosen.choice === NEW && (
        <>
          <TextInput
            label="Name of the new list"
            error={name_error && `Name ${name_error}`}
            value={chosen.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <ScopeChoice
            value={chosen.scope}
            onChange={(scope) => set({ scope })}
            teamDisabledReason={no_team}
          />
        </>
      )}
    </>
  );
}
