/**
 * The token endpoint ({token_url}) and the revocation endpoint. Client credentials are handled here, exactly as the interface
 * shows; a person's code and refresh token are passed to the OpenID provider at the same URL.
 */
import { randomUUID } from 'node:crypto';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { tokenRequest } from '@waypost/contract/token';
import { sendError, sendJson } from '../http/answer.ts';
import { mediaType, readBody } from '../http/body.ts';
import { errorBody, ServiceError } from '../http/problem.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Access } from './access.ts';
import { CLIENT_CREDENTIALS, CLIENT_ID, CLIENT_SECRET, SERVICE_SCOPES } from './client.ts';

const MAX_FORM_BYTES = 16_384;
const FORM = 'application/x-www-form-urlencoded';
/** Grants of people, which the provider handles. */
const PERSON_GRANTS: readonly (string | null)[] = ['authorization_code', 'refresh_token'];

export interface TokenParts {
  readonly access: Access;
  readonly rateLimit: RateLimit;
  readonly lifetimeSeconds: number;
  readonly now: () => number;
  /** The OpenID provider. */
  readonly provider: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Token error as in RFC 6749. */
interface TokenError {
  readonly status: 400 | 401;
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type';
  readonly description: string;
}

/** Sends an error that is valid both for the service and for RFC 6749. */
function sendTokenError(response: ServerResponse, { status, error, description }: TokenError): void {
  sendJson(response, status, { ...errorBody(status, description), error, error_description: description });
}

/** A copy of the request with its body unread, because the provider reads bodies itself. */
function withUnreadBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method;
  copy.url = request.url;
  copy.httpVersion = request.httpVersion;
  copy.headers = request.headers;
  // Ending an incomplete request would close its connection.
  copy.complete = true;
  copy.push(body);
  copy.push(null);
  return copy;
}

function clientIsKnown(form: URLSearchParams): boolean {
  return form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET;
}

/** Why a client credentials request cannot be granted, or null. */
function findError(form: URLSearchParams): TokenError | null {
  const names = [...form.keys()];
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated)
    return { status: 400, error: 'invalid_request', description: `${repeated} is sent more than once` };
  if (!clientIsKnown(form))
    return { status: 401, error: 'invalid_client', description: 'unknown client or wrong secret' };
  const issue = tokenRequest.safeParse(Object.fromEntries(form)).error?.issues[0];
  if (!issue) return null;
  if (issue.path[0] === 'scope')
    return { status: 400, error: 'invalid_scope', description: 'scope must be organization' };
  return { status: 400, error: 'invalid_request', description: issue.message };
}

export function createTokenEndpoint(parts: TokenParts) {
  /** The form, or null when an error was already sent. */
  async function readForm(request: IncomingMessage, response: ServerResponse) {
    const type = mediaType(request);
    const invalidRequest = (description: string) =>
      sendTokenError(response, { status: 400, error: 'invalid_request', description });
    try {
      const body = await readBody(request, MAX_FORM_BYTES);
      if (type === FORM) return { body, form: new URLSearchParams(body.toString('utf8')) };
      invalidRequest(`the content type is "${type}", but it must be ${FORM}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      invalidRequest(`the form is larger than ${MAX_FORM_BYTES} bytes`);
    }
    return null;
  }

  function grantToClient(response: ServerResponse): void {
    sendJson(response, 200, {
      access_token: parts.access.issue(parts.lifetimeSeconds),
      expires_in: parts.lifetimeSeconds,
      refresh_expires_in: 0,
      token_type: 'Bearer',
      session_state: randomUUID(),
      'not-before-policy': 0,
      scope: [...SERVICE_SCOPES].join(' '),
    });
  }

  return {
    /** POST {token_url} */
    async token(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const wait = parts.rateLimit.take(parts.now());
      if (wait > 0) {
        const message = `too many token requests: a token is reusable until it expires; wait ${wait} s`;
        return sendError(response, 429, { retry_after_seconds: wait, message });
      }
      const read = await readForm(request, response);
      if (!read) return;
      const grant = read.form.get('grant_type');
      if (PERSON_GRANTS.includes(grant)) return parts.provider(withUnreadBody(request, read.body), response);
      if (grant !== CLIENT_CREDENTIALS) {
        const error = grant ? 'unsupported_grant_type' : 'invalid_request';
        return sendTokenError(response, {
          status: 400,
          error,
          description: `grant_type must be ${CLIENT_CREDENTIALS}`,
        });
      }
      const error = findError(read.form);
      return error ? sendTokenError(response, error) : grantToClient(response);
    },

    /** POST {revocation_url}, RFC 7009: an unknown token counts as revoked. */
    async revoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const read = await readForm(request, response);
      if (!read) return;
      const token = read.form.get('token');
      if (token && clientIsKnown(read.form) && parts.access.revoke(token))
        return sendJson(response, 200, undefined);
      return parts.provider(withUnreadBody(request, read.body), response);
    },
  };
}
