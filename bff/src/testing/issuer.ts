/** A small OpenID Connect issuer that returns any ID token a test creates, for attacks that a correct provider cannot perform. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export interface IdTokenOptions {
  readonly claims?: JWTPayload;
  /** Claims to leave out. */
  readonly without?: readonly string[];
  readonly header?: { readonly alg: string; readonly kid?: string };
  /** `own`: the published key. `foreign`: another key with the same id. `secret`: the client's secret. */
  readonly key?: 'own' | 'foreign' | 'secret';
}

export const CLIENT = { id: 'waypost', secret: 'a-secret-of-more-than-thirty-two-bytes' } as const;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Shared by all issuers of this process: generating an RSA key is slow. */
let keys: ReturnType<typeof makeKeys> | undefined;
const makeKeys = () => Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);

/** Responses of endpoints; `cut` closes the connection. */
interface Answers {
  readonly token?: Answer;
  readonly userinfo?: Answer;
}
type Answer = { readonly status?: number; readonly body: unknown } | 'cut';

/** `port`: default any free one. */
export async function startIssuer(port = 0) {
  keys ??= makeKeys();
  const [own, foreign] = await keys;
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  let idToken = '';
  const none: Answers = {};
  let answers = none;
  const requests: string[] = [];
  let metadata: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const send = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    if (request.method === 'POST' || path === '/userinfo') requests.push(path);
    const set = path === '/token' ? answers.token : path === '/userinfo' ? answers.userinfo : undefined;
    if (set === 'cut') return void request.socket.destroy();
    if (set)
      return void response
        .writeHead(set.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(set.body));
    if (path.endsWith('/openid-configuration')) send(metadata);
    else if (path === '/jwks') send({ keys: [jwk] });
    else if (path === '/token')
      send({
        access_token: 'at',
        refresh_token: 'rt',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: idToken,
      });
    else response.writeHead(404).end();
  }).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  metadata = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };

  const sign = async (options: IdTokenOptions): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const all: JWTPayload = { iss: url, aud: CLIENT.id, iat: now, exp: now + 60, ...options.claims };
    const claims = Object.fromEntries(
      Object.entries(all).filter(([name]) => !options.without?.includes(name)),
    );
    const header = { alg: 'RS256', kid: 'k1', ...options.header };
    if (header.alg === 'none') return `${encode(header)}.${encode(claims)}.`;
    const key =
      options.key === 'secret'
        ? new TextEncoder().encode(CLIENT.secret)
        : options.key === 'foreign'
          ? foreign.privateKey
          : own.privateKey;
    return new SignJWT(claims).setProtectedHeader(header).sign(key);
  };

  return {
    url,
    /** Paths of requests to the token, revocation and userinfo endpoints. */
    requests,
    /** Replaces the responses of endpoints, and adds to the metadata. Without arguments the usual ones return. */
    answer: (next: Answers = none) => {
      answers = next;
    },
    describe: (more: Record<string, unknown>) => {
      metadata = { ...metadata, ...more };
    },
    publicKey: own.publicKey,
    sign,
    answerWith: async (options: IdTokenOptions) => {
      idToken = await sign(options);
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
