import { expect, it } from 'vitest';
import { rulesetCode } from './hos-cycle.ts';

it.each([
  ['70/8', 'US_INT_PROP_70_8'],
  ['60/7', 'US_INT_PROP_60_7'],
  ['US 70 hour/8 day', 'US_INT_PROP_70_8'],
  ['70 hr / 8 days', 'US_INT_PROP_70_8'],
  ['70hrs/8days', 'US_INT_PROP_70_8'],
  ['8 day / 70 hour', 'US_INT_PROP_70_8'],
  ['Property 70/8', 'US_INT_PROP_70_8'],
  ['Prop. 60-7', 'US_INT_PROP_60_7'],
  ['Passenger 60/7', 'US_INT_PAX_60_7'],
  ['Texas 70/7', 'US_TX_INTRA_PROP_70_7'],
  ['California intrastate 80/8', 'US_CA_INTRA_PROP_80_8'],
  ['Canada 70/7', 'CA_FED_C1_70_7'],
  ['Canada cycle 2', 'CA_FED_C2_120_14'],
  ['us_int_pax_70_8', 'US_INT_PAX_70_8'],
])('%s is the ruleset %s', (text, code) => {
  expect(rulesetCode(text)).toBe(code);
});

it.each([
  ...['', '70', '70/7', 'CA 80/8', '70/8 short haul', '60/7 or 70/8', 'intrastate 70/8', 'interstate'],
  ...['Oregon', 'Texas 70/8', 'Texas Canada 70/7', 'cycle 1', 'n/a', '60/7, 70/8'],
])('“%s” names no ruleset, or several', (text) => {
  expect(rulesetCode(text)).toBeNull();
});
