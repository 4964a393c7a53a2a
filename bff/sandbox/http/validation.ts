/** Converts schema errors into the `detail` of a 422: path, input, message and error_type, all text. */
import type { ValidationIssue } from '@waypost/contract/errors';
import type { z } from 'zod';

const MAX_INPUT_CHARACTERS = 200;
/** Inputs with these names are never echoed, since a 422 may be logged. */
const SECRET = /password|secret|token/i;

type Issue = z.core.$ZodIssue;

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    // A parameter sent once is text here, although its schema expects a list.
    if (typeof value === 'string' && key === 0) continue;
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const withoutSecrets = (key: string, value: unknown) => (SECRET.test(key) ? '' : value);

function asText(value: unknown, path: readonly PropertyKey[]): string {
  if (path.some((key) => SECRET.test(String(key)))) return '';
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value, withoutSecrets) ?? '');
  return text.length > MAX_INPUT_CHARACTERS ? `${text.slice(0, MAX_INPUT_CHARACTERS)}...` : text;
}

/** For a union, the issues of the option that matched best. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const deepest = (issues: readonly Issue[]) => Math.max(...issues.map(({ path }) => path.length));
  const closest = [...issue.errors].sort((a, b) => deepest(b) - deepest(a))[0] ?? [];
  return closest.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
}

/** Paths such as `stops.0.latitude`; an unknown field is named itself instead of its parent. */
export function validationDetail(error: z.core.$ZodError, input: unknown): ValidationIssue[] {
  return error.issues.flatMap(flatten).flatMap((issue) => {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => ({
      path: path.map(String).join('.'),
      input: asText(valueAt(input, path), path),
      message: issue.code === 'unrecognized_keys' ? 'is not a known field' : issue.message,
      error_type: issue.code,
    }));
  });
}
