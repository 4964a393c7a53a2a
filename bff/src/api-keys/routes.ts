/** API keys, for administrators. */
import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { ApiKeys } from './api-keys.ts';

export function mountApiKeys(router: Router, keys: ApiKeys): void {
  mount(router, API_KEY_ROUTES.listApiKeys, async () => ({
    status: 200,
    body: { items: await keys.list() },
  }));

  mount(router, API_KEY_ROUTES.createApiKey, async ({ body, session }) => ({
    status: 201,
    body: await keys.create(body, session),
  }));

  mount(router, API_KEY_ROUTES.revokeApiKey, async ({ params, session }) => ({
    status: 200,
    body: await keys.revoke(params.api_key_id, session),
  }));
}
