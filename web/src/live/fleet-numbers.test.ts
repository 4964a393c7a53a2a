import { expect, it } from 'vitest';
import { regulatoryWarning } from './fleet-numbers.ts';

it.each(['DOT', 'USDOT', 'US DOT', 'us-dot', 'DOT #', 'USDOT number', 'DOT no.'])(
  'checks a number of the type %s as a USDOT number',
  (type) => {
    expect(regulatoryWarning(type, '12AB')).toMatch('does not look like a USDOT number');
    expect(regulatoryWarning(type, '0')).toMatch('does not look like a USDOT number');
    expect(regulatoryWarning(type, 'MC-456')).toMatch('looks like an MC number');
    expect(regulatoryWarning(type, '1880217')).toBeNull();
  },
);

it.each(['MC', 'mc#', 'MC number'])('checks a number of the type %s as an MC number', (type) => {
  expect(regulatoryWarning(type, '12AB')).toMatch('does not look like an MC number');
  expect(regulatoryWarning(type, '123456')).toBeNull();
});

it.each(['', 'NIR', 'USD', 'CVOR no.'])('does not judge a number of the type “%s”', (type) => {
  expect(regulatoryWarning(type, '12AB')).toBeNull();
});
