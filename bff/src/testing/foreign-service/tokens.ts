/** Plain OAuth of the foreign service: opaque tokens, no ID token, no discovery. It has its own user info endpoint. */
import { randomUUID } from 'node:crypto';
import { json, type Responder, redirect, refusal } from './responders.ts';
import type { ReceivedRequest } from './service.ts';

export interface Person {
  readonly sub: string;
  readonly name: string;
  readonly roles: readonly string[];
}

interface Grant {
  /** Null: the organization's own. */
  readonly person: Person | null;
}

export class TokenServer {
  /** Lifetime of access tokens in seconds; null: not announced. */
  lifetime: number | null = 3600;
  /** The next person to sign in: the authorization endpoint asks for no credentials. */
  person: Person = { sub: 'nobody', name: 'Nobody', roles: [] };
  /** True: access tokens are JWTs with the person's claims. */
  readable = false;
  readonly #access = new Map<string, Grant & { readonly until: number }>();
  readonly #others = new Map<string, Grant>();

  reset(): void {
    this.lifetime = 3600;
    this.readable = false;
  }

  /** Invalidates all earlier access tokens. */
  forgetAll(): void {
    this.#access.clear();
  }

  knows(authorization: string | undefined): boolean {
    return this.#grantOf(authorization) !== null;
  }

  /** Owner of a token: a subject, `organization`, or null for an unknown token. */
  ownerOf(authorization: string | undefined): string | null {
    const grant = this.#grantOf(authorization);
    return grant === null ? null : (grant.person?.sub ?? 'organization');
  }

  readonly answer: Responder = (request, response) => this.#answer(request)(request, response);

  #answer({ endpoint, query, headers, body }: ReceivedRequest): Responder {
    if (endpoint === 'authorize') {
      const back = new URL(query.get('redirect_uri') ?? '');
      back.searchParams.set('code', this.#other({ person: this.person }));
      back.searchParams.set('state', query.get('state') ?? '');
      return redirect(back.href);
    }
    if (endpoint === 'whoami') {
      const person = this.#grantOf(headers.authorization)?.person;
      return person ? json(200, person) : refusal(401);
    }
    const form = new URLSearchParams(body);
    const grant =
      form.get('grant_type') === 'client_credentials'
        ? { person: null }
        : this.#take(form.get('code') ?? form.get('refresh_token') ?? '');
    if (grant === null) return json(400, { error: 'invalid_grant' });
    const { person } = grant;
    return json(200, {
      access_token: this.#issue(grant),
      token_type: 'Bearer',
      ...(this.lifetime === null ? {} : { expires_in: this.lifetime }),
      scope: 'telematics:read fleet:read',
      ...(person === null ? {} : { refresh_token: this.#other(grant) }),
    });
  }

  #issue(grant: Grant): string {
    const { person } = grant;
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token =
      this.readable && person
        ? `${encode({ alg: 'RS256' })}.${encode({ ...person, jti: randomUUID() })}.c2ln`
        : randomUUID();
    this.#access.set(token, { ...grant, until: Date.now() + (this.lifetime ?? 3600) * 1000 });
    return token;
  }

  #other(grant: Grant): string {
    const token = randomUUID();
    this.#others.set(token, grant);
    return token;
  }

  #take(token: string): Grant | null {
    const grant = this.#others.get(token) ?? null;
    this.#others.delete(token);
    return grant;
  }

  #grantOf(authorization: string | undefined): Grant | null {
    const grant = this.#access.get(authorization?.replace(/^Bearer /, '') ?? '');
    return grant && grant.until > Date.now() ? grant : null;
  }
}
