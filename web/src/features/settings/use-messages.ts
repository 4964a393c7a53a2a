/** Templates and addresses without emails as the server has them, and what an administrator does to them. Each rejects with a Problem. */

import { useQueryClient } from '@tanstack/react-query';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';

export function useTemplateWriting() {
  const client = useQueryClient();
  const onSuccess = (settings: MessageSettings) => client.setQueryData(queryKeys.messageSettings(), settings);
  const write = useWrite(MESSAGE_ROUTES.changeMessageTemplate, { onSuccess });
  const reset = useWrite(MESSAGE_ROUTES.resetMessageTemplate, { onSuccess });
  return { write, reset };
}

export function useOptOuts() {
  const client = useQueryClient();
  const list = useRead(MESSAGE_ROUTES.listEmailOptOuts, queryKeys.emailOptOuts(), { staleTime: 10_000 });
  const onSuccess = (items: unknown) => client.setQueryData(queryKeys.emailOptOuts(), items);
  const add = useWrite(MESSAGE_ROUTES.addEmailOptOut, { onSuccess });
  const remove = useWrite(MESSAGE_ROUTES.removeEmailOptOut, { onSuccess });
  return { list, add, remove };
}
