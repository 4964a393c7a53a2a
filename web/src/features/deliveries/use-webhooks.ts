/** What an administrator does to event addresses. */
import { useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import type { WebhookAddress } from '@waypost/contract/api/webhooks';
import { queryKeys } from '../../api/query-keys.ts';
import { useWrite } from '../../api/server-state.ts';

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useWebhookWriting() {
  const client = useQueryClient();
  const onSuccess = (webhook: WebhookAddress) =>
    client.setQueryData<{ readonly items: readonly WebhookAddress[] }>(
      queryKeys.webhooks(),
      (list) => list && { items: [...list.items.filter(({ id }) => id !== webhook.id), webhook] },
    );
  // Also after a failure: the address may have been made before the service refused.
  const onSettled = () => void client.invalidateQueries({ queryKey: queryKeys.webhooks() });
  const subscribe = useWrite(WEBHOOK_ROUTES.subscribeWebhook, { onSuccess, onSettled });
  const register = useWrite(WEBHOOK_ROUTES.registerWebhook, { onSuccess, onSettled });
  const verify = useWrite(WEBHOOK_ROUTES.verifyDeliveries, {
    onSettled: () => {
      onSettled();
      void client.invalidateQueries({ queryKey: queryKeys.deliveries() });
    },
  });
  const replay = useWrite(WEBHOOK_ROUTES.requestReplay);
  return { subscribe, register, verify, replay };
}
