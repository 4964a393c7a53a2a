/** Every text that a request may contain has a maximum length, so that nobody can store or echo megabytes. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { proxyRoutes } from './service/upstream/proxy.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Formats whose text has a limited length by itself. */
const SHORT_FORMATS = new Set(['uuid', 'guid', 'date', 'date-time']);

/** A pattern without repetitions of unlimited length. */
const BOUNDED_PATTERN = /^\^(?:[^*+{]|\{\d+(?:,\d+)?\}|\\[*+])*\$$/;

/** Paths of texts, lists and maps without a maximum in a JSON schema. */
function unlimited(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Schema;
  const own: string[] = [];
  const is_limited =
    node.maxLength !== undefined ||
    node.enum !== undefined ||
    node.const !== undefined ||
    SHORT_FORMATS.has(String(node.format)) ||
    BOUNDED_PATTERN.test(String(node.pattern ?? ''));
  if (node.type === 'string' && !is_limited) own.push(path);
  if (node.type === 'array' && node.maxItems === undefined && node.prefixItems === undefined)
    own.push(`${path}[]`);
  const inner = Object.entries(node).flatMap(([key, value]) => {
    if (key === 'properties' || key === '$defs')
      return Object.entries(value as Schema).flatMap(([name, one]) => unlimited(one, `${path}.${name}`));
    if (key === 'items' || key === 'additionalProperties') return unlimited(value, `${path}.*`);
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf' || key === 'prefixItems')
      return (value as unknown[]).flatMap((one) => unlimited(one, path));
    return [];
  });
  return [...own, ...inner];
}

const routes = [...Object.values(API_ROUTES), ...proxyRoutes(serviceEndpoints(ASSUMPTIONS))];

it('has a maximum in each path, query and body of our routes', () => {
  const found = routes.flatMap((route) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema =
        'body' in route || part !== 'body' ? (route as Record<string, unknown>)[part] : undefined;
      if (schema === undefined) return [];
      const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
      return unlimited(json, `${route.method} ${route.path} ${part}`);
    }),
  );
  expect(found).toEqual([]);
});
