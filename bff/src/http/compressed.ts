/** Compression of what is made anew for each answer. The page's files are compressed when they are built. */
import compression from 'compression';
import type { RequestHandler } from 'express';

export function compressed(): RequestHandler {
  const compress = compression({
    threshold: 1024,
    filter: (request, response) => {
      // A stream is flushed event by event, and its frames are shared by all: compressing it costs memory per reader.
      if (String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream')) return false;
      return compression.filter(request, response);
    },
  });
  // Who takes no compressed answer needs none of the machinery around it.
  return (request, response, next) =>
    request.headers['accept-encoding'] === undefined ? next() : compress(request, response, next);
}
