/** What a vendor does with `/machine/openapi.json`: check it, generate clients from it, compile them, and call the server. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { useServer } from '@waypost/bff/testing/server';
import { id } from '@waypost/bff/testing/tracking';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

const stack = await useServer({ sandbox: { SANDBOX_LOADS: '5' } });
// In the package, so that the compiler finds the types that the clients use.
mkdirSync(join(import.meta.dirname, 'dist'), { recursive: true });
const folder = mkdtempSync(join(import.meta.dirname, 'dist', 'test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let source: string;

beforeAll(async () => {
  const answer = await fetch(`${stack.url}/machine/openapi.json`);
  expect(answer.status).toBe(200);
  source = await answer.text();
});

/** Returns what the compiler complains about. */
async function compile(...files: string[]): Promise<string> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --target es2022'.split(' ');
  const modules = '--module nodenext --moduleResolution nodenext --types node'.split(' ');
  const { stdout } = await promisify(execFile)(process.execPath, [
    tsc,
    ...options,
    ...modules,
    ...files,
  ]).catch((error: { stdout: string }) => error);
  return stdout;
}

it('passes the recommended rules of Redocly without a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  // A public address, as in production: one on this machine is a warning of its own.
  const published = source.replace(`"${stack.url}"`, '"https://waypost.acme.com"');
  const problems = await lintFromString({ source: published, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

it('gives openapi-typescript small types that compile', async () => {
  const types = astToString(await openapiTypescript(source));
  const file = join(folder, 'types.ts');
  writeFileSync(file, types);
  expect(await compile(file)).toBe('');
  expect(types.split('\n').length).toBeLessThan(8_000);
});

it('gives openapi-ts a client that compiles, and works against the server', async () => {
  const path = join(folder, 'client');
  await createClient({
    input: JSON.parse(source),
    output: { path, module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  expect(await compile(join(path, 'index.ts'))).toBe('');
  const admin = await stack.signedIn('admin');
  const { json } = await admin.api(`${stack.url}/api/api-keys`, {
    method: 'POST',
    body: { name: 'Vendor', rights: ['read', 'manage_loads'], expires_at: null },
  });
  const { client } = await import(pathToFileURL(join(path, 'client.gen.ts')).href);
  const sdk = await import(pathToFileURL(join(path, 'sdk.gen.ts')).href);
  client.setConfig({ baseUrl: stack.url, auth: () => json.secret });
  const watched = await sdk.watchLoads({ body: { load_ids: [id(7)] } });
  expect([watched.response.status, watched.data.added]).toEqual([201, 1]);
  const body = {
    load_ref: 'VENDOR-1',
    stops: [
      { name: 'Amarillo', latitude: 35.2, longitude: -101.8 },
      { name: 'Denver', latitude: 39.7, longitude: -105 },
    ],
  };
  const headers = { 'Idempotency-Key': 'our order 4711/1' };
  const posted = await sdk.postLoad({ body, headers });
  expect(posted.response.status).toBe(201);
  const again = await sdk.postLoad({ body, headers });
  expect(again.data.intent.result_id).toBe(posted.data.intent.result_id);
  const wrong = await sdk.listLoads({ query: { size: 0 } });
  expect(wrong.error).toMatchObject({ code: 422, detail: [{ path: 'query.size' }] });
});
