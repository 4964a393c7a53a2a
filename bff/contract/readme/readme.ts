/** README.md of the contract, out of the descriptors, schemas, state machines and assumptions. */
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

const MOST_VALUES = 14;

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

/** The schema without its null; null is nearly everywhere in answers, and is said in the introduction. */
function withoutNull(schema: Json): Json {
  if (Array.isArray(schema.type))
    return { ...schema, type: schema.type.find((type: unknown) => type !== 'null') };
  const options = optionsOf(schema).filter((option) => !isNull(option));
  return options.length === 1 && options[0] ? withoutNull(options[0]) : schema;
}

function valuesText(values: readonly unknown[]): string {
  if (values.length <= MOST_VALUES) return `one of ${codes(values)}`;
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

function textText({ format, pattern, minLength, maxLength }: Json): string {
  const kind = format === undefined ? 'text' : String(format);
  if (minLength === 1 && maxLength === undefined) return `${kind}, not empty`;
  const length =
    minLength === undefined && maxLength === undefined
      ? ''
      : `, ${span(minLength, maxLength, ' characters')}`;
  const like = format === undefined && pattern !== undefined ? ` as ${code(pattern)}` : '';
  return kind + length + like;
}

/** What a value is, in words. */
function typeText(given: Json): string {
  const schema = withoutNull(given);
  const { enum: values, default: fallback, type } = schema;
  const open = optionsOf(schema).find((option) => option.enum !== undefined);
  const otherwise = fallback === undefined || fallback === null ? '' : `, default ${code(fallback)}`;
  if (open) return `${valuesText(open.enum as unknown[])}, or a new value`;
  if (Array.isArray(values)) return valuesText(values) + otherwise;
  if (type === 'integer' || type === 'number') return numberText(schema) + otherwise;
  if (type === 'string') return textText(schema) + otherwise;
  if (type === 'array') {
    const items = Array.isArray(schema.prefixItems) ? { type: 'number' } : ((schema.items ?? {}) as Json);
    const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
    return `list of ${typeText(items)}${most}`;
  }
  if (type === 'object') {
    const values = withoutNull((schema.additionalProperties || {}) as Json);
    return Object.keys(values).length === 0 ? 'object' : `object of names, each with ${typeText(values)}`;
  }
  return type === undefined ? 'anything' : String(type);
}

interface Field {
  /** Object that it is in, \`stops[]\`; empty: the record itself. */
  readonly parent: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

const isPoint = ({ properties }: Json) =>
  ((properties as Json | undefined)?.type as Json | undefined)?.const === 'Point';

/** Cursor and page size of every list, which the introduction explains once. */
const PAGING = new Set(Object.keys(pageQuery));

/** Fields of an object and of the objects inside it. */
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

/** One row for each type, so that a long record is read at a glance. Empty when it has no fields but those of paging. */
function fieldTable(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  const fields = fieldsOf(json).filter(({ name }) => io === 'output' || !PAGING.has(name));
  if (fields.length === 0) return [];
  const byType = Map.groupBy(fields, ({ type }) => type);
  return table(
    ['Value', 'Fields'],
    [...byType].map(([type, alike]) => [type, namesText(alike)]),
  );
}

/** The record in an answer: of a page or a list, its item. */
function recordOf(response: z.ZodType): z.ZodType {
  if (response instanceof z.ZodUnion) return recordOf(response.options[0] as z.ZodType);
  if (response instanceof z.ZodArray) return recordOf(response.element as z.ZodType);
  const items = response instanceof z.ZodObject ? response.shape.items : undefined;
  return items instanceof z.ZodArray ? recordOf(items) : response;
}

function remarks(endpoint: Endpoint): string {
  const said = [
    endpoint.assumed === true ? 'assumed' : '',
    endpoint.assumed === 'path' ? 'path assumed' : '',
    endpoint.optional ? 'may not exist' : '',
    endpoint.provisional ? 'provisional' : '',
    endpoint.deprecated ? `deprecated for ${code(endpoint.deprecated.successor)}` : '',
    endpoint.scope ? `needs ${code(endpoint.scope)}` : '',
    endpoint.errors.includes(501) ? 'may answer 501' : '',
  ];
  return said.filter((one) => one !== '').join('; ');
}

/** Which names of a request are assumed. */
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
    fewer ? `Assumed are all these names but ${codes(shown)}.` : `Assumed names: ${codes(assumed)}.`,
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

function answerTables(endpoints: readonly Endpoint[], written: Map<z.ZodType, string>): string[] {
  const withAnswer = endpoints.filter(({ response }) => response !== undefined);
  const byRecord = Map.groupBy(withAnswer, ({ response }) => recordOf(response as z.ZodType));
  return [...byRecord].flatMap(([record, users]) => {
    const names = codes(users.map(({ name }) => name));
    const before = written.get(record);
    if (before !== undefined) return ['', `${names} answers with the record of ${before}.`];
    written.set(record, names);
    return ['', `Record in the answer of ${names}:`, '', ...fieldTable(record, 'output')];
  });
}

function stateLines({ initial, terminal, moves, states }: StateMachine): string[] {
  const begins = initial === null ? '' : ` It begins as ${code(initial)}.`;
  return [
    '',
    `**States**: ${codes(states)}.${begins} Final: ${codes(terminal)}.`,
    ...(moves.length === 0 ? ['', 'The interface shows no moves between them.'] : []),
    ...moves.map(
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
    'Each event carries the record of its resource with `occurred_at`; that of a monitor also the `stop`.',
    '',
    ...table(
      ['Event names', 'Record of'],
      families.map(([family, names]) => [codes(Object.values(names)), heading(family)]),
    ),
    '',
    'A delivery:',
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
      ['Endpoint', 'Address', 'Success', 'Remarks'],
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
    ...answerTables(endpoints, written),
    ...(group === 'events' ? eventLines() : []),
  ];
}

/** The default of an assumption; of names that are the same on the wire, the names. */
function defaultText(key: string): string {
  const value = key.split('.').reduce<unknown>((tree, name) => (tree as Json)[name], ASSUMPTIONS);
  return typeof value === 'object' && value !== null ? codes(Object.values(value)) : code(value);
}

/** Every value of assumptions.ts with the comment above it. A group that holds others has none of its own here. */
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
    'Generated by `npx pnpm contract:readme` from the schemas and descriptors in this folder; a test fails when it differs. The texts are in',
    '`readme/introductions.ts`.',
    ...GENERAL.flatMap((paragraph) => ['', paragraph]),
    '',
    '**Errors.** The body has `code`, `message` and `detail`; 500 has `message` only. `detail` of 422 lists `path`, `input`, `message` and',
    `\`error_type\` of each field; \`detail\` of 429 has \`retry_after_seconds\`. Every endpoint declares`,
    `${COMMON_ERRORS.map((status) => `${status} ${ERROR_MESSAGES[status]}`).join(', ')}; 501 ${ERROR_MESSAGES[501]} is noted at the endpoint.`,
    '',
    '**How to read the tables.** Fields of one kind share a row. A **bold** field is required in a request and always there in an answer; every',
    'other one may be missing, and in an answer null. "Assumed" means that the interface leaves it open: `assumptions.ts` has our value, and',
    '`SERVICE_ASSUMPTIONS` overrides it.',
    ...groups.flatMap((group) => groupLines(group, written)),
    '',
    '## Other reads',
    '',
    'The interface names further reads without showing them: the other telematics resources, and the declared and inferred assignments of loads.',
    'We call none of them (`undescribed.ts`).',
    '',
    '## What is assumed',
    '',
    'The keys of `assumptions.ts`. "Public": seen in public documentation of services with this interface. "Ours": our own choice, so expect it to differ.',
    '',
    ...table(['Key', 'What it is', 'Default'], assumptionRows()),
    '',
  ].join('\n')}`;
}
