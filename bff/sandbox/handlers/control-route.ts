import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readJson } from '../http/body.ts';
import { ServiceError } from '../http/problem.ts';
import { validationDetail } from '../http/validation.ts';

export interface ControlRoute {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** Returns the body of a 200 response. */
  readonly run: (request: IncomingMessage, parts: string[]) => Promise<object> | object;
}

/** Validates the body. Throws a 422 that names the field. */
export async function parseBody<S extends z.ZodType>(
  request: IncomingMessage,
  schema: S,
): Promise<z.infer<S>> {
  const input = await readJson(request);
  const result = schema.safeParse(input);
  if (!result.success) throw new ServiceError(422, validationDetail(result.error, input));
  return result.data;
}
