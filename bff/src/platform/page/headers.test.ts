import express from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { readConfig } from '../config/config.ts';
import { securityHeaders } from './headers.ts';

const { dir, remove } = temporaryFolder();

async function transportSecurity(env: Record<string, string>) {
  const service = {
    SERVICE_BASE_URL: 'https://api.example.com',
    SERVICE_TOKEN_URL: 'https://id.example.com/token',
    SERVICE_AUTHORIZATION_URL: 'https://id.example.com/auth',
    SERVICE_CLIENT_ID: 'me',
    SERVICE_CLIENT_SECRET: 'secret',
  };
  const app = express();
  app.use(securityHeaders(readConfig({ ...service, ...env }, dir)));
  return (await supertest(app).get('/')).headers['strict-transport-security'];
}

it('https is required of PUBLIC_URL, and of its subdomains only if configured', async () => {
  const PUBLIC_URL = 'https://waypost.example.com';
  expect(await transportSecurity({ PUBLIC_URL })).toBe('max-age=63072000');
  expect(await transportSecurity({ PUBLIC_URL, HSTS_INCLUDE_SUBDOMAINS: 'true' })).toMatch(
    /; includeSubDomains/,
  );
  expect(await transportSecurity({})).toBeUndefined();
  remove();
});
