import { expect, test } from 'vitest';
import { inverted, renameKeys } from './field-aliases.ts';

const names = { username: 'login', hos_tracking_config: 'eld', tracking_method: 'method', notes: 'notes' };

test('fields take their wire names at every depth, others stay', () => {
  const body = {
    connection_id: 'c',
    username: 'jdoe',
    hos_tracking_config: { tracking_method: 'manual' },
    list: [{ username: 'x' }, null, 3],
  };
  expect(renameKeys(body, names)).toEqual({
    connection_id: 'c',
    login: 'jdoe',
    eld: { method: 'manual' },
    list: [{ login: 'x' }, null, 3],
  });
  expect(body.username).toBe('jdoe');
});

test('values are never renamed', () => {
  expect(renameKeys({ notes: 'username' }, names)).toEqual({ notes: 'username' });
});

test('the way back restores the contract', () => {
  const body = { username: 'jdoe', hos_tracking_config: { tracking_method: 'manual' } };
  expect(renameKeys(renameKeys(body, names), inverted(names))).toEqual(body);
});

test('two names may change places', () => {
  expect(renameKeys({ a: 1, b: 2 }, { a: 'b', b: 'a' })).toEqual({ b: 1, a: 2 });
});

test('without renamed fields the very same value comes back', () => {
  const body = { username: 'jdoe' };
  expect(renameKeys(body, { username: 'username' })).toBe(body);
});

test('a key that every object inherits is not taken for a renamed one', () => {
  expect(renameKeys({ constructor: 1 }, names)).toEqual({ constructor: 1 });
});
