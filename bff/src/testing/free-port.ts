/** Ports for servers whose URL must be known before they listen; all others listen on 0. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of operating systems, so that none is assigned to another process between the check and its use. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = createServer().listen(port, '127.0.0.1');
    const is_free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!is_free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
