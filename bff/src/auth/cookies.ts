/** Cookies (rule 7), written by hand because there are two of them and their flags are the point. */
import type { Request, Response } from 'express';

export const SESSION_COOKIE = '__Host-waypost';
/** One per sign-in under way, so that two tabs do not undo each other. */
export const loginCookie = (key: string) => `__Host-waypost-login-${key}`;

const COMMON = 'Path=/; Secure; HttpOnly';

export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const eq = part.indexOf('=');
    if (eq > 0 && part.slice(0, eq).trim() === name) return part.slice(eq + 1).trim() || null;
  }
  return null;
}

export function setSessionCookie(response: Response, id: string): void {
  response.append('Set-Cookie', `${SESSION_COOKIE}=${id}; ${COMMON}; SameSite=Strict`);
}

export function clearSessionCookie(response: Response): void {
  response.append('Set-Cookie', `${SESSION_COOKIE}=; ${COMMON}; SameSite=Strict; Max-Age=0`);
}

/** Lax: the provider sends the browser back from another site. */
export function setLoginCookie(response: Response, key: string, id: string, maxAgeSeconds: number): void {
  response.append(
    'Set-Cookie',
    `${loginCookie(key)}=${id}; ${COMMON}; SameSite=Lax; Max-Age=${maxAgeSeconds}`,
  );
}

export function clearLoginCookie(response: Response, key: string): void {
  response.append('Set-Cookie', `${loginCookie(key)}=; ${COMMON}; SameSite=Lax; Max-Age=0`);
}
