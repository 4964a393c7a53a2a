/**
 * The sandbox as a separate process: writes one JSON line to standard output when it listens, everything else to standard error.
 * `--state <file>` sets the default of SANDBOX_STATE, for scripts.
 */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './config.ts';
import { createSandbox, type Sandbox } from './server.ts';

const log = (text: string) => process.stderr.write(`${text}\n`);

// A library's notice must not precede the JSON line.
console.info = (...parts: unknown[]) => log(parts.map(String).join(' '));

const end = () => {
  sandbox?.saveSync();
  process.exit(0);
};
process.on('SIGTERM', end);
process.on('SIGINT', end);

function fail(error: unknown): never {
  if (error instanceof ConfigError) log(error.message);
  else if ((error as NodeJS.ErrnoException)?.code === 'EADDRINUSE')
    log(
      `Port ${config?.port} on ${config?.host} is in use. Stop what listens there, or choose another: SANDBOX_PORT=0 takes any free port.`,
    );
  else log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}

let config: ReturnType<typeof readConfig> | null = null;
let sandbox: Sandbox | null = null;
try {
  const { values } = parseArgs({ options: { state: { type: 'string' } } });
  config = readConfig({ SANDBOX_STATE: values.state, ...process.env });
  sandbox = createSandbox(config, {
    onError: (error) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  const info = await sandbox.listen();
  process.stdout.write(`${JSON.stringify(info)}\n`);
} catch (error) {
  fail(error);
}
