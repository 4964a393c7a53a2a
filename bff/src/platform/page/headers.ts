/** Security headers (rule 16), with one nonce per response for the component library's styles. */
import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Allows only the style elements that the page creates itself. */
      nonce?: string;
    }
  }
}

const POLICY = 'Content-Security-Policy';
const NONCE_MARK = '__NONCE__';

/** Headers set by helmet, computed once: only the nonce differs between responses. */
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

/** Headers needed for responses that are not pages. */
const DATA_HEADERS = [
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
  const pageHeaders = [...headers];
  // API responses load and execute nothing, and get few headers because there are thousands of them.
  const dataHeaders = [
    [POLICY, "default-src 'none'; frame-ancestors 'none'"] as const,
    ...pageHeaders.filter(([name]) => DATA_HEADERS.includes(name)),
  ];
  return (request, response, next) => {
    if (/^\/(api|bff)\//.test(request.path)) {
      for (const [name, value] of dataHeaders) response.setHeader(name, value);
    } else {
      for (const [name, value] of pageHeaders) response.setHeader(name, value);
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
        // The map draws images to data and blob URLs.
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
    strictTransportSecurity: https
      ? { maxAge: 63_072_000, includeSubDomains: config.hstsIncludeSubDomains }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
