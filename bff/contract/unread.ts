/**
 * Reads an answer of the service so that one odd value hides nothing else. A value of another type is converted where that is exact
 * (`"2024"` to 2024), else it becomes null, or a list without elements; an item that is useless without it is left out. What could not be read is kept as text
 * beside the rest, without secrets, so that the screen can count and show it.
 */
import { z } from 'zod';
import { redactSecrets } from './redact.ts';

/** One value that could not be read. */
export const unreadValue = z.object({
  /** Its place in the item, `stops.2.name`; empty: the item itself. */
  path: z.string(),
  reason: z.string(),
  /** As the service sent it, JSON without secrets, shortened. */
  raw: z.string(),
});
export type UnreadValue = z.infer<typeof unreadValue>;

export const unreadItem = z.object({
  id: z.string().nullable(),
  /** False: the item is left out, and is in no total. True: only these values of it are. */
  used: z.boolean(),
  values: z.array(unreadValue),
});
export type UnreadItem = z.infer<typeof unreadItem>;

/** Items of a list that could not be read, or not whole. */
export const unreadRows = z
  .object({
    left_out: z.number().int(),
    incomplete: z.number().int(),
    /** The first ones. */
    items: z.array(unreadItem),
  })
  .default({ left_out: 0, incomplete: 0, items: [] });
export type UnreadRows = z.infer<typeof unreadRows>;

export const NOTHING_UNREAD: UnreadRows = { left_out: 0, incomplete: 0, items: [] };
/** So many are kept to be shown; all are counted. */
const MOST_SHOWN = 20;
const LONGEST_RAW = 1_000;
/** Each round takes one step for every value that is still refused; objects of the interface are at most five levels deep. */
const MOST_ROUNDS = 40;

export function addUnread(rows: UnreadRows, items: readonly UnreadItem[]): UnreadRows {
  if (items.length === 0) return rows;
  const left_out = items.filter(({ used }) => !used).length;
  return {
    left_out: rows.left_out + left_out,
    incomplete: rows.incomplete + items.length - left_out,
    items: [...rows.items, ...items].slice(0, MOST_SHOWN),
  };
}

export interface ReadOptions {
  /** Fields that are never taken for null: an item is refused when one of them cannot be read. Dotted, without indices. */
  readonly essential?: readonly string[] | undefined;
  /** Fields that are secrets whatever their names look like. */
  readonly secrets?: readonly string[] | undefined;
}

export type ReadAnswer<T> =
  | { readonly success: true; readonly data: T; readonly unread: readonly UnreadItem[] }
  | { readonly success: false; readonly fields: readonly string[] };

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** A page and a plain list item by item, everything else as one item. */
export function readAnswer<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  options: ReadOptions = {},
): ReadAnswer<z.infer<S>> {
  const whole = schema.safeParse(raw);
  if (whole.success) return { success: true, data: whole.data, unread: [] };
  if (schema instanceof z.ZodArray && Array.isArray(raw)) {
    const { items, unread } = readItems(schema.element as z.ZodType, raw, options);
    return { success: true, data: items as z.infer<S>, unread };
  }
  const list = schema instanceof z.ZodObject ? schema.shape.items : undefined;
  const given = isObject(raw) ? raw.items : undefined;
  if (!(list instanceof z.ZodArray)) return readItem(schema, raw, options);
  // Without its items a page is no answer: taken for empty, it would say that there is nothing.
  if (!Array.isArray(given)) return { success: false, fields: ['items'] };
  const envelope = readItem(schema, { ...(raw as object), items: [] }, options);
  if (!envelope.success) return envelope;
  const { items, unread } = readItems(list.element as z.ZodType, given, options);
  return { success: true, data: { ...(envelope.data as object), items } as z.infer<S>, unread };
}

function readItems(schema: z.ZodType, given: readonly unknown[], options: ReadOptions) {
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
  options: ReadOptions,
): ReadAnswer<z.infer<S>> {
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
    if (round === MOST_ROUNDS || !repair.round(issues))
      return {
        success: false,
        fields: issues.map(({ path }) => path.join('.') || '(the whole answer)').slice(0, 5),
      };
  }
}

/** What is tried for a value that is refused, one after the other; after the last its parent is tried. */
const STEPS = ['convert', 'null', 'absent', 'empty', 'unknown'] as const;

