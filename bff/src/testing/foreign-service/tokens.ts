/** Plain OAuth of the foreign service: opaque tokens, no ID token, no discovery. Who somebody is, it says at an address of its own. */
import { randomUUID } from 'node:crypto';
import { json, type Manner, redirect, refusal } from './manners.ts';
import type { Seen } from './service.ts';

export interface Person {
  readonly sub: string;
  readonly name: string;
  readonly roles: readonly string[];
}

interface Grant {
  /** Null: the organization's own. */
  readonly person: Person | null;
}

export class TokenOffice {
  /** Seconds that an access token lives, as stated and as kept; null states nothing. */
  lifetime: number | null = 3600;
  /** Who signs in next: the page of the authorization endpoint asks nobody. */
  person: Person = { sub: 'nobody', name: 'Nobody', roles: [] };
  /** True: access tokens have the form of a JWT that says who has signed in. */
  readable = false;
  readonly #access = new Map<string, Grant & { readonly until: number }>();
  readonly #others = new Map<string, Grant>();

  reset(): void {
    this.lifetime = 3600;
    this.readable = false;
  }

  /** No access token of before is good any more. */
  forgetAll(): void {
    this.#access.clear();
  }

  knows(authorization: string | undefined): boolean {
    return this.#grantOf(authorization) !== null;
  }

  /** Whose token it is: a subject, `organization`, or null when it is none of ours. */
  ownerOf(authorization: string | undefined): string | null {
    const grant = this.#grantOf(authorization);
    return grant === null ? null : (grant.person?.sub ?? 'organization');
  }

  readonly answer: Manner = (seen, response) => this.#answer(seen)(seen, response);

  #answer({ endpoint, query, headers, body }: Seen): Manner {
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
