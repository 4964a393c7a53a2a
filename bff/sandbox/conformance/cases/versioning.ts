/** Statements that hold for every endpoint. */
import assert from 'node:assert/strict';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { type Case, topic } from '../case.ts';
import type { Name } from '../client.ts';
import type { Context } from '../context.ts';

const general = topic('general');
const versioning = topic('versioning');

/** Reads without parameters. */
const READS = Object.values(serviceEndpoints())
  .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  .map(({ name }): Name => name);

const overview = (context: Context) => context.client.expectSuccess('getDeprecatedOverview');

export const versioningCases: readonly Case[] = [
  ...READS.flatMap((name) => [
    general.reads(`${name} returns JSON`, `Response bodies are JSON (${name})`, async ({ client }) => {
      const { headers, body } = await client.expectSuccess(name);
      assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
      assert.ok(typeof body === 'object' && body !== null);
    }),
    versioning.reads(
      `${name} without a version`,
      `No version header or parameter exists: ${name} works without one`,
      async ({ client }) => {
        const { headers } = await client.expectSuccess(name);
        assert.deepEqual(
          [...headers.keys()].filter((header) => header.includes('version')),
          [],
        );
      },
    ),
  ]),
  general.reads('times are UTC', 'Timestamps are ISO 8601 date-times in UTC', async (context) => {
    const { text } = await context.client.expectSuccess('listAgreements');
    const times = text.match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [];
    assert.ok(times.length > 0);
    for (const time of times) assert.match(time, /T\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"$/);
  }),
  versioning.reads(
    'deprecated overview',
    'Deprecations: GET analytics overview is deprecated and still works',
    async (context) => {
      assert.equal((await overview(context)).status, 200);
    },
  ),
  versioning.controls(
    'deprecation is announced',
    'Deprecations: the response says so and names the intelligence area (headers are ours)',
    async (context) => {
      const { headers } = await overview(context);
      assert.match(headers.get('deprecation') ?? '', /^@\d+$/);
      assert.match(headers.get('link') ?? '', /intelligence\/analytics\/overview>; rel="successor-version"/);
      assert.ok(!Number.isNaN(Date.parse(headers.get('sunset') ?? '')));
    },
  ),
  versioning.controls(
    'successor is not deprecated',
    'The intelligence area is not deprecated',
    async (context) => {
      assert.equal((await context.client.expectSuccess('getOverview')).headers.get('deprecation'), null);
    },
  ),
];
