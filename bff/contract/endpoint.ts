/**
 * Endpoint descriptors: the service's interface as data. The client, the proxy table, the sandbox router and the tests all read
 * these descriptors, so each path and limit is written once.
 */
import type { z } from 'zod';

/** Prefix of every endpoint's path, unchanged across releases. */
export const VERSION_PREFIX = '/v2/';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 501;

export interface Endpoint {
  /** Unique name in our code, such as `getLoadTracking`. */
  readonly name: string;
  readonly method: Method;
  /** Path below {base_url}, with parameters in braces: `/v2/visibility/loads/{load_id}/tracking`. */
  readonly path: string;
  readonly params?: z.ZodObject;
  /** Query parameters by contract name. Strict: an unknown parameter is an error. */
  readonly query?: z.ZodObject;
  /** Query parameters renamed by the operator: contract name -> wire name. */
  readonly queryNames?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** Body fields renamed by the operator: contract name -> wire name; see field-aliases.ts. */
  readonly bodyNames?: Readonly<Record<string, string>>;
  /** Response body, parsed leniently. Absent when the interface shows no body. */
  readonly response?: z.ZodType;
  /** Response fields that must not fall back to null when unreadable; see unread.ts. */
  readonly essential?: readonly string[];
  /** Response fields that are secret, whatever their names suggest. */
  readonly secrets?: readonly string[];
  /** The response must describe the requested record: its `field` equals the path parameter `param`. */
  readonly about?: { readonly param: string; readonly field: string };
  /** Success statuses, the most usual first. */
  readonly success: readonly number[];
  readonly errors: readonly ErrorStatus[];
  /** Scope that the token needs; known only for load tracking. */
  readonly scope?: string;
  /** Marked provisional by the interface: details may change before general availability. */
  readonly provisional?: boolean;
  readonly deprecated?: { readonly successor: string };
  /** True: defined only in assumptions.ts. `path`: the interface shows everything except the path. */
  readonly assumed?: true | 'path';
  /** The service may lack this endpoint; its absence is normal. */
  readonly optional?: boolean;
}

/** Declared by every endpoint except the token endpoint. */
export const COMMON_ERRORS = [400, 401, 403, 404, 405, 409, 422, 429, 500] as const;
/** Also 501: load tracking, user creation, fuel transactions, the deprecated overview and most assumed endpoints. */
export const COMMON_ERRORS_AND_501 = [...COMMON_ERRORS, 501] as const;

/** Checks a descriptor while keeping its literal types. */
export function endpoint<const E extends Endpoint>(descriptor: E): E {
  return descriptor;
}

export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.infer<E['response']>
  : undefined;

/** Validated path parameters and query. */
export interface RequestPathValues {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Ignores inherited properties such as `toString`. */
function ownValue(record: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/**
 * Path and query of a request, below {base_url}. Arrays repeat the parameter for each value; undefined and null are omitted.
 * Throws when a path parameter is missing or would change the path.
 */
export function requestPath(descriptor: Endpoint, values: RequestPathValues = {}): string {
  const path = descriptor.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = ownValue(values.params, name);
    if (value === undefined || value === '')
      throw new Error(`${descriptor.name}: path parameter ${name} is missing`);
    // Encoding leaves these unchanged, and URL resolution would turn them into another path.
    if (value === '.' || value === '..')
      throw new Error(`${descriptor.name}: path parameter ${name} must not be ${value}`);
    return encodeURIComponent(value);
  });
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values.query ?? {})) {
    if (value === undefined || value === null) continue;
    const wire = encodeURIComponent(ownValue(descriptor.queryNames, name) ?? name);
    for (const item of Array.isArray(value) ? value : [value])
      pairs.push(`${wire}=${encodeURIComponent(String(item))}`);
  }
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
