/**
 * `pnpm soak:stop`, required measurement 6: SIGTERM under 200 requests per second with 200 streams. No request fails, and the
 * exit code is 0 within ten seconds. After the signal, a refused connection tells a load balancer to go elsewhere, but an
 * accepted request must be answered. A keep-alive connection that closes before any byte of the response is counted separately,
 * because every client retries such a request.
 */
import { Agent, request as httpRequest } from 'node:http';
import { temporaryFolder } from '../src/testing/server.ts';
import { report } from './report.ts';
import { cookiesOf, sandboxProcess, serve } from './serve.ts';
import { StreamReader } from './stream-reader.ts';

const STREAMS = 200;
const PER_SECOND = 200;
const SECONDS = 5;
const SESSIONS = 20;

const folder = temporaryFolder();
const provider = await sandboxProcess({
  SANDBOX_LOADS: '50',
  SANDBOX_RATE_LIMIT: '1000000',
  SANDBOX_TOKEN_RATE_LIMIT: '100000',
});
const server = await serve(provider.line, folder.dir, { POLL_INTERVAL_SECONDS: '2' });
const cookies = await cookiesOf(server.url, SESSIONS);
const cookie = (n: number) => cookies[n % SESSIONS] as string;
const list = await fetch(`${server.url}/api/loads`, { headers: { cookie: cookie(0), 'X-CSRF': '1' } });
const ids = ((await list.json()) as { items: { load_id: string }[] }).items.map((item) => item.load_id);
const readers = Array.from({ length: STREAMS }, (_, n) => new StreamReader(server.url, cookie(n)));
for (const reader of readers) await reader.open();

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const failures: string[] = [];
let [sent, answered, refused, unsent] = [0, 0, 0, 0];
let stopping = false;
let open = 0;

/** Typical requests in turn: the board, a load from the database, a proxied read, a write. */
function requestFor(n: number): { method: string; path: string; body?: string } {
  const load_id = ids[n % ids.length] as string;
  switch (n % 4) {
    case 0:
      return { method: 'GET', path: '/api/loads' };
    case 1:
      return { method: 'GET', path: `/api/loads/${load_id}` };
    case 2:
      return { method: 'GET', path: `/api/v2/visibility/loads/${load_id}/tracking` };
    default:
      return { method: 'POST', path: '/api/loads', body: JSON.stringify({ load_id }) };
  }
}

function call(n: number): void {
  const { method, path, body } = requestFor(n);
  const headers: Record<string, string> = { cookie: cookie(n), 'X-CSRF': '1' };
  if (body)
    Object.assign(headers, { 'Content-Type': 'application/json', 'Content-Length': String(body.length) });
  sent += 1;
  open += 1;
  const ended = () => {
    open -= 1;
  };
  const request = httpRequest(server.url + path, { method, headers, agent }, (response) => {
    response.resume();
    response.once('error', () => failures.push(`${method} ${path.slice(0, 12)}: response was cut off`));
    response.once('close', ended);
    response.once('end', () => {
      if (response.statusCode === 200) answered += 1;
      else failures.push(`${method} ${path}: ${response.statusCode}`);
    });
  });
  request.once('error', (error: NodeJS.ErrnoException) => {
    ended();
    if (stopping && error.code === 'ECONNREFUSED') refused += 1;
    else if (stopping && error.code === 'ECONNRESET' && request.reusedSocket) unsent += 1;
    else failures.push(`${method} ${path}: ${error.code}`);
  });
  request.end(body);
}

const startedAt = performance.now();
const timer = setInterval(() => {
  while (sent < ((performance.now() - startedAt) / 1000) * PER_SECOND) call(sent);
}, 5);
await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
const before = sent;
stopping = true;
const signalled = performance.now();
server.child.kill('SIGTERM');
const [code] = await server.exit;
const duration = performance.now() - signalled;
clearInterval(timer);
while (open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
agent.destroy();

report(`SIGTERM under ${PER_SECOND} requests a second with ${STREAMS} streams`, [
  { what: 'requests sent before the signal', found: before },
  { what: 'requests sent after it', found: sent - before },
  { what: 'requests answered', found: answered },
  { what: 'connections refused after it', found: refused },
  { what: 'kept-alive connections that closed unused after it', found: unsent },
  { what: 'failed requests', found: failures.length, expected: 0 },
  {
    what: 'streams that ended in order',
    found: readers.filter((reader) => reader.ended === 'end').length,
    expected: STREAMS,
  },
  { what: 'exit code', found: code ?? -1, expected: 0 },
  { what: 'time to the exit, ms', found: Math.round(duration), expected: { below: 10_000 } },
]);
for (const failure of [...new Set(failures)].slice(0, 10)) process.stdout.write(`  ${failure}\n`);
provider.child.kill();
folder.remove();
