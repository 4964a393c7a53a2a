/** `npx pnpm start`: starts the sandbox unless a service is configured, builds the page if it is out of date, and starts the server. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '../root.ts';
import { fillDemonstration } from './demonstration.ts';
import {
  demonstrationEnvironment,
  drawStreets,
  pnpm,
  root,
  type SandboxLine,
  say,
  startSandbox,
} from './processes.ts';

// Stopping this command also stops whatever is being started.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

const steps = process.env.SERVICE_BASE_URL ? 2 : 3;
let step = 0;
const beginStep = (text: string) => {
  step += 1;
  process.stdout.write(`[${step}/${steps}] ${text} … `);
};
const finishStep = (text = 'done') => say(text);

/** Newest modification time of files below these paths, ms; generated folders are ignored. */
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
  beginStep('Building the page');
  const built = join(root, 'web', 'dist', 'index.html');
  const sources = ['web', 'bff/contract', 'bff/geo', 'bff/triage', 'pnpm-lock.yaml'].map((path) =>
    join(root, path),
  );
  if (existsSync(built) && statSync(built).mtimeMs > newestChange(sources)) return finishStep('up to date');
  await pnpm(['run', 'build'], { signal: stopping.signal });
  finishStep();
}

/** The simulated street map, unless the operator has a map or a service. Without it the demonstration works too. */
async function streets(): Promise<string | null> {
  const { SERVICE_BASE_URL, MAP_TILES, MAP_STYLE_URL, SANDBOX_WORLD } = process.env;
  if (SERVICE_BASE_URL || MAP_TILES || MAP_STYLE_URL || SANDBOX_WORLD === 'hostile') return null;
  return await drawStreets(stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) say(`\n  The simulated streets could not be drawn. ${error}`);
    return null;
  });
}

async function sandbox(): Promise<SandboxLine | null> {
  if (process.env.SERVICE_BASE_URL) return null;
  beginStep('Starting the sandbox, a simulated telematics service');
  const { signal } = stopping;
  const started = await startSandbox({ signal });
  started.child.once('exit', () => {
    if (!signal.aborted)
      say(
        'The sandbox has stopped. The board shows that and recovers when the sandbox is back: npx -y pnpm sandbox',
      );
  });
  process.on('exit', () => started.child.kill());
  finishStep(`${started.line.base_url}`);
  return started.line;
}

/** False for a database that existed before; a server's is asked later (demonstration.ts). */
function mayBeNew(): boolean {
  const url = process.env.DATABASE_URL || `sqlite:${join(root, 'data', 'waypost.db')}`;
  return !url.startsWith('sqlite:') || !existsSync(resolve(root, url.slice('sqlite:'.length)));
}

async function serve(line: SandboxLine | null, tiles: string | null): Promise<void> {
  const fillsIt = line !== null && process.env.SANDBOX_WORLD !== 'hostile' && mayBeNew();
  beginStep('Starting the server');
  // Logs only warnings and errors by default: the terminal belongs to the person who started this.
  const env: NodeJS.ProcessEnv = {
    LOG_LEVEL: 'warn',
    ...process.env,
    ...(line ? demonstrationEnvironment(line) : {}),
    ...(tiles ? { MAP_TILES: tiles } : {}),
  };
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal: stopping.signal,
  });
  // An abort during the start is reported as an error; the exit event is sufficient.
  child.on('error', () => undefined);
  child.once('exit', (code) => process.exit(code ?? 1));
  await new Promise((resolve) => child.once('message', resolve));
  finishStep();
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
  if (line && fillsIt) await fill(line, process.env.PUBLIC_URL || `http://localhost:${port}`);
}

/** On the first start only. Without it the demonstration works too, so a failure is only reported. */
async function fill(line: SandboxLine, url: string): Promise<void> {
  try {
    if (await fillDemonstration({ url, line, signal: stopping.signal }))
      say('  Added simulated contacts, sites, lists, owners and notes for the demonstration.');
  } catch (error) {
    if (stopping.signal.aborted) return;
    say(`  The contacts, sites and notes of the demonstration could not be added. ${error}`);
  }
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

say(`Waypost ${version}`);
try {
  // First, because it refuses wrong settings, and the build takes long.
  const line = await sandbox();
  await buildPage();
  const tiles = await streets();
  await serve(line, tiles);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  say('failed');
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
