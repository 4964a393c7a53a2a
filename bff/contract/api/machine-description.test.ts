import { expect, test } from 'vitest';
import { machineDescription } from './machine-description.ts';
import { MACHINE_SCHEMAS } from './machine-schemas.ts';
import { OUTGOING_RECORDS } from './outgoing-events.ts';

const document = machineDescription('https://waypost.acme.com');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, path, operation })),
);

test('each example is valid, and complete', () => {
  for (const [name, { schema, example }] of Object.entries(MACHINE_SCHEMAS))
    if (example !== undefined) expect(schema.parse(example), name).toEqual(example);
});

test('each event has a schema of its own with an example', () => {
  for (const [event, record] of Object.entries(OUTGOING_RECORDS)) {
    const named = Object.values(MACHINE_SCHEMAS).find(({ schema }) => schema === record);
    expect(named?.example, event).toBeDefined();
    expect(document.webhooks).toHaveProperty([event]);
  }
});

test('each operation has a name, and says its errors', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  for (const { at, operation } of operations) {
    expect(operation.operationId, at).toMatch(/^[a-z]+[A-Z]\w+$/);
    const statuses = [
      '401',
      '403',
      '429',
      '500',
      '503',
      ...(operation.requestBody ? ['413', '415', '422'] : []),
    ];
    expect(Object.keys(operation.responses), at).toEqual(expect.arrayContaining(statuses));
  }
});

test('names are used: the document is small', () => {
  const text = JSON.stringify(document);
  for (const name of Object.keys(MACHINE_SCHEMAS)) expect(text).toContain(`"#/components/schemas/${name}"`);
  expect(text.length).toBeLessThan(250_000);
});

test('aliases are named where they exist', () => {
  const aliases = new Map(operations.map(({ path, operation }) => [path, operation['x-alias']]));
  expect(aliases.get('/machine/v1/loads/{load_id}')).toBe('/api/loads/{load_id}');
});
