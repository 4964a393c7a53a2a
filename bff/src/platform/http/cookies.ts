/** Cookies (rule 7), written by hand because there are only two and their flags matter. */
import type { Request, Response } from 'express';

export const SESSION_COOKIE = '__Host-waypost';

/** One per pending sign-in, so that two tabs do not interfere. */
export const loginCookie = (key: string) => `__Host-waypost-login-${key}`;

const COOKIE_FLAGS = 'Path=/; Secure; HttpOnly';

export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const eq = part.indexOf('=');
    if (eq > 0 && part.slice(0, eq).trim() === name) return part.slice(eq + 1).trim() || null;
  }
  return null;
}

/** The longest time that browsers keep a cookie. */
const LASTING_SECONDS = 400 * 86_400;

/** `lasting`: also after the browser was closed. */
export function setSessionCookie(response: Response, id: string, lasting = false): void {
  const maxAge = lasting ? `; Max-Age=${LASTING_SECONDS}` : '';
  response.append('Set-Cookie', `${SESSION_COOKIE}=${id}; ${COOKIE_FLAGS}; SameSite=Strict${maxAge}`);
}

export function clearSessionCookie(response: Response): void {
  response.append('Set-Cookie', `${SESSION_COOKIE}=; ${COOKIE_FLAGS}; SameSite=Strict; Max-Age=0`);
}

/** Lax, because the provider redirects the browser from another site. */
export function setLoginCookie(response: Response, key: string, id: string, maxAgeSeconds: number): void {
  response.append(
    'Set-Cookie',
    `${loginCookie(key)}=${id}; ${COOKIE_FLAGS}; SameSite=Lax; Max-Age=${maxAgeSeconds}`,
  );
}

export function clearLoginCookie(response: Response, key: string): void {
  response.append('Set-Cookie', `${loginCookie(key)}=; ${COOKIE_FLAGS}; SameSite=Lax; Max-Age=0`);
}
