/**
 * Endpoint descriptors: the service's interface as data. The client, the proxy table, the sandbox's
 * router and the tests all read the same descriptors, so a path or a limit is written once.
 */
import type { z } from 'zod';

/** Every endpoint's path begins with this, across all releases. */
export const VERSION_PREFIX = '/v2/';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Statuses that the interface declares as errors somewhere. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 501;

export interface Endpoint {
  /** Name in our code, unique: `getLoadTracking`. */
  readonly name: string;
  readonly method: Method;
  /** Path below {base_url}; parameters in braces: `/v2/visibility/loads/{load_id}/tracking`. */
  readonly path: string;
  /** Path parameters, one schema each. */
  readonly params?: z.ZodObject;
  /** Query parameters under the names of the contract. Strict: an unknown one is an error. */
  readonly query?: z.ZodObject;
  /** Where the operator has renamed query parameters: name in the contract -> name on the wire. */
  readonly queryNames?: Readonly<Record<string, string>>;
  /** Request body, strict. */
  readonly body?: z.ZodType;
  /** Where the operator has renamed fields of the body: name in the contract -> name on the wire; see field-aliases.ts. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /** Answer, lenient. Absent when the interface shows no body. */
  readonly response?: z.ZodType;
  /** Fields of the answer that are never taken for null when they cannot be read: see unread.ts. */
  readonly essential?: readonly string[];
  /** Fields of the answer that are secrets whatever their names look like. */
  readonly secrets?: readonly string[];
  /** The answer is about what was asked for: its `field` is the path parameter `param`. */
  readonly about?: { readonly param: string; readonly field: string };
  /** Success statuses, most usual first. */
  readonly success: readonly number[];
  /** Declared error statuses. */
  readonly errors: readonly ErrorStatus[];
  /** Scope that the token needs; shown for load tracking only. */
  readonly scope?: string;
  /** Details may change before general availability. */
  readonly provisional?: boolean;
  readonly deprecated?: { readonly successor: string };
  /** True: only assumptions.ts has this endpoint. `path`: the interface shows everything but its path. */
  readonly assumed?: true | 'path';
  /** True when the service may not have this endpoint at all; its absence is normal. */
  readonly optional?: boolean;
}

/** Every endpoint but the token endpoint declares these. */
export const COMMON_ERRORS = [400, 401, 403, 404, 405, 409, 422, 429, 500] as const;
/** The same with 501: load tracking, creating a user, fuel transactions, the old overview, and what is assumed. */
export const COMMON_ERRORS_AND_501 = [...COMMON_ERRORS, 501] as const;

/** Keeps the literal types of a descriptor while checking its form. */
export function endpoint<const E extends Endpoint>(descriptor: E): E {
  return descriptor;
}

/** Parsed answer of an endpoint. */
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.infer<E['response']>
  : undefined;

/** Values for an address: already validated path parameters and query. */
export interface AddressValues {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Value of a record's own key: a name such as `toString` is no entry. */
function own(record: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/**
 * Path and query of a call, below {base_url}. Arrays repeat the parameter for each value;
 * undefined and null are left out. Throws when a path parameter is missing or would change the path.
 */
export function addressOf(descriptor: Endpoint, values: AddressValues = {}): string {
  const path = descriptor.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = own(values.params, name);
    if (value === undefined || value === '')
      throw new Error(`${descriptor.name}: path parameter ${name} is missing`);
    // Neither is changed by encoding, and both would be resolved into another path.
    if (value === '.' || value === '..')
      throw new Error(`${descriptor.name}: path parameter ${name} must not be ${value}`);
    return encodeURIComponent(value);
  });
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values.query ?? {})) {
    if (value === undefined || value === null) continue;
    const wire = encodeURIComponent(own(descriptor.queryNames, name) ?? name);
    for (const one of Array.isArray(value) ? value : [value])
      pairs.push(`${wire}=${encodeURIComponent(String(one))}`);
  }
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
