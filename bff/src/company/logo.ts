/** The company's logo as a file: for the sign-in page and pages of people without a session, so nothing is asked of who reads it. */
import type { RequestHandler } from 'express';
import { Problem } from '../http/problems.ts';
import type { Company } from './company.ts';

const FOLDER = '/company-logo/';

/** Answers with the type that was found in the bytes and with a policy under which a picture opened as a page runs nothing. */
export function serveLogo(company: Company): RequestHandler {
  return (request, response, next) => {
    if (!request.path.startsWith(FOLDER)) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'method_not_allowed', `${request.method} is not allowed here`, {
        headers: { Allow: 'GET, HEAD' },
      });
    const { logo } = company;
    if (logo?.path !== request.path) throw new Problem(404, 'not_found', 'This logo was replaced or removed');
    response
      .status(200)
      .set({
        'Content-Type': logo.type,
        'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'Content-Disposition': 'inline',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .send(logo.bytes);
  };
}
