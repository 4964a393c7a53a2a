/** Secrets in files instead of variables: `NAME_FILE=path`, or a credential of systemd called `NAME`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

export const SECRETS = [
  'SERVICE_CLIENT_SECRET',
  'LOGIN_CLIENT_SECRET',
  'DATABASE_URL',
  'SECRET_KEYS',
  'SMTP_URL',
  'METRICS_TOKEN',
] as const;

/** The environment with the content of those files, without the newline at their end. */
export function withSecretFiles(env: Env): {
  readonly env: Env;
  readonly problems: readonly string[];
  /** Paths by name. */
  readonly files: Readonly<Record<string, string>>;
} {
  const problems: string[] = [];
  const found: Record<string, string> = {};
  const files: Record<string, string> = {};
  for (const name of SECRETS) {
    const credential = env.CREDENTIALS_DIRECTORY ? join(env.CREDENTIALS_DIRECTORY, name) : '';
    const file = env[`${name}_FILE`] || (existsSync(credential) ? credential : '');
    if (file === '') continue;
    if (env[name])
      problems.push(
        `${name}: is set, and so is a file that holds it (${file}). Remove one of them. Example: ${name}_FILE=/run/secrets/${name.toLowerCase()}`,
      );
    else
      try {
        found[name] = readFileSync(file, 'utf8').trimEnd();
        files[name] = file;
        if (found[name] === '') problems.push(`${name}_FILE: "${file}" is empty. Write the secret into it`);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        problems.push(
          `${name}_FILE: "${file}" cannot be read (${code}). Let the user that runs Waypost read it. Example: ${name}_FILE=/run/secrets/${name.toLowerCase()}`,
        );
      }
  }
  return { env: { ...env, ...found }, problems, files };
}
