/**
 * Parses a response so that one bad value does not hide the rest. A value of the wrong type is converted where that is exact
 * (`"2024"` to 2024); otherwise it becomes null, or an empty list. An item that is unusable without the value is left out.
 * Unreadable values are kept as text, without secrets, so that the screen can count and show them.
 */
import { z } from 'zod';
import { redactSecrets } from './redact.ts';

export const unreadValue = z.object({
  /** Path within the item, such as `stops.2.name`; empty for the item itself. */
  path: z.string(),
  reason: z.string(),
  /** The original value as JSON, without secrets, truncated. */
  raw: z.string(),
});
export type UnreadValue = z.infer<typeof unreadValue>;

export const unreadItem = z.object({
  id: z.string().nullable(),
  /** False: the item is left out of lists and totals. True: only these values are missing. */
  used: z.boolean(),
  values: z.array(unreadValue),
});
export type UnreadItem = z.infer<typeof unreadItem>;

/** Items of a list that were left out or are incomplete. */
export const unreadRows = z
  .object({
    left_out: z.number().int(),
    incomplete: z.number().int(),
    /** Limited to the first few; the counts are complete. */
    items: z.array(unreadItem),
  })
  .default({ left_out: 0, incomplete: 0, items: [] });
export type UnreadRows = z.infer<typeof unreadRows>;

export const NOTHING_UNREAD: UnreadRows = { left_out: 0, incomplete: 0, items: [] };
const MAX_ITEMS_SHOWN = 20;
const MAX_RAW_LENGTH = 1_000;
/** Each round takes one step for every rejected value; the interface's objects are at most five levels deep. */
const MAX_ROUNDS = 40;

export function addUnread(rows: UnreadRows, items: readonly UnreadItem[]): UnreadRows {
  if (items.length === 0) return rows;
  const left_out = items.filter(({ used }) => !used).length;
  return {
    left_out: rows.left_out + left_out,
    incomplete: rows.incomplete + items.length - left_out,
    items: [...rows.items, ...items].slice(0, MAX_ITEMS_SHOWN),
  };
}

export interface ParseOptions {
  /** Fields that must not fall back to null: an item is rejected when one is unreadable. Dotted paths, without indices. */
  readonly essential?: readonly string[] | undefined;
  /** Fields that are secret, whatever their names suggest. */
  readonly secrets?: readonly string[] | undefined;
}

export type ParsedResponse<T> =
  | { readonly success: true; readonly data: T; readonly unread: readonly UnreadItem[] }
  | { readonly success: false; readonly fields: readonly string[] };

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Parses pages and plain lists item by item, anything else as one item. */
export function parseResponse<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  options: ParseOptions = {},
): ParsedResponse<z.infer<S>> {
  const whole = schema.safeParse(raw);
  if (whole.success) return { success: true, data: whole.data, unread: [] };
  if (schema instanceof z.ZodArray && Array.isArray(raw)) {
    const { items, unread } = readItems(schema.element as z.ZodType, raw, options);
    return { success: true, data: items as z.infer<S>, unread };
  }
  const list = schema instanceof z.ZodObject ? schema.shape.items : undefined;
  const given = isObject(raw) ? raw.items : undefined;
  if (!(list instanceof z.ZodArray)) return readItem(schema, raw, options);
  // A page without `items` is an error; treating it as empty would claim that there are no records.
  if (!Array.isArray(given)) return { success: false, fields: ['items'] };
  const envelope = readItem(schema, { ...(raw as object), items: [] }, options);
  if (!envelope.success) return envelope;
  const { items, unread } = readItems(list.element as z.ZodType, given, options);
  return { success: true, data: { ...(envelope.data as object), items } as z.infer<S>, unread };
}

function readItems(schema: z.ZodType, given: readonly unknown[], options: ParseOptions) {
  const items: unknown[] = [];
  const unread: UnreadItem[] = [];
  for (const raw of given) {
    const read = readItem(schema, raw, options);
    if (read.success) {
      items.push(read.data);
      unread.push(...read.unread);
    } else {
      const reason = `cannot be used without: ${read.fields.join(', ')}`;
      unread.push({
        id: idOf(raw, options),
        used: false,
        values: [{ path: '', reason, raw: rawText(raw, '', options) }],
      });
    }
  }
  return { items, unread };
}

function readItem<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  options: ParseOptions,
): ParsedResponse<z.infer<S>> {
  const repair = new Repair(raw, options);
  for (let round = 0; ; round += 1) {
    const result = schema.safeParse(repair.value);
    if (result.success) {
      const values = repair.unread();
      return {
        success: true,
        data: result.data,
        unread: values.length === 0 ? [] : [{ id: idOf(raw, options), used: true, values }],
      };
    }
    const { issues } = result.error;
    if (round === MAX_ROUNDS || !repair.round(issues))
      return {
        success: false,
        fields: issues.map(({ path }) => path.join('.') || '(the whole answer)').slice(0, 5),
      };
  }
}

/** Tried in this order for a rejected value; when all fail, its parent is tried. */
const STEPS = ['convert', 'null', 'absent', 'empty', 'unknown'] as const;

