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
    expect(splitWholeName(text)).toEqual({ first_name, last_name, unsure });
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
    expect(warning('Maria Garcia Lopez')).toBe(
      '“Maria Garcia Lopez” is split: first name Maria Garcia, last name Lopez',
    );
  });
});
