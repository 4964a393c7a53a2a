import { z } from 'zod';
import { uuid } from '../common.ts';
import { apiKey, apiKeyCreate, apiKeyList, createdApiKey, rotateKeyQuery } from './api-keys.ts';
import { route } from './route.ts';

export const API_KEY_ROUTES = {
  listApiKeys: route('GET /api/api-keys', {
    summary: 'List API keys, newest first, without their secrets',
    right: 'administer',
    responses: { 200: apiKeyList },
  }),
  createApiKey: route('POST /api/api-keys', {
    summary: 'Create an API key. Only this response contains the key',
    right: 'administer',
    body: apiKeyCreate,
    responses: { 201: createdApiKey },
  }),
  rotateApiKey: route('POST /api/api-keys/{api_key_id}/rotate', {
    summary: 'Replace an API key and return the new one. The one before works for overlap_hours longer',
    right: 'administer',
    params: z.strictObject({ api_key_id: uuid }),
    query: rotateKeyQuery,
    responses: { 200: createdApiKey },
  }),
  revokeApiKey: route('POST /api/api-keys/{api_key_id}/revoke', {
    summary: 'Revoke an API key permanently. Other servers reject it within a second',
    right: 'administer',
    params: z.strictObject({ api_key_id: uuid }),
    responses: { 200: apiKey },
  }),
} as const;