/** An item on its way to something that its schema takes. */
class Repair {
  readonly value: unknown;
  /** As it came, but for the elements that were taken out of lists: its paths are those of `value`. */
  readonly #source: unknown;
  readonly #options: ReadOptions;
  readonly #steps = new Map<string, number>();
  readonly #unread = new Map<string, UnreadValue>();
  /** From before elements were taken out: their paths mean something else now. */
  readonly #earlier: UnreadValue[] = [];

  constructor(raw: unknown, options: ReadOptions) {
    this.value = copyOf(raw);
    this.#source = copyOf(raw);
    this.#options = options;
  }

  unread(): UnreadValue[] {
    return [...this.#earlier, ...this.#unread.values()];
  }

  /** One step for every value that is refused. False: the item is useless. */
  round(issues: readonly Issue[]): boolean {
    const taken_out = new Map<string, Path>();
    for (const issue of issues) if (!this.#step(issue, taken_out)) return false;
    const last = (path: Path) => Number(path.at(-1));
    const paths = [...taken_out.values()].sort((a, b) => b.length - a.length || last(b) - last(a));
    for (const path of paths)
      for (const tree of [this.value, this.#source]) {
        const list = at(tree, path.slice(0, -1));
        if (Array.isArray(list)) list.splice(last(path), 1);
      }
    if (paths.length > 0) {
      this.#earlier.push(...this.#unread.values());
      this.#unread.clear();
      this.#steps.clear();
    }
    return true;
  }

  #step(issue: Issue, taken_out: Map<string, Path>): boolean {
    for (let { path } = issue as { path: Path }; path.length > 0; path = path.slice(0, -1)) {
      const parent = at(this.value, path.slice(0, -1));
      // Another step of this round has already given up what is around it.
      if (typeof parent !== 'object' || parent === null) return true;
      const here = path.length === issue.path.length;
      const last = path.at(-1) as PropertyKey;
      const name = JSON.stringify(path);
      for (let step = this.#steps.get(name) ?? (here ? 0 : 1); step < STEPS.length; step += 1) {
        this.#steps.set(name, step + 1);
        switch (STEPS[step]) {
          case 'convert': {
            const converted = convert(at(this.value, path), issue);
            if (converted === undefined) continue;
            Reflect.set(parent, last, converted);
            return true;
          }
          case 'null':
            if (!this.#giveUp(path, issue)) return false;
            Reflect.set(parent, last, null);
            return true;
          case 'absent':
            // Of a list of objects one may be missing; a pair of numbers without one of them is no pair.
            if (!Array.isArray(parent)) Reflect.deleteProperty(parent, last);
            else if (this.#isListOfObjects(path)) taken_out.set(name, path);
            else break;
            return true;
          case 'empty':
            if (!here || issue.code !== 'invalid_type' || issue.expected !== 'array') break;
            Reflect.set(parent, last, []);
            return true;
          default:
            // An enum that may grow takes any text: a value that is no text is none that anybody knows.
            if (!here || issue.code !== 'invalid_union') break;
            Reflect.set(parent, last, 'unknown');
            return true;
        }
      }
    }
    return false;
  }

  #isListOfObjects(element: Path): boolean {
    const list = at(this.#source, element.slice(0, -1));
    return Array.isArray(list) && list.some(isObject);
  }

  #giveUp(path: Path, issue: Issue): boolean {
    const { essential = [] } = this.#options;
    if (essential.includes(path.filter((key) => typeof key === 'string').join('.'))) return false;
    const dotted = path.join('.');
    for (const deeper of this.#unread.keys())
      if (deeper.startsWith(`${dotted}.`)) this.#unread.delete(deeper);
    const inner = issue.path.slice(path.length).join('.');
    this.#unread.set(dotted, {
      path: dotted,
      reason: inner === '' ? issue.message : `${inner}: ${issue.message}`,
      raw: rawText(at(this.#source, path), String(path.at(-1)), this.#options),
    });
    return true;
  }
}

/** The same value in the type that was expected; undefined where that would be a guess. */
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

/** Of JSON. */
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function idOf(raw: unknown, { secrets = [] }: ReadOptions): string | null {
  const id = isObject(raw) && !secrets.includes('id') ? raw.id : null;
  return typeof id === 'string' ? id.slice(0, LONGEST_RAW) : null;
}

function rawText(raw: unknown, name: string, { secrets = [] }: ReadOptions): string {
  const clean = redactSecrets({ [name]: raw }, secrets) as Record<string, unknown>;
  const text = Object.hasOwn(clean, name) ? (JSON.stringify(clean[name]) ?? 'nothing') : 'hidden';
  return text.length > LONGEST_RAW ? `${text.slice(0, LONGEST_RAW)}…` : text;
}
