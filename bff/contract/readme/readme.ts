/** Generates README.md of the contract from the descriptors, schemas, state machines and assumptions. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ASSUMPTIONS } from '../assumptions.ts';
import { pageQuery } from '../common.ts';
import { COMMON_ERRORS, type Endpoint } from '../endpoint.ts';
import { ENDPOINT_GROUPS } from '../endpoints.ts';
import { ERROR_MESSAGES } from '../errors.ts';
import { eventEnvelope } from '../events.ts';
import type { StateMachine } from '../states.ts';
import { GENERAL, type Group, INTRODUCTIONS } from './introductions.ts';

const CONTRACT = join(import.meta.dirname, '..');
export const README_FILE = join(CONTRACT, 'README.md');

const MAX_LISTED_VALUES = 14;

type Json = { readonly [key: string]: unknown };

const code = (text: unknown) => (text === '' ? 'none' : `\`${text}\``);
const codes = (texts: readonly unknown[]) => texts.map(code).join(', ');
const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) => [
  row(...head),
  row(...head.map(() => '---')),
  ...rows.map((cells) => row(...cells)),
];

const isNull = (schema: Json) => schema.type === 'null';
const optionsOf = ({ anyOf }: Json) => (anyOf ?? []) as readonly Json[];

/** Strips null from the schema; responses allow it nearly everywhere, as the README explains once. */
function withoutNull(schema: Json): Json {
  if (Array.isArray(schema.type))
    return { ...schema, type: schema.type.find((type: unknown) => type !== 'null') };
  const options = optionsOf(schema).filter((option) => !isNull(option));
  return options.length === 1 && options[0] ? withoutNull(options[0]) : schema;
}

function valuesText(values: readonly unknown[]): string {
  if (values.length <= MAX_LISTED_VALUES) return `one of ${codes(values)}`;
  return `one of ${values.length} values such as ${codes(values.slice(0, 2))}`;
}

