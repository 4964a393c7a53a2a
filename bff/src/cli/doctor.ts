/** `waypost doctor`: one line for each thing that Waypost depends on, with what to do where it fails. */
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts';
import type { Env } from '../platform/config/secret-files.ts';
import { root, version } from '../root.ts';
import { Http } from '../service/upstream/http.ts';
import { checkDatabase } from './doctor-database.ts';
import { type Finding, failed, ok, warning } from './doctor-finding.ts';
import { checkAddresses, checkMail, checkService, checkSignIn } from './doctor-network.ts';
import { say } from './processes.ts';

export interface DoctorOptions {
  /** Receives a test message; null: none is sent. */
  readonly mail: string | null;
  readonly now?: () => number;
}

/** Prints the findings. The exit code is 1 if one of them is a failure. */
export async function doctor(options: DoctorOptions): Promise<void> {
  say(`Waypost ${version}`);
  if (process.getuid?.() === 0)
    print(warning('Run this as the user that runs Waypost: root may read and write what that user may not'));
  for await (const finding of diagnose(process.env, join(root, 'data'), options)) {
    print(finding);
    if (finding.result === 'failed') process.exitCode = 1;
  }
}

const print = ({ result, text }: Finding) =>
  say(`${result === 'failed' ? 'FAILED' : result}`.padEnd(9) + text.replaceAll('\n', ' '));

export async function* diagnose(
  env: Env,
  defaultDir: string,
  options: DoctorOptions,
): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = readConfig(env, defaultDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield* error.problems.map(failed);
    return;
  }
  yield ok('Configuration: every value can be used');
  yield* config.warnings.map(warning);
  const { mapTiles } = config;
  if (mapTiles && 'path' in mapTiles)
    yield ok(`MAP_TILES: ${mapTiles.path} holds a map (${mapTiles.schema})`);
  const http = new Http();
  const network = { config, http, now: options.now ?? Date.now };
  try {
    yield* await checkDatabase(config);
    yield* await checkService(network);
    yield* await checkSignIn(network);
    yield* await checkAddresses(network);
    yield* await checkMail(config, options.mail);
  } finally {
    await http.close();
  }
}
