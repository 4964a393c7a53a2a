/**
 * `npx pnpm release`: one archive with the built page, the server, its production packages and Node, below `data/release`. It runs on the
 * kind of Linux that it was made on, where nothing else is installed.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version as tagged } from '../root.ts';
import { pnpm, root, run, say } from './processes.ts';

/** What runs, and what operators read. */
const SOURCES = ['bff/src', 'bff/contract', 'bff/geo', 'bff/triage', 'bff/deploy', 'bff/package.json'];
const ONLY_FOR_WORK = ['*.test.ts', '**/testing/**', '**/frozen/**'].map(
  (glob) => `:(exclude,glob)**/${glob}`,
);
const FOR_OPERATORS = ['LICENSE', 'CHANGELOG.md', '.env.example'];
const PACKAGES = ['bff', 'contract', 'geo', 'triage'].map((name) => `--filter=@waypost/${name}`);

const listed = async (...paths: readonly string[]) =>
  (await run('git', ['ls-files', ...paths])).split('\n').filter(Boolean);

const commit = (await run('git', ['describe', '--always', '--dirty', '--exclude=*'])).trim();
const version = `${tagged}+${commit.replace('-', '.')}`;
const name = `waypost-${tagged}`;
const output = join(root, 'data', 'release');
const folder = join(output, name);

say(`Waypost ${version}`);
rmSync(folder, { recursive: true, force: true });
say('Building the page');
await pnpm(['run', 'build']);

say('Installing the packages that run');
const manifests = await listed('*package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml');
for (const file of manifests) cpSync(join(root, file), join(folder, file));
await pnpm(['--dir', folder, 'install', '--prod', '--frozen-lockfile', '--prefer-offline', ...PACKAGES]);
for (const file of ['web', 'e2e', 'bff/sandbox', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
  rmSync(join(folder, file), { recursive: true });
keepOnePlatform(join(folder, 'bff', 'node_modules', 'better-sqlite3'));

for (const file of await listed(...SOURCES, ...FOR_OPERATORS, ...ONLY_FOR_WORK))
  cpSync(join(root, file), join(folder, file));
cpSync(join(root, 'web', 'dist'), join(folder, 'web', 'dist'), { recursive: true });
const manifest = { name: 'waypost', version, license: 'MIT', type: 'module' };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
mkdirSync(join(folder, 'bin'));
for (const [from, to] of [
  [process.execPath, 'node'],
  [join(root, 'bff', 'deploy', 'waypost.sh'), 'waypost'],
] as const) {
  copyFileSync(from, join(folder, 'bin', to));
  chmodSync(join(folder, 'bin', to), 0o755);
}

say('Packing');
const archive = join(output, `${name}-${process.platform}-${process.arch}.tar.gz`);
const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=a+rX,u+w,go-w'];
const date = (await run('git', ['log', '-1', '--format=%cI'])).trim();
await run('tar', [
  ...['--create', '--gzip', `--file=${archive}`, `--directory=${output}`, '--hard-dereference'],
  ...['--sort=name', `--mtime=${date}`, ...owner, name],
]);
say((await run('sha256sum', [archive])).trim());

/** Removes the library's source code and what it ships for other systems. */
function keepOnePlatform(library: string): void {
  for (const sources of ['deps', 'src']) rmSync(join(library, sources), { recursive: true });
  const prebuilt = join(library, 'prebuilds');
  for (const file of readdirSync(prebuilt))
    if (file !== `${process.platform}-${process.arch}.node`) rmSync(join(prebuilt, file));
}
