import { describe, expect, it } from 'vitest';
import { splitWarning, splitWholeName } from './whole-name.ts';

describe('a whole name', () => {
  it.each([
    ['Moss, Rita', 'Rita', 'Moss', false],
    ['Moss,Rita J.', 'Rita J.', 'Moss', false],
    ['de la Cruz, Juan', 'Juan', 'de la Cruz', false],
    ['Rita Moss', 'Rita', 'Moss', false],
    ['Rita J. Moss', 'Rita J.', 'Moss', true],
    ['Juan de la Cruz', 'Juan', 'de la Cruz', true],
    ['Rita Moss Jr.', 'Rita', 'Moss Jr.', true],
    ['Rita Moss, Jr.', 'Rita', 'Moss Jr.', true],
    ['Moss, Rita, III', 'Rita', 'Moss III', false],
  ])('%s has first name %s and last name %s', (text, first_name, last_name, unsure) => {
    expect(splitWholeName(text)).toEqual({ first_name, last_name, user_email: null, unsure });
  });
  it.each([
    'Joe Smith <joe@x.com>',
    '"Smith, Joe" <joe@x.com>',
    'Joe Smith - joe@x.com',
    'Smith, Joe (joe@x.com)',
    'Joe Smith, joe@x.com',
    'Joe Smith; joe@x.com',
    'joe@x.com (Joe Smith)',
    'Joe Smith [mailto:joe@x.com]',
  ])('%s has the email too', (text) => {
    expect(splitWholeName(text)).toMatchObject({
      first_name: 'Joe',
      last_name: 'Smith',
      user_email: 'joe@x.com',
    });
  });
  it('beside a broken email is no part of the name', () => {
    expect(splitWholeName('Joe Smith <joe@>')).toMatchObject({ last_name: 'Smith', user_email: null });
    expect(splitWholeName('joe@x.com')).toBeNull();
  });
  it.each(['Rita', 'Moss,', ', Rita', 'Moss, Rita, Lee', 'Moss Jr.', ','])('%s has no two names', (text) => {
    expect(splitWholeName(text)).toBeNull();
  });
  it('says by which rule it was split, and the parts where the rule may be wrong', () => {
    const warning = (text: string) => {
      const name = splitWholeName(text);
      return name && splitWarning(text, name);
    };
    expect(warning('Moss, Rita')).toBe('is split at the comma: last name before it, first name after it');
    expect(warning('Rita Moss')).toBe('is split at the space: first name, then last name');
    expect(warning('Joe Smith <joe@x.com>')).toBe(
      '“Joe Smith <joe@x.com>” is split: first name Joe, last name Smith, email joe@x.com',
    );
    expect(warning('Maria Garcia Lopez')).toBe(
      '“Maria Garcia Lopez” is split: first name Maria Garcia, last name Lopez',
    );
  });
});
