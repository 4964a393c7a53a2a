/** Ports for servers whose address must be known before they listen; all others listen on 0. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any: nobody is given one of these between this look and its use. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A port of this machine that nobody listens on. */
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
