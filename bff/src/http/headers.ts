/** Security headers of every answer (rule 16), with one nonce an answer for the component library's styles. */
import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Allows the style elements that the page makes itself, nothing else. */
      nonce?: string;
    }
  }
}

const POLICY = 'Content-Security-Policy';
const NONCE_MARK = '__NONCE__';

/** What helmet sets, worked out once: it is the same for every answer but for the nonce. */
function headersOf(config: Config): Map<string, string> {
  const headers = new Map<string, string>([
    ['Permissions-Policy', 'geolocation=(), camera=(), microphone=(), payment=(), usb=()'],
  ]);
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  } as unknown as Response;
  helmetOf(config)({} as Request, response, () => undefined);
  return headers;
}

/** What counts for an answer that is no page: who may read and frame it, and that it is nothing else than it says. */
const OF_DATA = [
  'X-Content-Type-Options',
  'Strict-Transport-Security',
  'Referrer-Policy',
  'Cross-Origin-Resource-Policy',
  'X-Frame-Options',
];

export function securityHeaders(config: Config): RequestHandler {
  const headers = headersOf(config);
  const policy = headers.get(POLICY) ?? '';
  headers.delete(POLICY);
  const ofPages = [...headers];
  // An answer of the API loads and runs nothing, whoever opens it. Few headers: there are thousands of them.
  const ofData = [
    [POLICY, "default-src 'none'; frame-ancestors 'none'"] as const,
    ...ofPages.filter(([name]) => OF_DATA.includes(name)),
  ];
  return (request, response, next) => {
    if (/^\/(api|bff)\//.test(request.path)) {
      for (const [name, value] of ofData) response.setHeader(name, value);
    } else {
      for (const [name, value] of ofPages) response.setHeader(name, value);
      const nonce = randomBytes(16).toString('base64');
      response.locals.nonce = nonce;
      response.setHeader(POLICY, policy.replace(NONCE_MARK, nonce));
    }
    next();
  };
}

function helmetOf(config: Config) {
  const https = config.publicUrl.protocol === 'https:';
  const map = [...config.mapOrigins];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", `'nonce-${NONCE_MARK}'`],
        fontSrc: ["'self'"],
        // Data and blob addresses are pictures that the map draws for itself.
        imgSrc: ["'self'", 'data:', 'blob:', ...map],
        connectSrc: ["'self'", ...map],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
