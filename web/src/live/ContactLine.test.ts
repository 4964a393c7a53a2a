import { expect, it } from 'vitest';
import { firstToCall, mailLink, phoneLink, phoneText, textLink } from './ContactLine.tsx';

it.each([
  ['+1 (806) 555-0142', 'tel:+18065550142', 'sms:+18065550142'],
  ['806.555.0142', 'tel:8065550142', 'sms:8065550142'],
  ['806 555 0142 x12', 'tel:8065550142;ext=12', null],
  ['+52 55 1234 5678 ext. 9', 'tel:+525512345678;ext=9', null],
])('%s is dialed and texted', (phone, call, text) => {
  expect(phoneLink(phone)).toBe(call);
  expect(textLink(phone)).toBe(text);
});

it.each([
  ['806 555 0142 x12', '806 555 0142 ext. 12'],
  ['+52 55 1234 5678 Ext. 9', '+52 55 1234 5678 ext. 9'],
  ['(806) 555-0142', '(806) 555-0142'],
])('%s is written %s', (phone, text) => {
  expect(phoneText(phone)).toBe(text);
});

it('address and subject cannot inject headers into a mail link', () => {
  expect(mailLink('a@x.example', 'Load A&B? 1')).toBe('mailto:a@x.example?subject=Load%20A%26B%3F%201');
  expect(mailLink('a?bcc=b@x.example')).toBe('mailto:a%3Fbcc%3Db@x.example');
});

it('the first contact with a phone number is called', () => {
  const person = (name: string, phone: string | null) => ({ name, phone }) as never;
  expect(firstToCall([person('Al', null), person('Bo', '1')])).toMatchObject({ name: 'Bo' });
  expect(firstToCall([person('Al', null)])).toBeNull();
});
