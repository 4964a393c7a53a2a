import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { SandboxLine } from '@waypost/contract/sandbox-line';
import { root } from '../root.ts';

export { root };

/** Prints one line to the terminal. These commands are used by people; the server itself writes a log. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a command to its end, and returns its output. `loud` shows it at once instead. Rejects with the output on failure. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; loud?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env,
      signal: options.signal,
      stdio: options.loud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => output.push(part));
    child.stderr?.on('data', (part: Buffer) => output.push(part));
    child.once('error', reject);
    child.once('close', (code) => {
      const text = Buffer.concat(output).toString('utf8');
      if (code === 0) resolve(text);
      else reject(new Error(`${command} ${args.join(' ')} failed\n${text}`));
    });
  });
}

/** Runs the pnpm that runs this script, either an executable or a Node script. */
export function pnpm(
  args: readonly string[],
  options?: { loud?: boolean; signal?: AbortSignal },
): Promise<string> {
  const path = process.env.npm_execpath ?? 'pnpm';
  return /\.[cm]?js$/.test(path) ? run(process.execPath, [path, ...args], options) : run(path, args, options);
}

export type { SandboxLine };

export interface StartedSandbox {
  readonly line: SandboxLine;
  readonly child: ChildProcess;
}

/** Keeps the sandbox's state in the same file as `npx pnpm sandbox` does. */
const PERSISTENT_ENV: NodeJS.ProcessEnv = { SANDBOX_STATE: 'data/sandbox-state.json', ...process.env };

/**
 * Starts the sandbox as a separate process and waits for its first line. `signal` stops it at any time. Rejects with its error output
 * when it exits before.
 */
export function startSandbox({
  env = PERSISTENT_ENV,
  signal,
}: {
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
} = {}): Promise<StartedSandbox> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['bff/sandbox/main.ts'], {
      cwd: root,
      env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    child.stderr.on('data', (part: Buffer) => {
      said.push(part.toString('utf8'));
      if (said.length > 50) said.shift();
    });
    createInterface({ input: child.stdout }).once('line', (text) => {
      try {
        resolve({ line: JSON.parse(text) as SandboxLine, child });
      } catch {
        reject(new Error(`The sandbox printed unexpected output: ${text}`));
      }
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox ended (${code}).\n${said.join('')}`)));
  });
}

/**
 * The path of the simulated street map, which is drawn on the first start only. `signal` stops the drawing. Rejects with its error
 * output when it fails.
 */
export async function drawStreets(signal: AbortSignal): Promise<string> {
  const land = 'web/dist/basemap/close.json';
  const args = ['bff/sandbox/streets/main.ts', '--dir', 'data', '--land', land];
  return (await run(process.execPath, args, { signal })).trim();
}

/** The sandbox's line as the server's configuration. */
export function serviceEnvironment(line: SandboxLine): Record<string, string> {
  return {
    SERVICE_BASE_URL: line.base_url,
    SERVICE_TOKEN_URL: line.token_url,
    SERVICE_AUTHORIZATION_URL: line.authorization_url,
    SERVICE_REVOCATION_URL: line.revocation_url,
    SERVICE_CLIENT_ID: line.client_id,
    SERVICE_CLIENT_SECRET: line.client_secret,
    LOGIN_ISSUER: line.issuer,
    LOGIN_CLIENT_ID: line.client_id,
    LOGIN_CLIENT_SECRET: line.client_secret,
  };
}

/** The same for people who try it: their sign-in says their email, to which fleets reply. */
export const demonstrationEnvironment = (line: SandboxLine): Record<string, string> => ({
  SERVICE_ASSUMPTIONS:
    process.env.SERVICE_ASSUMPTIONS || '{"login_scope":"openid profile email offline_access organization"}',
  ...serviceEnvironment(line),
});
