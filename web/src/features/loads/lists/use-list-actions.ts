/** What is done to lists, said in passing, each with its way back. */
import type { LoadList } from '@waypost/contract/api/load-lists';
import { attempt } from '../../../api/show-problem.ts';
import { isolated } from '../../../ui/bidi.ts';
import { copyText } from '../../../ui/MonoId.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useListWriting, useReadListsAgain } from './use-load-lists.ts';
import { loadsText } from './words.ts';

export function useListActions() {
  const { create, update, change, remove } = useListWriting();
  const again = useReadListsAgain();
  const undo = (did_not: string, work: () => Promise<unknown>) => ({
    label: 'Undo',
    run: () => void attempt(did_not, work).then(again),
  });
  return {
    put: ({ list_id, name }: LoadList, load_ids: readonly string[]) =>
      attempt(`Nothing was added to ${isolated(name)}`, async () => {
        const { added } = await change(list_id, { add: [...load_ids] });
        again();
        const there = load_ids.length - added.length;
        toast({
          title:
            added.length === 0
              ? `Already in ${isolated(name)}`
              : `${loadsText(added.length)} added to ${isolated(name)}`,
          ...(there > 0 && added.length > 0 ? { text: `${loadsText(there)} already in the list.` } : {}),
          ...(added.length > 0
            ? { action: undo('Not removed', () => change(list_id, { remove: added })) }
            : {}),
        });
      }),
    takeOut: ({ list_id, name }: LoadList, load_ids: readonly string[]) =>
      attempt(`Nothing was removed from ${isolated(name)}`, async () => {
        const { removed } = await change(list_id, { remove: [...load_ids] });
        again();
        toast({
          title:
            removed.length === 0
              ? `Not in ${isolated(name)}`
              : `${loadsText(removed.length)} removed from ${isolated(name)}`,
          text: 'Still on the board.',
          ...(removed.length > 0
            ? { action: undo('Not added back', () => change(list_id, { add: removed })) }
            : {}),
        });
      }),
    write: ({ list_id }: LoadList, fields: Partial<Pick<LoadList, 'name' | 'scope'>>) =>
      attempt('The list was not changed', async () => {
        await update(list_id, fields);
        again();
      }),
    drop: ({ list_id, name, scope }: LoadList) =>
      attempt('The list was not deleted', async () => {
        const { load_ids } = await remove(list_id);
        again();
        toast({
          title: `List ${isolated(name)} deleted`,
          ...(load_ids.length > 0 ? { text: 'Its loads stay where they are.' } : {}),
          action: undo('The list was not restored', () => create({ list_id, name, scope, load_ids })),
        });
      }),
    copyLink: async ({ list_id, scope }: LoadList) => {
      const copied = await copyText(`${location.origin}/?tab=all&list=${list_id}`);
      toast({
        title: copied ? 'Link copied' : 'Your browser blocked copying',
        ...(copied && scope === 'person' ? { text: 'Only you can open this list. Share it first.' } : {}),
      });
    },
  };
}
