/** Templates and addresses without emails as the server has them, and what an administrator does to them. Each rejects with a Problem. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import type { MessageLanguage, MessageTemplate } from '@waypost/contract/api/message-text';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';

export function useTemplateWriting(language: MessageLanguage) {
  const { http } = useApi();
  const client = useQueryClient();
  const onSuccess = (settings: MessageSettings) => client.setQueryData(queryKeys.messageSettings(), settings);
  const write = useMutation({
    mutationFn: (body: MessageTemplate) =>
      http.call(MESSAGE_ROUTES.changeMessageTemplate, { params: { language }, body }),
    onSuccess,
  });
  const reset = useMutation({
    mutationFn: () => http.call(MESSAGE_ROUTES.resetMessageTemplate, { params: { language } }),
    onSuccess,
  });
  return { write, reset };
}

export function useOptOuts() {
  const { http } = useApi();
  const client = useQueryClient();
  const list = useQuery({
    queryKey: queryKeys.emailOptOuts(),
    queryFn: ({ signal }) => http.call(MESSAGE_ROUTES.listEmailOptOuts, { signal }),
    staleTime: 10_000,
  });
  const onSuccess = (items: unknown) => client.setQueryData(queryKeys.emailOptOuts(), items);
  const add = useMutation({
    mutationFn: (address: string) => http.call(MESSAGE_ROUTES.addEmailOptOut, { body: { address } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (address: string) => http.call(MESSAGE_ROUTES.removeEmailOptOut, { body: { address } }),
    onSuccess,
  });
  return { list, add, remove };
}