const span = (low: unknown, high: unknown, unit: string) => {
  if (low !== undefined && high !== undefined)
    return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`;
  return high === undefined ? `at least ${low}${unit}` : `at most ${high}${unit}`;
};

const isSafeLimit = (value: unknown) => Math.abs(Number(value)) < Number.MAX_SAFE_INTEGER;

function numberText({ type, minimum, maximum, exclusiveMinimum }: Json): string {
  if (exclusiveMinimum !== undefined) return `${type} above ${exclusiveMinimum}`;
  const low = isSafeLimit(minimum) ? minimum : undefined;
  const high = isSafeLimit(maximum) ? maximum : undefined;
  return low === undefined && high === undefined ? String(type) : `${type}, ${span(low, high, '')}`;
}

function stringText({ format, pattern, minLength, maxLength }: Json): string {
  const kind = format === undefined ? 'text' : String(format);
  if (minLength === 1 && maxLength === undefined) return `${kind}, not empty`;
  const length =
    minLength === undefined && maxLength === undefined
      ? ''
      : `, ${span(minLength, maxLength, ' characters')}`;
  const like = format === undefined && pattern !== undefined ? ` as ${code(pattern)}` : '';
  return kind + length + like;
}

/** Describes a schema in words. */
function typeText(given: Json): string {
  const schema = withoutNull(given);
  const { enum: values, default: fallback, type } = schema;
  const open = optionsOf(schema).find((option) => option.enum !== undefined);
  const otherwise = fallback === undefined || fallback === null ? '' : `, default ${code(fallback)}`;
  if (open) return `${valuesText(open.enum as unknown[])}, or a new value`;
  if (Array.isArray(values)) return valuesText(values) + otherwise;
  if (type === 'integer' || type === 'number') return numberText(schema) + otherwise;
  if (type === 'string') return stringText(schema) + otherwise;
  if (type === 'array') {
    const items = Array.isArray(schema.prefixItems) ? { type: 'number' } : ((schema.items ?? {}) as Json);
    const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
    return `list of ${typeText(items)}${most}`;
  }
  if (type === 'object') {
    const values = withoutNull((schema.additionalProperties || {}) as Json);
    return Object.keys(values).length === 0 ? 'object' : `object of names, each with ${typeText(values)}`;
  }
  // The first option is the documented one, as in `recordOf`; others are read as well.
  const [documented] = optionsOf(schema);
  if (documented?.type !== undefined) return typeText(documented);
  return type === undefined ? 'anything' : String(type);
}

interface Field {
  /** Path of the containing object, such as `stops[]`; empty for the record itself. */
  readonly parent: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

const isPoint = ({ properties }: Json) =>
  ((properties as Json | undefined)?.type as Json | undefined)?.const === 'Point';

/** Parameters of every list, explained once in the introduction. */
const PAGING = new Set(Object.keys(pageQuery));

/** Fields of an object and its nested objects. */
function fieldsOf(object: Json, parent = '', around = true): Field[] {
  const required = new Set((object.required ?? []) as readonly string[]);
  const fields = Object.entries((object.properties ?? {}) as Record<string, Json>);
  return fields.flatMap(([name, given]) => {
    const schema = withoutNull(given);
    const must = around && required.has(name);
    const inner = schema.type === 'array' ? withoutNull((schema.items ?? {}) as Json) : schema;
    const type = isPoint(inner) ? 'GeoJSON Point' : typeText(given);
    if (inner.properties === undefined || isPoint(inner)) return [{ parent, name, type, required: must }];
    const path = `${parent === '' ? '' : `${parent}.`}${name}${schema.type === 'array' ? '[]' : ''}`;
    return fieldsOf(inner, path, must);
  });
}

function namesText(fields: readonly Field[]): string {
  const byParent = Map.groupBy(fields, ({ parent }) => parent);
  return [...byParent]
    .map(([parent, inside]) => {
      const names = inside
        .map(({ name, required }) => (required ? `**${code(name)}**` : code(name)))
        .join(', ');
      return parent === '' ? names : `in ${code(parent)}: ${names}`;
    })
    .join('; ');
}

/** One row per type, so that a long record stays readable. Empty when only paging fields remain. */
function fieldTable(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  const fields = fieldsOf(json).filter(({ name }) => io === 'output' || !PAGING.has(name));
  if (fields.length === 0) return [];
  const byType = Map.groupBy(fields, ({ type }) => type);
  return table(
    ['Value', 'Fields'],
    [...byType].map(([type, sameType]) => [type, namesText(sameType)]),
  );
}

/** Schema of a single record in a response: for a page or list, its item. */
function recordOf(response: z.ZodType): z.ZodType {
  if (response instanceof z.ZodUnion) return recordOf(response.options[0] as z.ZodType);
  if (response instanceof z.ZodArray) return recordOf(response.element as z.ZodType);
  const items = response instanceof z.ZodObject ? response.shape.items : undefined;
  return items instanceof z.ZodArray ? recordOf(items) : response;
}

function remarks(endpoint: Endpoint): string {
  const notes = [
    endpoint.assumed === true ? 'assumed' : '',
    endpoint.assumed === 'path' ? 'path assumed' : '',
    endpoint.optional ? 'may not exist' : '',
    endpoint.provisional ? 'provisional' : '',
    endpoint.deprecated ? `deprecated for ${code(endpoint.deprecated.successor)}` : '',
    endpoint.scope ? `needs ${code(endpoint.scope)}` : '',
    endpoint.errors.includes(501) ? 'may answer 501' : '',
  ];
  return notes.filter((note) => note !== '').join('; ');
}

/** Notes which names of a request are assumed. */
function assumedNames(schema: z.ZodType, names: Readonly<Record<string, string>> | undefined): string[] {
  if (names === undefined || !(schema instanceof z.ZodObject)) return [];
  const all = Object.keys(schema.shape).filter((name) => !PAGING.has(name));
  const shown = all.filter((name) => !Object.hasOwn(names, name));
  const assumed = all.filter((name) => Object.hasOwn(names, name));
  if (assumed.length === 0) return [];
  if (shown.length === 0) return ['', 'All these names are assumed.'];
  const fewer = shown.length < assumed.length;
  return [
    '',
    fewer ? `All these names except ${codes(shown)} are assumed.` : `Assumed names: ${codes(assumed)}.`,
  ];
}

function requestTable(
  what: string,
  schema: z.ZodType | undefined,
  names: Readonly<Record<string, string>> | undefined,
): string[] {
  const fields = schema === undefined ? [] : fieldTable(schema, 'input');
  if (schema === undefined || fields.length === 0) return [];
  return ['', `${what}:`, '', ...fields, ...assumedNames(schema, names)];
}

function responseTables(endpoints: readonly Endpoint[], written: Map<z.ZodType, string>): string[] {
  const withResponse = endpoints.filter(({ response }) => response !== undefined);
  const byRecord = Map.groupBy(withResponse, ({ response }) => recordOf(response as z.ZodType));
  return [...byRecord].flatMap(([record, users]) => {
    const names = codes(users.map(({ name }) => name));
    const firstUsers = written.get(record);
    if (firstUsers !== undefined) return ['', `${names} returns the same record as ${firstUsers}.`];
    written.set(record, names);
    return ['', `Record returned by ${names}:`, '', ...fieldTable(record, 'output')];
  });
}

function stateLines({ initial, terminal, transitions, states }: StateMachine): string[] {
  const start = initial === null ? '' : ` Initial: ${code(initial)}.`;
  return [
    '',
    `**States**: ${codes(states)}.${start} Final: ${codes(terminal)}.`,
    ...(transitions.length === 0 ? ['', 'The interface shows no transitions between them.'] : []),
    ...transitions.map(
      ({ from, to, trigger }, index) =>
        `${index === 0 ? '\n' : ''}- ${code(from)} to ${code(to)}: ${trigger}`,
    ),
  ];
}

/** `geofence_monitor` -> `Geofence monitor` */
const heading = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

function eventLines(): string[] {
  const families = Object.entries(ASSUMPTIONS.events);
  return [
    '',
    'Each event contains the record of its resource with `occurred_at`; a monitor event also has the `stop`.',
    '',
    ...table(
      ['Event names', 'Record of'],
      families.map(([family, names]) => [codes(Object.values(names)), heading(family)]),
    ),
    '',
    'Body of a delivery:',
    '',
    ...fieldTable(eventEnvelope, 'input'),
  ];
}

function groupLines(group: Group, written: Map<z.ZodType, string>): string[] {
  const { title = heading(group), text = [], states } = INTRODUCTIONS[group] ?? {};
  const endpoints = Object.values<Endpoint>(ENDPOINT_GROUPS[group](ASSUMPTIONS));
  return [
    '',
    `## ${title}`,
    ...text.flatMap((paragraph) => ['', paragraph]),
    '',
    ...table(
      ['Endpoint', 'Method and path', 'Success', 'Remarks'],
      endpoints.map((endpoint) => [
        code(endpoint.name),
        code(`${endpoint.method} ${endpoint.path}`),
        endpoint.success.join(', '),
        remarks(endpoint),
      ]),
    ),
    ...(states ? stateLines(states) : []),
    ...endpoints.flatMap(({ name, query, queryNames, body, bodyNames }) => [
      ...requestTable(`Parameters of ${code(name)}`, query, queryNames),
      ...requestTable(`Body of ${code(name)}`, body, bodyNames),
    ]),
    ...responseTables(endpoints, written),
    ...(group === 'events' ? eventLines() : []),
  ];
}

