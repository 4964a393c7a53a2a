/**
 * A proxy in front of the token endpoint of the sandbox's identity provider: counts refreshes, and can delay, replace or drop
 * responses. The provider's metadata is forwarded with the proxy's own URLs.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxLine } from '../cli/processes.ts';

/** Forwards a request (possibly delayed), responds to it, or closes the connection. */
export type FailureClass =
  | { readonly pass: true; readonly afterMs?: number }
  | { readonly status: number; readonly body: unknown }
  | { readonly cut: true };

export async function startProviderProxy(line: SandboxLine) {
  const state = { outcome: (_grant: string | null): FailureClass => ({ pass: true }) };
  const counts = { refreshes: 0, revocations: 0, refused: 0 };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (request.method === 'GET') {
      const described = await (await fetch(`${line.issuer}/.well-known/openid-configuration`)).json();
      const own = { token_endpoint: `${url}/token`, revocation_endpoint: `${url}/revoke` };
      return answer(response, 200, { ...(described as object), ...own });
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    const grant = path === '/token' ? new URLSearchParams(body).get('grant_type') : 'revocation';
    if (grant === 'refresh_token') counts.refreshes += 1;
    if (grant === 'revocation') counts.revocations += 1;
    const outcome = state.outcome(grant);
    if ('cut' in outcome) return void request.socket.destroy();
    if ('status' in outcome) return answer(response, outcome.status, outcome.body);
    if (outcome.afterMs) await new Promise((resolve) => setTimeout(resolve, outcome.afterMs));
    const passed = await fetch(path === '/token' ? line.token_url : line.revocation_url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    const text = await passed.text();
    if (passed.status >= 400) counts.refused += 1;
    response
      .writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'application/json' })
      .end(text);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Environment overrides of the server. The metadata URL is used as given, whatever issuer it names. */
    env: { LOGIN_ISSUER: `${url}/.well-known/openid-configuration`, SERVICE_TOKEN_URL: `${url}/token` },
    counts,
    /** Decides by grant: `refresh_token`, `authorization_code`, `client_credentials`, or `revocation`. */
    decide: (outcome: (grant: string | null) => FailureClass = () => ({ pass: true })) => {
      state.outcome = outcome;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type ProviderProxy = Awaited<ReturnType<typeof startProviderProxy>>;

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
