/**
 * What has to hold of every answer to random input: never a 500, never a status or field that the interface does not declare, each
 * error in its shape; what the contract's schema takes is accepted or refused for a real cause, what it refuses is a 422 that
 * names exactly the fields that are wrong.
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
  /** Fields that a 422 may name though the schema takes them: rules that no schema can see. */
  readonly own?: readonly string[];
}

/** Causes other than the form of the input. */
const REAL_CAUSES: ReadonlySet<number> = new Set([403, 404, 409, 501]);

/** A query holds text only. */
function inText(query: Row): Row {
  const one = (value: unknown) =>
    value !== null && typeof value === 'object' ? JSON.stringify(value) : (value ?? undefined);
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.map(one) : one(value)]),
  );
}

/** The query of an address, as a server reads it: one value as itself, several as a list. */
function asRead(address: string): Row {
  const sent = new URLSearchParams(address.split(/\?(.*)/s)[1] ?? '');
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** Paths, as a 422 names them, at which a schema refuses an input; only their first part where it has several shapes. */
function refused(schema: Endpoint['body'], input: unknown): string[] {
  return (schema?.safeParse(input).error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
}

export interface Seen {
  accepted: number;
  refused: number;
}

/** Sends random input to an endpoint and judges each answer. */
export async function judge(sandbox: RunningSandbox, token: string, spec: InputSpec): Promise<Seen> {
  const { endpoint, own = [] } = spec;
  const seen: Seen = { accepted: 0, refused: 0 };
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
        ...refused(endpoint.params, params),
        ...refused(endpoint.query, asRead(path)),
        // What JSON makes of it: it knows no NaN.
        ...(sent === undefined ? [] : refused(endpoint.body, JSON.parse(sent))),
      ];
      if (endpoint.success.includes(status)) {
        seen.accepted += 1;
        expect(wrong).toEqual([]);
        return;
      }
      seen.refused += 1;
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
      // Of several shapes for one field the one that came closest is reported: it names the field or what is in it.
      for (const name of named)
        expect(
          allowed.some((one) => one === name || name.startsWith(`${one}.`)),
          `${name} of ${allowed}`,
        ).toBe(true);
    }),
  );
  return seen;
}

/** Fewer calls than this say nothing sure about shares: chance alone would fail a run now and then. */
const ENOUGH_CALLS = 1_000;

/** The random input reaches what an endpoint does, and not only its checks; and some of it is refused. */
export function expectBothKinds({ accepted, refused }: Seen, { mostlyMissing }: { mostlyMissing: boolean }) {
  if (!mostlyMissing) expect(accepted).toBeGreaterThan(0);
  if (accepted + refused < ENOUGH_CALLS) return;
  expect(refused).toBeGreaterThan(0);
  if (!mostlyMissing) expect(accepted).toBeGreaterThan((accepted + refused) / 10);
}
