/** Event addresses as the server has them, and what an administrator does to them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import type { WebhookAddress, WebhookPurpose, webhookRegistration } from '@waypost/contract/api/webhooks';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { webhooksQuery } from '../../api/webhooks.ts';

export function useWebhooks() {
  const { http } = useApi();
  return useQuery(useMemo(() => webhooksQuery(http), [http]));
}

export type WebhookRegistration = z.input<typeof webhookRegistration>;

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useWebhookWriting() {
  const { http } = useApi();
  const client = useQueryClient();
  const onSuccess = (webhook: WebhookAddress) =>
    client.setQueryData<readonly WebhookAddress[]>(
      queryKeys.webhooks(),
      (webhooks) => webhooks && [...webhooks.filter(({ id }) => id !== webhook.id), webhook],
    );
  // Also after a failure: the address may have been made before the service refused.
  const onSettled = () => void client.invalidateQueries({ queryKey: queryKeys.webhooks() });
  const subscribe = useMutation({
    mutationFn: (purpose: WebhookPurpose) =>
      http.call(WEBHOOK_ROUTES.subscribeWebhook, { params: { purpose } }),
    onSuccess,
    onSettled,
  });
  const register = useMutation({
    mutationFn: ({ purpose, body }: { purpose: string; body: WebhookRegistration }) =>
      http.call(WEBHOOK_ROUTES.registerWebhook, { params: { purpose }, body }),
    onSuccess,
    onSettled,
  });
  const verify = useMutation({
    mutationFn: ({
      subscription_id,
      tolerance_seconds,
    }: {
      subscription_id: string;
      tolerance_seconds?: number;
    }) =>
      http.call(WEBHOOK_ROUTES.verifyDeliveries, {
        params: { subscription_id },
        body: tolerance_seconds === undefined ? {} : { tolerance_seconds },
      }),
    onSettled: () => {
      onSettled();
      void client.invalidateQueries({ queryKey: queryKeys.deliveries() });
    },
  });
  const replay = useMutation({
    mutationFn: (subscription_id: string) =>
      http.call(WEBHOOK_ROUTES.requestReplay, { params: { subscription_id }, body: {} }),
  });
  return { subscribe, register, verify, replay };
}
