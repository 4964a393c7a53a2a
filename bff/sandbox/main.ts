/** The sandbox as a process of its own: one JSON line on standard output when it listens, everything else on standard error. */
import { ConfigError, readConfig } from './config.ts';
import { createSandbox } from './server.ts';

const tell = (text: string) => process.stderr.write(`${text}\n`);

// A library's notice must not slip between the reader and the JSON line.
console.info = (...parts: unknown[]) => tell(parts.map(String).join(' '));

process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => process.exit(0));

function fail(error: unknown): never {
  if (error instanceof ConfigError) tell(error.message);
  else if ((error as NodeJS.ErrnoException)?.code === 'EADDRINUSE')
    tell(
      `Port ${config?.port} on ${config?.host} is in use. Stop what listens there, or choose another: SANDBOX_PORT=0 takes any free port.`,
    );
  else tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}

let config: ReturnType<typeof readConfig> | null = null;
try {
  config = readConfig(process.env);
  const sandbox = createSandbox(config, {
    onError: (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  const info = await sandbox.listen();
  process.stdout.write(`${JSON.stringify(info)}\n`);
} catch (error) {
  fail(error);
}
