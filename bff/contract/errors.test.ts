import { describe, expect, test } from 'vitest';
import { anyErrorBody, ERROR_MESSAGES, errorBodies } from './errors.ts';

const issue = {
  path: 'body.name',
  input: '300 characters',
  message: 'must be at most 255',
  error_type: 'too_long',
};
const wait = { retry_after_seconds: 7, message: 'Slow down' };

describe('error bodies', () => {
  test.each([400, 401, 403, 404, 405, 409, 501] as const)('%i: detail is text or null', (code) => {
    for (const detail of ['why', null]) {
      const body = { code, message: ERROR_MESSAGES[code], detail };
      expect(errorBodies[code].parse(body)).toEqual(body);
      expect(anyErrorBody.parse(body)).toEqual(body);
    }
    const body = { code, message: ERROR_MESSAGES[code], detail: null };
    expect(errorBodies[code].safeParse({ ...body, detail: [issue] }).success).toBe(false);
    expect(errorBodies[code].safeParse({ ...body, message: 'Oops' }).success).toBe(false);
    expect(errorBodies[code].safeParse({ ...body, code: 418 }).success).toBe(false);
  });
  test.each([
    [422, [issue]],
    [422, []],
    [422, null],
    [429, wait],
    [429, null],
  ] as const)('%i with %j', (code, detail) => {
    const body = { code, message: ERROR_MESSAGES[code], detail };
    expect(errorBodies[code].parse(body)).toEqual(body);
    expect(anyErrorBody.parse(body)).toEqual(body);
  });
  test.each(['path', 'input', 'message', 'error_type'])('422: %s is text', (field) => {
    const body = { code: 422, message: ERROR_MESSAGES[422], detail: [{ ...issue, [field]: 1 }] };
    expect(errorBodies[422].safeParse(body).success).toBe(false);
  });
  test('500 has only a message', () => {
    const body = { message: 'Internal Server Error' };
    expect(errorBodies[500].parse(body)).toEqual(body);
    expect(errorBodies[500].safeParse({ ...body, code: 500 }).success).toBe(false);
    expect(anyErrorBody.parse(body)).toEqual(body);
  });
});

test.each([
  [
    'a detail of another shape',
    { code: 400, message: 'x', detail: 3 },
    { code: 400, message: 'x', detail: null },
  ],
  ['a code as text', { code: '400', message: 'x' }, { code: null, message: 'x' }],
  ['nothing at all', {}, {}],
  ['a field that nobody knows', { trace: 'x' }, { trace: 'x' }],
])('any error is understood: %s', (_, body, expected) => {
  expect(anyErrorBody.parse(body)).toEqual(expected);
});

test('one malformed entry of a 422 does not hide the others', () => {
  const detail = [{ path: ['body', 'email'], input: 5, message: 'wrong', extra: 1 }, { path: 'body.x' }];
  expect(anyErrorBody.parse({ code: 422, detail }).detail).toEqual([
    { path: 'body.email', input: '5', message: 'wrong', error_type: '' },
    { path: 'body.x', input: '', message: '', error_type: '' },
  ]);
});
