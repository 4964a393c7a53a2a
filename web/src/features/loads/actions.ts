/** What the buttons of the table do: a ready message on the clipboard, a read now, off the watch list. */
import { useCallback } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { copyText } from '../../ui/copy.ts';
import { toast } from '../../ui/toasts.ts';
import type { Action } from './explain.ts';
import { messageOf } from './messages.ts';
import { readNow, unwatchLoad } from './watch.ts';

export function useLoadActions(): (load_id: string, action: Action) => void {
  const { http } = useApi();
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  return useCallback(
    (load_id, action) => {
      switch (action.kind) {
        case 'message': {
          const load = store.get(load_id);
          if (!load) return;
          const text = messageOf(action.message, load);
          void copyText(text).then((done) =>
            toast({
              title: done ? `Message for ${action.to} copied` : 'Your browser blocked copying. The message:',
              text,
            }),
          );
          return;
        }
        case 'read_now':
          void readNow(http, store, load_id).then((detail) => {
            if (detail && !detail.read_error)
              toast({ title: `${isolated(detail.load_ref ?? load_id)} updated just now` });
          });
          return;
        case 'remove':
          if (disabledReason !== null)
            toast({ title: 'The load stays on the watch list', text: disabledReason });
          else void unwatchLoad(http, store, load_id);
      }
    },
    [http, store, disabledReason],
  );
}
