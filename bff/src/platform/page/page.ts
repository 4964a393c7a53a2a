/**
 * The built page. Its HTML is public and the same for everyone (rule 8): it fetches the session, so it never redirects to sign-in. Only
 * the nonce differs between responses.
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import compression from 'compression';
import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { Problem } from '../http/problems.ts';

/** Placeholder of the nonce in the built index.html. */
const NONCE_MARK = '__CSP_NONCE__';

/** Serves built files with their precompressed variants. A file that vanishes while served is a 404, not a crash. */
export function assets(dir: string): RequestHandler {
  if (!existsSync(dir)) return (_request, _response, next) => next();
  return expressStaticGzip(dir, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    // HTML is served by `shell`.
    index: false,
    serveStatic: {
      dotfiles: 'ignore',
      etag: true,
      setHeaders: (response, path) => {
        // Vite includes a content hash in these names. The icon is on every page, also without a connection.
        const hashed = path.includes(`${sep}assets${sep}`);
        const icon = path.endsWith(`${sep}icon.svg`);
        response.setHeader(
          'Cache-Control',
          hashed ? 'public, max-age=31536000, immutable' : icon ? 'public, max-age=86400' : 'no-cache',
        );
      },
    },
  });
}

/** `name`: file name of the page in the build. */
export function shell(dir: string, name = 'index.html'): RequestHandler {
  const file = join(dir, name);
  const html = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return (request, response, next) => {
    // Clients that accept anything get the page, but not in place of a script or an image.
    const accepted = request.accepts(extname(request.path) === '' ? ['html', 'json'] : ['json', 'html']);
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && accepted === 'html';
    // A missing file must not turn into a page.
    if (
      !wantsPage ||
      // A program with a misspelled address.
      request.get('Authorization') !== undefined ||
      request.path.startsWith('/assets/') ||
      request.path.startsWith('/api/') ||
      request.path.startsWith('/bff/')
    )
      return next();
    if (html === null)
      throw new Problem(503, 'internal', 'The page has not been built', { detail: 'Run: npx pnpm build' });
    response
      .status(200)
      .set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
      .send(html.replaceAll(NONCE_MARK, response.locals.nonce ?? ''));
  };
}

/** Compresses dynamic responses; built files are precompressed. */
export function compressed(): RequestHandler {
  const compress = compression({
    threshold: 1024,
    filter: (request, response) => {
      // Stream frames are flushed one by one and shared by all readers; compression would cost memory per reader.
      if (String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream')) return false;
      return compression.filter(request, response);
    },
  });
  // Skips the overhead for clients that accept no compression.
  return (request, response, next) =>
    request.headers['accept-encoding'] === undefined ? next() : compress(request, response, next);
}
