/** `npx pnpm start`: builds the page when it is out of date, starts the sandbox unless a service is named, serves. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pnpm, root, type SandboxLine, say, serviceEnvironment, startSandbox } from './processes.ts';

// Whatever is being started at the moment ends with this command.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

const steps = process.env.SERVICE_BASE_URL ? 2 : 3;
let step = 0;
const begin = (text: string) => {
  step += 1;
  process.stdout.write(`[${step}/${steps}] ${text} … `);
};
const done = (text = 'done') => say(text);

/** Newest change below these, milliseconds; folders that are made, not written, are left out. */
function newestChange(paths: readonly string[]): number {
  let newest = 0;
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) continue;
    if (!stat.isDirectory()) newest = Math.max(newest, stat.mtimeMs);
    else
      newest = Math.max(
        newest,
        newestChange(
          readdirSync(path)
            .filter((name) => !['node_modules', 'dist', 'public'].includes(name))
            .map((name) => join(path, name)),
        ),
      );
  }
  return newest;
}

async function buildPage(): Promise<void> {
  begin('Building the page');
  const built = join(root, 'web', 'dist', 'index.html');
  const sources = ['web', 'bff/contract', 'bff/geo', 'pnpm-lock.yaml'].map((path) => join(root, path));
  if (existsSync(built) && statSync(built).mtimeMs > newestChange(sources)) return done('up to date');
  await pnpm(['run', 'build'], { signal: stopping.signal });
  done();
}

async function sandbox(): Promise<SandboxLine | null> {
  if (process.env.SERVICE_BASE_URL) return null;
  begin('Starting the sandbox, a simulated telematics service');
  const { signal } = stopping;
  const started = await startSandbox({ signal });
  started.child.once('exit', () => {
    if (!signal.aborted)
      say(
        'The sandbox has stopped. The board shows that and recovers when the sandbox is back: npx pnpm sandbox',
      );
  });
  process.on('exit', () => started.child.kill());
  done(`${started.line.base_url}`);
  return started.line;
}

async function serve(line: SandboxLine | null): Promise<void> {
  begin('Starting the server');
  // The terminal is for the person who started it: warnings and worse, unless asked for more.
  const env = { LOG_LEVEL: 'warn', ...process.env, ...(line ? serviceEnvironment(line) : {}) };
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal: stopping.signal,
  });
  // That it was stopped while it started is an error to it; its exit says the rest.
  child.on('error', () => undefined);
  child.once('exit', (code) => process.exit(code ?? 1));
  await new Promise((resolve) => child.once('message', resolve));
  done();
  const port = process.env.PORT || '8080';
  say();
  say(`  Waypost is at ${process.env.PUBLIC_URL || `http://localhost:${port}`}`);
  if (line) {
    say('  The data are simulated: fleets, trucks and loads of the embedded sandbox.');
    say('  Sign in as (the password is the username):');
    for (const { username, roles } of line.users) say(`    ${username.padEnd(12)} ${describe(roles)}`);
    say('  To connect to a real service, see README.md, "Connect to a service".');
  }
  say('  Stop with Ctrl+C.');
  say();
}

function describe(roles: readonly string[]): string {
  const words: Record<string, string> = {
    viewer: 'sees everything, changes nothing',
    dispatcher: 'works on loads and monitors',
    onboarding: 'looks after invitations, agreements and drivers',
    admin: 'may do everything',
  };
  return roles.map((role) => words[role] ?? role).join(', ');
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
say(`Waypost ${version}`);
try {
  await buildPage();
  await serve(await sandbox());
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  say('failed');
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
