/** `npx pnpm dev`: the sandbox, the server and Vite, the latter two with live reload. */
import { spawn } from 'node:child_process';
import { demonstrationEnvironment, pnpm, root, say, startSandbox } from './processes.ts';

const WEB = 'http://localhost:5173';
const stopping = new AbortController();
const { signal } = stopping;
const stop = () => {
  stopping.abort();
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const started = process.env.SERVICE_BASE_URL ? null : await startSandbox({ signal });
const env = { ...process.env, PUBLIC_URL: WEB, ...(started ? demonstrationEnvironment(started.line) : {}) };
const server = ['--watch', '--watch-preserve-output', 'bff/src/main.ts'];
spawn(process.execPath, server, { cwd: root, env, stdio: 'inherit', signal }).on('error', stop);
// Vite forwards API requests to the server.
process.env.WAYPOST_SERVER ??= `http://localhost:${process.env.PORT || '8080'}`;
say(`Board with live reload: ${WEB}. Sign in as dispatcher; the password is the username`);
await pnpm(['--filter', '@waypost/web', 'run', 'dev'], { loud: true, signal });
