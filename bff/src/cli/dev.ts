/** `npx pnpm dev`: the sandbox, the server and Vite, the latter two reloading what is edited. */
import { type ChildProcess, spawn } from 'node:child_process';
import { pnpm, root, say, serviceEnvironment, startSandbox } from './processes.ts';

const WEB = 'http://localhost:5173';
const children: ChildProcess[] = [];
const stop = () => {
  for (const child of children) child.kill();
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const started = process.env.SERVICE_BASE_URL ? null : await startSandbox();
if (started) children.push(started.child);
const env = { ...process.env, PUBLIC_URL: WEB, ...(started ? serviceEnvironment(started.line) : {}) };
children.push(
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'bff/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
);
// Vite passes the API on to the server.
process.env.WAYPOST_SERVER ??= `http://localhost:${process.env.PORT || '8080'}`;
say(`The board with reload: ${WEB}, sign in as dispatcher, dispatcher`);
await pnpm(['--filter', '@waypost/web', 'run', 'dev'], { loud: true });
