/** Periodic queries must not scan a whole table: with millions of rows every request would wait. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { PURGES } from '../../office/retention/retention.ts';
import { addAgedRows } from '../../testing/aged-rows.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { periodicQueries } from '../../testing/periodic.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { deliveryCounts } from './webhooks.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
/** Holds a handful of rows, so a full scan is fine. */
const SMALL = 'webhook_subscription';
/** Its primary key, named before the table was renamed. */
const SMALL_KEY = 'hook_pkey';
/** Scanned in index order, but only up to the query's limit. */
const IN_ORDER_OF_INDEX = 'invitation_open_by_last_read';

interface PgNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PgNode[];
}

describeOnBothDatabases('a periodic query', (fresh) => {
  it('finds its rows by an index', async () => {
    const { url } = await fresh();
    const postgres = url.startsWith('postgres');
    // PostgreSQL prefers a scan of an empty table; this shows whether an index could be used.
    const { db, close } = await openDatabase(
      postgres ? `${url}?options=${encodeURIComponent('-c enable_seqscan=off')}` : url,
    );
    await addAgedRows(db, 'old', 1);
    const scans: string[] = [];
    for (const { name, run } of periodicQueries(NOW, postgres ? 'postgres' : 'sqlite')) {
      const queries = (await queriesOf(db, run)).filter((query) => !query.sql.startsWith('PRAGMA'));
      expect(queries, name).not.toHaveLength(0);
      for (const query of queries)
        for (const scan of postgres ? await postgresScans(db, query) : await sqliteScans(db, query))
          scans.push(`${name}: ${scan}: ${query.sql}`);
    }
    await close();
    expect(scans).toEqual([]);
  });

  it.each([{}, { event: 'invitation.*' }])(
    'counts deliveries without reading their bodies, of %j',
    async (filter) => {
      const { url } = await fresh();
      const postgres = url.startsWith('postgres');
      const { db, close } = await openDatabase(
        postgres
          ? `${url}?options=${encodeURIComponent('-c enable_seqscan=off -c enable_bitmapscan=off')}`
          : url,
      );
      const [query] = await queriesOf(db, (queried) => deliveryCounts(queried, filter));
      if (!query) throw new Error('no query');
      const { sql, parameters } = query;
      const explain = postgres ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
      await close();
      expect(JSON.stringify(rows)).toMatch(
        /(COVERING INDEX|Index Only Scan using) webhook_delivery_by_state/,
      );
    },
  );

  it('is listed if it purges rows', async () => {
    const listed = new Set(PURGES.map(({ purge }) => purge.name));
    const files = readdirSync(import.meta.dirname).filter((file) => /^[\w-]+(?<!-worker)\.ts$/.test(file));
    for (const file of files) {
      const module = (await import(join(import.meta.dirname, file))) as Record<string, unknown>;
      for (const name of Object.keys(module).filter((one) => one.startsWith('purge') && one !== 'purgeAll'))
        if (name !== 'purgeRemoved') expect(listed, `${name} of ${file}`).toContain(name);
    }
  });
});

/** Queries sent to the database while `run` runs. */
async function queriesOf(db: Database, run: (db: Database) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const recording: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await run(db.withPlugin(recording));
  return queries;
}

async function sqliteScans(db: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
  );
  return rows
    .map(({ detail }) => detail)
    .filter(
      (detail) =>
        /^SCAN (?!CONSTANT ROW|wanted\b)/.test(detail) &&
        !new RegExp(`^SCAN ${SMALL}\\b(?! USING INDEX)`).test(detail) &&
        !detail.includes(IN_ORDER_OF_INDEX),
    );
}

async function postgresScans(db: Database, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly [{ readonly Plan: PgNode }] }>(
    CompiledQuery.raw(`EXPLAIN (FORMAT JSON) ${sql}`, [...parameters]),
  );
  const scans: string[] = [];
  const visit = (node: PgNode, parent: string) => {
    const type = node['Node Type'];
    const index = node['Index Name'];
    // Reading the first index entry is how PostgreSQL finds a minimum.
    const first = parent === 'Limit' && type !== 'Seq Scan' && node.Filter === undefined;
    const isScan = type === 'Seq Scan' || (index !== undefined && node['Index Cond'] === undefined);
    if (isScan && !first && node['Relation Name'] !== SMALL && index !== SMALL_KEY)
      scans.push(`${type} of ${node['Relation Name'] ?? index}`);
    for (const child of node.Plans ?? []) visit(child, type);
  };
  visit(rows[0]?.['QUERY PLAN'][0].Plan as PgNode, '');
  return scans;
}
