/** `waypost`: the commands of an installed Waypost. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../root.ts';
import { say } from './processes.ts';

const HELP = `Usage: waypost [COMMAND] [--env-file FILE]

  waypost                  starts the server
  waypost doctor           checks the configuration and all that Waypost depends on
          --mail ADDRESS   and sends a test message there
  waypost migrate          brings the database to this version, without starting the server
  waypost backup FILE      copies the database into FILE, also while servers run
  waypost restore FILE     puts that copy into an empty database
          --replace        or in place of the present one; no server may run
  waypost --version

Variables configure it; see .env.example. --env-file reads those that are not set from a file.
More: bff/deploy/README.md`;

const options = {
  'env-file': { type: 'string' },
  mail: { type: 'string' },
  replace: { type: 'boolean', default: false },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** A mistake of the person at the terminal, who gets the sentence and not the place in our code. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function parse() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return fail(error);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [command = 'serve', file, ...rest] = positionals;
  if (values.version) return say(version);
  if (values.help) return say(HELP);
  if (values['env-file'] !== undefined) process.loadEnvFile(values['env-file']);
  const { DATA_DIR, STATE_DIRECTORY, XDG_DATA_HOME } = process.env;
  // Outside the release's folder, which the next version replaces. systemd sets STATE_DIRECTORY.
  process.env.DATA_DIR =
    DATA_DIR || STATE_DIRECTORY || join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'waypost');
  const takesFile = command === 'backup' || command === 'restore';
  if (rest.length > 0 || takesFile !== (file !== undefined)) throw new Error(HELP);
  switch (command) {
    case 'serve':
      await import('../main.ts');
      return;
    case 'migrate':
      return (await import('./migrate.ts')).migrateDatabase();
    case 'doctor':
      return (await import('./doctor.ts')).doctor({ mail: values.mail ?? null });
    case 'backup':
      return (await import('./backup.ts')).backup(file as string);
    case 'restore':
      return (await import('./backup.ts')).restore(file as string, values);
    default:
      throw new Error(HELP);
  }
}

main().catch(fail);
