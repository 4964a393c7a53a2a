/** Addresses for events as the server has them, and what an administrator does to them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import type { WebhookAddress, WebhookPurpose, webhookRegistration } from '@waypost/contract/api/webhooks';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import { hooksQuery } from '../../api/hooks.ts';
import { queryKeys } from '../../api/query-keys.ts';

export function useHooks() {
  const { http } = useApi();
  return useQuery(useMemo(() => hooksQuery(http), [http]));
}

export type WebhookRegistration = z.input<typeof webhookRegistration>;

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useHookWriting() {
  const { http } = useApi();
  const client = useQueryClient();
  const onSuccess = (hook: WebhookAddress) =>
    client.setQueryData<readonly WebhookAddress[]>(
      queryKeys.hooks(),
      (hooks) => hooks && [...hooks.filter(({ id }) => id !== hook.id), hook],
    );
  // Also after a failure: the address may have been made before the service refused.
  const onSettled = () => void client.invalidateQueries({ queryKey: queryKeys.hooks() });
  const subscribe = useMutation({
    mutationFn: (purpose: WebhookPurpose) => http.call(WEBHOOK_ROUTES.subscribeHook, { params: { purpose } }),
    onSuccess,
    onSettled,
  });
  const register = useMutation({
    mutationFn: ({ purpose, body }: { purpose: string; body: WebhookRegistration }) =>
      http.call(WEBHOOK_ROUTES.registerHook, { params: { purpose }, body }),
    onSuccess,
    onSettled,
  });
  const verify = useMutation({
    mutationFn: ({ hook_id, tolerance_seconds }: { hook_id: string; tolerance_seconds?: number }) =>
      http.call(WEBHOOK_ROUTES.verifyDeliveries, {
        params: { hook_id },
        body: tolerance_seconds === undefined ? {} : { tolerance_seconds },
      }),
    onSettled: () => {
      onSettled();
      void client.invalidateQueries({ queryKey: queryKeys.deliveries() });
    },
  });
  const replay = useMutation({
    mutationFn: (hook_id: string) =>
      http.call(WEBHOOK_ROUTES.requestReplay, { params: { hook_id }, body: {} }),
  });
  return { subscribe, register, verify, replay };
}
