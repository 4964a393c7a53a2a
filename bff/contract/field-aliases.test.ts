import { expect, test } from 'vitest';
import { invertAliases, renameKeys } from './field-aliases.ts';

const names = { username: 'login', hos_tracking_config: 'eld', tracking_method: 'method', notes: 'notes' };

test('fields get their wire names at every depth, others stay', () => {
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

test('inverted aliases restore the contract names', () => {
  const body = { username: 'jdoe', hos_tracking_config: { tracking_method: 'manual' } };
  expect(renameKeys(renameKeys(body, names), invertAliases(names))).toEqual(body);
});

test('two names may be swapped', () => {
  expect(renameKeys({ a: 1, b: 2 }, { a: 'b', b: 'a' })).toEqual({ b: 1, a: 2 });
});

test('without renamed fields the same object is returned', () => {
  const body = { username: 'jdoe' };
  expect(renameKeys(body, { username: 'username' })).toBe(body);
});

test('an inherited property name is not treated as an alias', () => {
  expect(renameKeys({ constructor: 1 }, names)).toEqual({ constructor: 1 });
});
