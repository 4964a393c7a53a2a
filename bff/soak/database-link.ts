/** A TCP connection in between a server and its PostgreSQL, which can be reset, or lose all packets for a while. */
import { connect, createServer, type Socket } from 'node:net';

export interface DatabaseLink {
  /** The database's URL through this link. */
  readonly url: string;
  /** Ends all connections with a reset. */
  reset(): void;
  /** Nothing arrives at either end, and nothing is refused, until `restore`. */
  drop(): void;
  restore(): void;
  /** New connections go to this database: a virtual address that moves. */
  moveTo(databaseUrl: string): void;
  close(): void;
}

export async function databaseLink(databaseUrl: string, name: string): Promise<DatabaseLink> {
  let target = new URL(databaseUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let dropping = false;
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port) });
    const pair = [client, database] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const [from, to] of [pair, [database, client]] as const) {
      from.on('data', (part) => to.write(part));
      from.on('error', end);
      from.on('close', end);
      if (dropping) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the link has no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  url.searchParams.set('application_name', name);
  const sockets = () => [...pairs].flat();
  return {
    url: url.href,
    reset: () => {
      for (const socket of sockets()) socket.resetAndDestroy();
    },
    drop: () => {
      dropping = true;
      for (const socket of sockets()) socket.pause();
    },
    restore: () => {
      dropping = false;
      for (const socket of sockets()) socket.resume();
    },
    moveTo: (other) => {
      target = new URL(other);
    },
    close: () => {
      server.close();
      for (const socket of sockets()) socket.destroy();
    },
  };
}
