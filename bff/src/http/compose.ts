/** Small middlewares as one: the router's own walk from each to the next costs more than what most of them do. */
import type { RequestHandler } from 'express';

/** Runs them one after the other, as the router would. None of them may be asynchronous: what one throws, the router catches. */
export function compose(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const step = (from: number): void => {
      const handler = handlers[from];
      if (handler)
        void handler(request, response, (error?: unknown) => {
          if (error === undefined) step(from + 1);
          else next(error);
        });
      else next();
    };
    step(0);
  };
}
