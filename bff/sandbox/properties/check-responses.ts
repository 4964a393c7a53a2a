/**
 * Checks that every response to random input satisfies: never a 500, never an undeclared status or field, each error in its
 * shape; input accepted by the contract's schema succeeds or fails for a real cause, and rejected input gives a 422 that names
 * exactly the invalid fields.
 */
import { type Endpoint, requestPath } from '@waypost/contract/endpoint';
import { errorBodies } from '@waypost/contract/errors';
import { fc } from '@waypost/contract/testing/property';
import { expect } from 'vitest';
import type { RunningSandbox } from '../testing.ts';
import { call } from './in-process.ts';
import type { Row } from './inputs.ts';

export interface InputSpec {
  readonly endpoint: Endpoint;
  readonly params?: fc.Arbitrary<Readonly<Record<string, string>>>;
  readonly query?: fc.Arbitrary<Row>;
  readonly body?: fc.Arbitrary<unknown>;
  /** Fields that a 422 may name although the schema accepts them: rules outside the schema. */
  readonly own?: readonly string[];
}

/** Causes other than invalid input. */
const REAL_CAUSES: ReadonlySet<number> = new Set([403, 404, 409, 501]);

/** A query contains only text. */
function inText(query: Row): Row {
  const toText = (value: unknown) =>
    value !== null && typeof value === 'object' ? JSON.stringify(value) : (value ?? undefined);
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(toText) : toText(value),
    ]),
  );
}

/** Parses the query as a server does: a single value or a list. */
function asRead(address: string): Row {
  const sent = new URLSearchParams(address.split(/\?(.*)/s)[1] ?? '');
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** Paths at which a schema rejects an input, as a 422 names them; only the first part for a union. */
function rejectedPaths(schema: Endpoint['body'], input: unknown): string[] {
  return (schema?.safeParse(input).error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
}

export interface Outcomes {
  accepted: number;
  rejected: number;
}

/** Sends random input to an endpoint and checks each response. */
export async function checkResponses(
  sandbox: RunningSandbox,
  token: string,
  spec: InputSpec,
): Promise<Outcomes> {
  const { endpoint, own = [] } = spec;
  const outcomes: Outcomes = { accepted: 0, rejected: 0 };
  const input = fc.record({
    params: spec.params ?? fc.constant<Readonly<Record<string, string>>>({}),
    query: spec.query ?? fc.constant<Row>({}),
    body: spec.body ?? fc.constant(undefined),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ params, query, body }) => {
      fc.pre(!Object.values(params).some((value) => value === '.' || value === '..'));
      const path = requestPath(endpoint, { params, query: inText(query) });
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const { status, text } = await call(sandbox.app, {
        method: endpoint.method,
        path,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(sent === undefined ? {} : { body: sent }),
      });
      expect(sandbox.breaches).toEqual([]);
      expect([...endpoint.success, ...endpoint.errors]).toContain(status);
      expect(status).not.toBe(500);
      const wrong = [
        ...rejectedPaths(endpoint.params, params),
        ...rejectedPaths(endpoint.query, asRead(path)),
        // Parsed again, because JSON has no NaN.
        ...(sent === undefined ? [] : rejectedPaths(endpoint.body, JSON.parse(sent))),
      ];
      if (endpoint.success.includes(status)) {
        outcomes.accepted += 1;
        expect(wrong).toEqual([]);
        return;
      }
      outcomes.rejected += 1;
      const { detail } = errorBodies[status as 422].parse(JSON.parse(text)) as {
        detail: { path: string }[] | null;
      };
      if (status !== 422) {
        expect(wrong).toEqual([]);
        expect(REAL_CAUSES).toContain(status);
        return;
      }
      const named = (detail ?? []).map((issue) => issue.path);
      expect(named.length).toBeGreaterThan(0);
      const allowed = wrong.length > 0 ? wrong : own;
      // For a union, the 422 reports the option that matched best: it names the field or a part of it.
      for (const name of named)
        expect(
          allowed.some((path) => path === name || name.startsWith(`${path}.`)),
          `${name} of ${allowed}`,
        ).toBe(true);
    }),
  );
  return outcomes;
}

/** With fewer calls, a random run could fail by chance. */
const ENOUGH_CALLS = 1_000;

/** Ensures that random input reaches the handler, not only its checks, and that some is rejected. */
export function expectBothKinds(
  { accepted, rejected }: Outcomes,
  { mostlyMissing }: { mostlyMissing: boolean },
) {
  if (!mostlyMissing) expect(accepted).toBeGreaterThan(0);
  if (accepted + rejected < ENOUGH_CALLS) return;
  expect(rejected).toBeGreaterThan(0);
  if (!mostlyMissing) expect(accepted).toBeGreaterThan((accepted + rejected) / 10);
}
