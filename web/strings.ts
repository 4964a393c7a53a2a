/**
 * `pnpm strings`: writes every text of the screen, by feature and file, into `data/strings.md` (ignored by git) for proofreading.
 * Parsed from the sources: JSX texts, attributes, and every string that reads like words. `{…}` represents a value.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '..');
const SOURCES = [
  'web/src/**/*.{ts,tsx}',
  'bff/src/**/*.ts',
  'bff/contract/api/**/*.ts',
  'bff/sandbox/**/*.ts',
];
const NOT_SAID =
  /\.test\.|testing|\/frozen|\/store\/|\/bench\/|\/conformance\/|\/soak\/|\/cli\/|node_modules/;
/** JSX attributes whose values are never displayed. */
const SILENT_ATTRIBUTES = /^(className|id|key|type|role|href|src|to|d|size|variant|data-.*|aria-controls)$/;
/** `Sign in`, `no trucks`, `Fuel`; not `vehicle_id`, `/api/loads`, `text/csv`, `var(--wp-line)`. */
const READS_LIKE_WORDS = /^[A-Z“‘(][a-z'’]+|[a-z'’,.]+ [a-z'’]+/;
const CODE =
  /^[a-z]+:|^[./#]|--wp-|^(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER)\b|^[A-Z][A-Za-z]+-[A-Z]|[{};]\s*$/;

/** A node of the ESTree syntax tree; only the part used here. */
interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = (value: unknown): readonly SyntaxNode[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];

/** The texts of one file in source order, without duplicates. */
function textsOf(path: string): string[] {
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const found = new Set<string>();
  const add = (raw: string) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    if (READS_LIKE_WORDS.test(text) && !CODE.test(text.replaceAll('{…}', 'x'))) found.add(text);
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TSType')) return;
    if (node.type === 'JSXAttribute' && SILENT_ATTRIBUTES.test(nameOf(node))) return;
    // A line of text with values between the words is one sentence.
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') add(sentenceOf(nodesIn(node.children)));
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value);
    if (node.type === 'TemplateLiteral') add(nodesIn(node.quasis).map(cookedOf).join('{…}'));
    for (const value of Object.values(node)) for (const child of nodesIn(value)) visit(child);
  };
  for (const node of nodesIn(program.body)) visit(node);
  return [...found];
}

const nameOf = ({ name }: SyntaxNode): string =>
  isNode(name) && typeof name.name === 'string' ? name.name : '';

function cookedOf({ value }: SyntaxNode): string {
  const cooked = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : '';
  return typeof cooked === 'string' ? cooked : '';
}

/** The texts among an element's children, joined; any other child becomes `{…}`. */
function sentenceOf(children: readonly SyntaxNode[]): string {
  const texts = children.map(({ type, value }) => (type === 'JSXText' ? String(value) : null));
  if (texts.every((text) => text === null || text.trim() === '')) return '';
  return texts.map((text) => text ?? '{…}').join('');
}

/** `web/src/features/usage`; for files outside features, their folder. */
const featureOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.includes('/features/') ? 4 : 3)
    .join('/');

const features = new Map<string, string[]>();
let count = 0;
for (const path of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
  if (NOT_SAID.test(path)) continue;
  const texts = textsOf(join(root, path));
  if (texts.length === 0) continue;
  count += texts.length;
  const lines = features.get(featureOf(path)) ?? [];
  lines.push(`\n### ${path}`, '', ...texts.map((text) => `- ${text}`));
  features.set(featureOf(path), lines);
}
mkdirSync(join(root, 'data'), { recursive: true });
const file = join(root, 'data', 'strings.md');
const parts = [...features].map(([name, lines]) => `## ${name}\n${lines.join('\n')}\n`);
writeFileSync(file, `# Texts of the screen\n\n${parts.join('\n')}`);
process.stdout.write(`${count} texts in ${file}\n`);
