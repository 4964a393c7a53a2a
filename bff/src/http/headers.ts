/** Security headers of every answer (rule 16), with one nonce an answer for the component library's styles. */
import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
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

const nonceOf = (_request: unknown, response: unknown) => `'nonce-${(response as Response).locals.nonce}'`;

export function securityHeaders(config: Config): RequestHandler[] {
  const https = config.publicUrl.protocol === 'https:';
  const map = [...config.mapOrigins];
  return [
    (_request, response, next) => {
      response.locals.nonce = randomBytes(16).toString('base64');
      response.set('Permissions-Policy', 'geolocation=(), camera=(), microphone=(), payment=(), usb=()');
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'", nonceOf],
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
    }),
  ];
}
