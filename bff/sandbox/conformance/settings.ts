/** Arguments of `npx pnpm conformance`: which service, which cases. Secrets may come from the environment. */
import { parseArgs } from 'node:util';
import type { Case, Need } from './case.ts';
import type { Target } from './client.ts';

export interface Settings {
  /** The service; null: a sandbox of our own. */
  readonly target: Target | null;
  /** Kinds of cases that run. Records of an external service are changed only if --writing is given. */
  readonly kinds: readonly Need[];
  readonly loadIds: readonly string[];
  /** JSON of names that differ from ours. */
  readonly assumptions: string;
  /** Part of a case's identifier; null: all. */
  readonly only: string | null;
  /** Writes CONFORMANCE.md and runs nothing. */
  readonly write: boolean;
}

/**
 * Environment variables of the server's configuration that replace arguments, so that secrets need not be typed into a command.
 */
const VARIABLES = {
  'token-url': 'SERVICE_TOKEN_URL',
  'client-id': 'SERVICE_CLIENT_ID',
  'client-secret': 'SERVICE_CLIENT_SECRET',
} as const;

/** Throws an Error whose message names what is missing or unknown. */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      'base-url': text,
      'token-url': text,
      'client-id': text,
      'client-secret': text,
      assumptions: text,
      only: text,
      write: flag,
      'reading-only': flag,
      writing: flag,
      control: flag,
      'load-id': { type: 'string', multiple: true, default: [] },
    },
  });
  const base = values['base-url'];
  const given = (name: keyof typeof VARIABLES) => {
    const value = values[name] ?? env[VARIABLES[name]]?.trim();
    if (!value) throw new Error(`--${name} or ${VARIABLES[name]} is missing: --base-url needs it`);
    return value;
  };
  const kinds: Need[] = ['reading'];
  if (!values['reading-only']) {
    if (base === undefined || values.writing || values.control) kinds.push('writing');
    if (base === undefined || values.control) kinds.push('control');
  }
  return {
    target:
      base === undefined
        ? null
        : {
            base_url: base.replace(/\/+$/, ''),
            token_url: given('token-url'),
            client_id: given('client-id'),
            client_secret: given('client-secret'),
          },
    kinds,
    loadIds: values['load-id'],
    assumptions: values.assumptions ?? (base === undefined ? '{}' : env.SERVICE_ASSUMPTIONS?.trim() || '{}'),
    only: values.only ?? null,
    write: values.write,
  };
}

export function selectCases(cases: readonly Case[], { kinds, only }: Settings): Case[] {
  return cases.filter(({ id, needs }) => kinds.includes(needs) && (only === null || id.includes(only)));
}
