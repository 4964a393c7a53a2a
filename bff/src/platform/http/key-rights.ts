/** Refusals of API keys, and the right that a machine route needs. */
import { API_KEY_HEADER, API_KEY_PREFIX } from '@waypost/contract/api/api-keys';
import type { Right } from '@waypost/contract/api/session';
import type { RequestHandler } from 'express';
import type { Tables } from '../store/database.ts';
import { Problem } from './problems.ts';

export type Refusal =
  | 'no_key'
  | 'wrong_key'
  | 'revoked'
  | 'expired'
  | 'key_in_address'
  | 'wrong_network'
  | 'right_missing'
  | 'route_of_people'
  | 'too_many_requests'
  | 'too_many_wrong_keys';

export class KeyRefused extends Problem {
  readonly refusal: Refusal;
  readonly row: ApiKeyRow | undefined;

  constructor(refusal: Refusal, message: string, detail: string, row?: ApiKeyRow) {
    super(401, 'api_key_refused', message, {
      detail,
      headers: { 'WWW-Authenticate': 'Bearer realm="Waypost"' },
    });
    this.refusal = refusal;
    this.row = row;
  }
}

export const HOW_TO_SEND = `Send it as ${API_KEY_HEADER} ${API_KEY_PREFIX}…; a Waypost administrator creates keys`;

/** Refuses requests without a machine, whichever router the route is mounted on. */
export function needsKeyRight(right: Right, for_limited_keys: boolean): RequestHandler {
  return (_request, response, next) => {
    const machine = response.locals.machine;
    if (!machine) throw new KeyRefused('no_key', 'This address needs an API key', HOW_TO_SEND);
    if (!machine.rights.includes(right))
      throw Problem.forbidden(
        `${machine.name} does not allow this`,
        `It allows: ${machine.rights.join(', ')}. This needs: ${right}`,
      );
    if (machine.limits && !for_limited_keys)
      throw Problem.forbidden(
        `${machine.name} does not allow this`,
        'It is limited to lists or fleets, and this concerns all loads',
      );
    next();
  };
}

export type ApiKeyRow = Tables['api_key'];
