/** A connection pooler in transaction mode, as far as a test needs it: all clients share one connection, one statement at a time. */
import { connect, createServer, type Socket } from 'node:net';

const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

export async function transactionPooler(databaseUrl: string): Promise<{ url: string; close: () => void }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let shared: Socket | null = null;
  let asking: Socket | null = null;
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    let isFirst = false;
    let isStarted = false;
    if (shared === null) {
      isFirst = true;
      asking = client;
      shared = connect({ host: target.hostname, port: Number(target.port) });
      sockets.add(shared);
      shared.on('data', (part: Buffer) => asking?.write(part));
      shared.on('error', () => undefined);
    }
    client.on('data', (part: Buffer) => {
      if (part[0] === TERMINATE) return client.end();
      if (!isFirst && !isStarted) {
        isStarted = true;
        // The first client's sign-in counts for the others.
        return client.write(Buffer.concat([AUTHENTICATED, READY]));
      }
      asking = client;
      return shared?.write(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the pooler has no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