/** Repairs an item until its schema accepts it. */
class Repair {
  readonly value: unknown;
  /** The original item, minus list elements removed so far, so that its paths match those of `value`. */
  readonly #source: unknown;
  readonly #options: ParseOptions;
  readonly #steps = new Map<string, number>();
  readonly #unread = new Map<string, UnreadValue>();
  /** Recorded before list elements were removed, which shifted the paths. */
  readonly #earlier: UnreadValue[] = [];

  constructor(raw: unknown, options: ParseOptions) {
    this.value = copyOf(raw);
    this.#source = copyOf(raw);
    this.#options = options;
  }

  unread(): UnreadValue[] {
    return [...this.#earlier, ...this.#unread.values()];
  }

  /** Takes one step for every rejected value. False: the item cannot be repaired. */
  round(issues: readonly Issue[]): boolean {
    const removedElements = new Map<string, Path>();
    for (const issue of issues) if (!this.#step(issue, removedElements)) return false;
    const last = (path: Path) => Number(path.at(-1));
    const paths = [...removedElements.values()].sort((a, b) => b.length - a.length || last(b) - last(a));
    for (const path of paths)
      for (const tree of [this.value, this.#source]) {
        const list = valueAt(tree, path.slice(0, -1));
        if (Array.isArray(list)) list.splice(last(path), 1);
      }
    if (paths.length > 0) {
      this.#earlier.push(...this.#unread.values());
      this.#unread.clear();
      this.#steps.clear();
    }
    return true;
  }

  #step(issue: Issue, removedElements: Map<string, Path>): boolean {
    for (let { path } = issue as { path: Path }; path.length > 0; path = path.slice(0, -1)) {
      const parent = valueAt(this.value, path.slice(0, -1));
      // An earlier step in this round has already discarded the parent.
      if (typeof parent !== 'object' || parent === null) return true;
      const here = path.length === issue.path.length;
      const last = path.at(-1) as PropertyKey;
      const name = JSON.stringify(path);
      for (let step = this.#steps.get(name) ?? (here ? 0 : 1); step < STEPS.length; step += 1) {
        this.#steps.set(name, step + 1);
        switch (STEPS[step]) {
          case 'convert': {
            const converted = convert(valueAt(this.value, path), issue);
            if (converted === undefined) continue;
            Reflect.set(parent, last, converted);
            return true;
          }
          case 'null':
            if (!this.#recordUnread(path, issue)) return false;
            Reflect.set(parent, last, null);
            return true;
          case 'absent':
            // A list of objects may lose an element; a coordinate pair may not.
            if (!Array.isArray(parent)) Reflect.deleteProperty(parent, last);
            else if (this.#isListOfObjects(path)) removedElements.set(name, path);
            else break;
            return true;
          case 'empty':
            if (!here || issue.code !== 'invalid_type' || issue.expected !== 'array') break;
            Reflect.set(parent, last, []);
            return true;
          default:
            // An open enum accepts any text, so a value that is not text becomes `unknown`.
            if (!here || issue.code !== 'invalid_union') break;
            Reflect.set(parent, last, 'unknown');
            return true;
        }
      }
    }
    return false;
  }

  #isListOfObjects(element: Path): boolean {
    const list = valueAt(this.#source, element.slice(0, -1));
    return Array.isArray(list) && list.some(isObject);
  }

  #recordUnread(path: Path, issue: Issue): boolean {
    const { essential = [] } = this.#options;
    if (essential.includes(path.filter((key) => typeof key === 'string').join('.'))) return false;
    const dotted = path.join('.');
    for (const deeper of this.#unread.keys())
      if (deeper.startsWith(`${dotted}.`)) this.#unread.delete(deeper);
    const inner = issue.path.slice(path.length).join('.');
    this.#unread.set(dotted, {
      path: dotted,
      reason: inner === '' ? issue.message : `${inner}: ${issue.message}`,
      raw: rawText(valueAt(this.#source, path), String(path.at(-1)), this.#options),
    });
    return true;
  }
}

/** Converts to the expected type; undefined where that would be a guess. */
function convert(value: unknown, issue: Issue): unknown {
  if (issue.code === 'invalid_union')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  if (issue.expected === 'number' || issue.expected === 'int')
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  if (issue.expected === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  return undefined;
}

/** JSON values only. */
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function idOf(raw: unknown, { secrets = [] }: ParseOptions): string | null {
  const id = isObject(raw) && !secrets.includes('id') ? raw.id : null;
  return typeof id === 'string' ? id.slice(0, MAX_RAW_LENGTH) : null;
}

function rawText(raw: unknown, name: string, { secrets = [] }: ParseOptions): string {
  const clean = redactSecrets({ [name]: raw }, secrets) as Record<string, unknown>;
  const text = Object.hasOwn(clean, name) ? (JSON.stringify(clean[name]) ?? 'nothing') : 'hidden';
  return text.length > MAX_RAW_LENGTH ? `${text.slice(0, MAX_RAW_LENGTH)}…` : text;
}
