import { asciiDomain } from '@waypost/contract/email-address';
import { expect, it } from 'vitest';
import { emailText } from './email-text.ts';

it.each([
  'ops@müller.de',
  'ops@bücher.müller.example',
  'ops@españa.mx',
  'ops@québec-fret.ca',
  'ops@日本語.jp',
  'ops@例え.テスト',
  'ops@мир.рф',
])('writes %s as it was typed', (address) => {
  expect(asciiDomain(address)).toContain('xn--');
  expect(emailText(asciiDomain(address))).toBe(address);
});

it.each([
  'ops@mesa.example',
  'xn--a@mesa.example',
  'ops@xn--99999999999.de',
  'ops@xn--.de',
  'no address',
  '',
])('leaves %j as it is', (text) => expect(emailText(text)).toBe(text));
