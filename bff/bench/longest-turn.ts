/** Measures a server with `turns.ts` in it. */
import { once } from 'node:events';
import type { Served } from '../soak/serve.ts';

/** Environment of a server that can be measured. */
export const MEASURED = { NODE_OPTIONS: `--import ${new URL('turns.ts', import.meta.url).href}` };

async function ask({ child }: Served, message: 'begin turns' | 'end turns'): Promise<number> {
  const response = once(child, 'message') as Promise<[{ longest: number }]>;
  child.send(message);
  const [{ longest }] = await response;
  return longest;
}

/** The longest turn of a server's event loop during `work`, in milliseconds of processor time. */
export async function longestTurn(server: Served, work: () => Promise<unknown>): Promise<number> {
  await ask(server, 'begin turns');
  await work();
  return ask(server, 'end turns');
}
