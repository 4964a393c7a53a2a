/** API keys, for administrators. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { apiKey, apiKeyCreate, apiKeyList, createdApiKey } from './api-keys.ts';
import { route } from './route.ts';

export const API_KEY_ROUTES = {
  listApiKeys: route('GET /api/api-keys', {
    summary: 'Every API key, newest first. Never the keys themselves',
    right: 'administer',
    responses: { 200: apiKeyList },
  }),
  createApiKey: route('POST /api/api-keys', {
    summary: 'Creates an API key. This answer holds it; it cannot be read again',
    right: 'administer',
    body: apiKeyCreate,
    responses: { 201: createdApiKey },
  }),
  revokeApiKey: route('POST /api/api-keys/{api_key_id}/revoke', {
    summary: 'Ends an API key for good. It opens nothing from then on; other servers know it within a second',
    right: 'administer',
    params: z.strictObject({ api_key_id: uuid }),
    responses: { 200: apiKey },
  }),
} as const;
