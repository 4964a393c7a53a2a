/** Parses responses of the service item by item, and turns refusals into errors. */
import type { Assumptions } from '@waypost/contract/assumptions';
import type { Endpoint, RequestPathValues } from '@waypost/contract/endpoint';
import type { AnyErrorBody } from '@waypost/contract/errors';
import { parseJsonKeepingBigIntegers } from '@waypost/contract/json';
import { parseResponse, type UnreadItem } from '@waypost/contract/unread';
import type { z } from 'zod';
import { kindOfStatus, ServiceError } from './errors.ts';

interface ParsedAnswer {
  readonly data: unknown;
  readonly raw: unknown;
  readonly unread: readonly UnreadItem[];
}

/** Parses the body of a success. Throws ServiceError `unexpected_answer`. */
export function parseAnswer(
  endpoint: Endpoint,
  { params }: RequestPathValues,
  answer: { readonly status: number; readonly text: string },
): ParsedAnswer {
  const { status } = answer;
  if (!endpoint.response) return { data: undefined, raw: null, unread: [] };
  let raw: unknown;
  try {
    raw = parseJsonKeepingBigIntegers(answer.text);
  } catch (cause) {
    throw new ServiceError('unexpected_answer', 'The tracking service sent something other than JSON', {
      status,
      cause,
    });
  }
  const read = readDeep(endpoint, endpoint.response, raw);
  if (!read.success)
    throw new ServiceError(
      'unexpected_answer',
      `The tracking service sent unreadable values in: ${read.fields.join(', ')}`,
      { status },
    );
  const { about } = endpoint;
  if (about !== undefined) {
    const answered = (read.data as Readonly<Record<string, unknown>>)[about.field];
    if (String(answered).toLowerCase() !== params?.[about.param]?.toLowerCase())
      throw new ServiceError(
        'unexpected_answer',
        `The tracking service returned a different ${about.param}`,
        { status },
      );
  }
  return { data: read.data, raw, unread: read.unread };
}

function readDeep(endpoint: Endpoint, schema: z.ZodType, raw: unknown) {
  try {
    return parseResponse(schema, raw, endpoint);
  } catch (cause) {
    // Too deeply nested to be parsed.
    if (!(cause instanceof RangeError)) throw cause;
    return { success: false, fields: ['(the whole response)'] } as const;
  }
}

interface Refusal {
  readonly status: number;
  readonly body: AnyErrorBody;
  /** True when this endpoint has succeeded since the server started. */
  readonly worked: boolean;
  readonly usual: string;
}

/** The error for a refusal, with the assumption that may be wrong. */
export function refusalOf(endpoint: Endpoint, refusal: Refusal, assumptions: Assumptions): ServiceError {
  const { status, body, worked, usual } = refusal;
  const kind = kindOfStatus(status);
  const of = (message: string, assumption: string | null = null) =>
    new ServiceError(kind, message, { status, body, assumption });
  const path = pathAssumption(endpoint, assumptions);
  const isRecord = endpoint.params !== undefined;
  if (status === 404 && isRecord && (worked || path === null))
    return new ServiceError(kind, GONE, { status, body, gone: true });
  if (path !== null && [404, 405, 501].includes(status)) {
    const address = `The tracking service has nothing at ${endpoint.method} ${endpoint.path}, an address that Waypost assumes. If yours differs, set it in SERVICE_ASSUMPTIONS: ${path}`;
    // Services use their own error format for unknown URLs too, so both are possible.
    const either = status === 404 && isRecord && body.code === 404;
    return of(either ? `${GONE}. Or: ${address}` : address, path);
  }
  const name = status === 422 ? unknownName(endpoint, body, assumptions) : null;
  if (name !== null)
    return of(
      `The tracking service does not know a name that Waypost assumes. If yours differs, set it in SERVICE_ASSUMPTIONS: ${name}`,
      name,
    );
  return of(usual);
}

const GONE = 'The tracking service has no such record. It may have been removed already';

/** Path of this endpoint in the assumptions; null when the interface documents it. */
function pathAssumption({ assumed, path }: Endpoint, { paths }: Assumptions): string | null {
  if (assumed === undefined) return null;
  const key = Object.entries(paths).find(([, value]) => value === path)?.[0];
  return key === undefined ? null : `paths.${key}`;
}

/** How services report an unknown name. An invalid value of a known name does not match. */
const UNKNOWN_NAME_PATTERN =
  /unknown|unrecogni[sz]ed|unexpected|extra|additional|not (be )?(known|allowed|permitted|supported|recogni[sz]ed)/i;

/** Path in the assumptions of the assumed name that a 422 rejects as unknown. */
function unknownName(
  endpoint: Endpoint,
  { detail }: AnyErrorBody,
  { query, user_attributes }: Assumptions,
): string | null {
  if (!Array.isArray(detail)) return null;
  const issue = detail.find(({ message, error_type }) =>
    UNKNOWN_NAME_PATTERN.test(`${error_type} ${message}`),
  );
  const [last] = issue?.path.split('.').slice(-1) ?? [];
  if (issue === undefined || last === undefined) return null;
  if (endpoint.bodyNames !== undefined && Object.hasOwn(user_attributes, last))
    return `user_attributes.${last}`;
  const names = endpoint.queryNames ?? {};
  const key = Object.keys(names).find((one) => one === last || names[one] === last);
  if (key === undefined) return null;
  const isOurs = (group: Readonly<Record<string, string>>) =>
    Object.entries(group).every(([one, wire]) => names[one] === wire);
  const groups = Object.entries(query)
    .filter(([, group]) => Object.hasOwn(group, key) && isOurs(group))
    // Some groups are subsets of others: the endpoint's own is the largest complete one.
    .sort(([, a], [, b]) => Object.keys(b).length - Object.keys(a).length);
  return groups[0] === undefined ? null : `query.${groups[0][0]}.${key}`;
}
