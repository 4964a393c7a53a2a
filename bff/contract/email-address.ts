/** Email addresses in requests, apart from `common.ts`, which the board loads first. */
import { z } from 'zod';
import { MAX_REQUEST_CHARS } from './common.ts';

/** Browsers and Node have it. */
declare const URL: {
  new (url: string): { readonly hostname: string };
  canParse(url: string): boolean;
};

/** The domain of an email address as the DNS names it, `xn--mller-kva.de`; an address without accents is unchanged. */
export function asciiDomain(address: string): string {
  const [, local, domain = ''] = /^([^@]+@)([^\s@/?#:\\[\]]+)$/.exec(address) ?? [];
  const url = `https://${domain}`;
  return /\P{ASCII}/u.test(domain) && URL.canParse(url) ? `${local}${new URL(url).hostname}` : address;
}

const NO_EMAIL = 'must be an email address, such as ops@example.com';

/** Email address in a request. */
export const requestEmail = z
  .email({ pattern: z.regexes.unicodeEmail, error: NO_EMAIL, abort: true })
  .max(MAX_REQUEST_CHARS)
  .overwrite(asciiDomain)
  .refine((address) => z.email().safeParse(address).success, { error: NO_EMAIL });