/** Default of an assumption; for names that are the same on the wire, the names. */
function defaultText(key: string): string {
  const value = key.split('.').reduce<unknown>((tree, name) => (tree as Json)[name], ASSUMPTIONS);
  return typeof value === 'object' && value !== null ? codes(Object.values(value)) : code(value);
}

/** Every value of assumptions.ts with the comment above it. Groups have no row of their own. */
function assumptionRows(): string[][] {
  const source = readFileSync(join(CONTRACT, 'assumptions.ts'), 'utf8');
  const tree = source.slice(
    source.indexOf('export const assumptions'),
    source.indexOf('export type Assumptions'),
  );
  const found = [...tree.matchAll(/\/\*\*([^/]*)\*\/\n( +)(\w+):(?: z$)?/gm)];
  let group = '';
  return found.flatMap(([line, comment = '', indent = '', name = '']) => {
    const isTop = indent.length === 2;
    if (isTop) group = name;
    if (isTop && line.endsWith(' z')) return [];
    const key = isTop ? name : `${group}.${name}`;
    return [[code(key), comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(), defaultText(key)]];
  });
}

export function readmeText(): string {
  const written = new Map<z.ZodType, string>();
  const groups = Object.keys(ENDPOINT_GROUPS) as Group[];
  return `${[
    '# The service that we use',
    '',
    'Generated by `npx pnpm contract:readme` from the schemas and descriptors in this folder; a test fails when it is out of date. The texts are in',
    '`readme/introductions.ts`.',
    ...GENERAL.flatMap((paragraph) => ['', paragraph]),
    '',
    '**Errors.** The body has `code`, `message` and `detail`; 500 has `message` only. `detail` of 422 lists `path`, `input`, `message` and',
    `\`error_type\` of each field; \`detail\` of 429 has \`retry_after_seconds\`. Every endpoint declares`,
    `${COMMON_ERRORS.map((status) => `${status} ${ERROR_MESSAGES[status]}`).join(', ')}; 501 ${ERROR_MESSAGES[501]} is noted at the endpoint.`,
    '',
    '**How to read the tables.** Fields of the same type share a row. A **bold** field is required in a request and always present in a response;',
    'every other field may be missing, and may be null in a response. "Assumed" means that the interface leaves it open: `assumptions.ts` has our',
    'value, and `SERVICE_ASSUMPTIONS` overrides it.',
    ...groups.flatMap((group) => groupLines(group, written)),
    '',
    '## Other reads',
    '',
    'The interface names further reads without showing them: the other telematics resources, and the declared and inferred assignments of loads.',
    'We call none of them (`undescribed.ts`).',
    '',
    '## What is assumed',
    '',
    'Keys of `assumptions.ts`. "Public": seen in public documentation of services with this interface. "Ours": our own choice, so expect it to differ.',
    '',
    ...table(['Key', 'What it is', 'Default'], assumptionRows()),
    '',
  ].join('\n')}`;
}
