/** API keys, for administrators. */
import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { ApiKeys } from './api-keys.ts';

export function mountApiKeys(router: Router, keys: ApiKeys): void {
  mount(router, API_KEY_ROUTES.listApiKeys, async () => ({ items: await keys.list() }));

  mount(router, API_KEY_ROUTES.createApiKey, ({ body, session }) => keys.create(body, session));

  mount(router, API_KEY_ROUTES.revokeApiKey, ({ params, session }) =>
    keys.revoke(params.api_key_id, session),
  );
}
