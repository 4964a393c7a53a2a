/**
 * After the build, minifies the scripts of the first view once more, and writes a .br and a .gz file next to every text asset, so that the
 * server never compresses.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minify } from 'terser';

const DIST = join(import.meta.dirname, 'dist');
/** Fonts and images are already compressed. index.html is filled in per response, so it cannot be compressed ahead. */
const TEXT = /\.(js|mjs|css|json|svg|map|txt|webmanifest)$/;
const SMALLEST_BYTES = 256;
/** Of the first view: terser makes what the bundler has minified 1 % smaller, for ten seconds of the build. */
const FIRST_SCRIPTS = /^assets\/(frame|board|engine)-[^/]*\.js$/;
/**
 * The browser compiles all functions of such a file while it arrives, beside the main thread. Otherwise it compiles each when it is first
 * called, on the main thread. See V8's "explicit compile hints".
 */
const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad';

/** `pnpm build:quick`, for journeys, which measure no sizes: the best levels take half of a build's processor time and save a fifth. */
const quick = process.argv.includes('--quick');

function brotliQuality(file: string): number {
  if (quick) return 4;
  // Map data is half of the total: the highest level doubles the build time and saves only 4 % there.
  return file.startsWith('basemap') ? 10 : constants.BROTLI_MAX_QUALITY;
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const files = (await readdir(DIST, { recursive: true })).filter((file) => TEXT.test(file));
for (const file of files.filter((one) => FIRST_SCRIPTS.test(one))) {
  const path = join(DIST, file);
  const { code } = await minify(await readFile(path, 'utf8'), {
    module: true,
    ecma: 2022,
    compress: { passes: 3 },
    // A browser keeps a script of other letters than ASCII in twice the memory.
    format: { preamble: COMPILED_AT_ONCE, ascii_only: true },
  });
  if (code === undefined) throw new Error(`${file}: terser returned nothing`);
  await writeFile(path, code);
}
let [before, after] = [0, 0];
for (const file of files) {
  const path = join(DIST, file);
  if ((await stat(path)).size < SMALLEST_BYTES) continue;
  const content = await readFile(path);
  const [br, gzipped] = await Promise.all([
    brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(file),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    gz(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzipped)]);
  before += content.length;
  after += br.length;
}
process.stdout.write(`compressed ${files.length} files: ${kB(before)} to ${kB(after)} (brotli)\n`);

function kB(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
