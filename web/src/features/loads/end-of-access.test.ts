import { expect, it } from 'vitest';
import { agreementOf } from '../../testing/agreements.ts';
import { ago, HOUR, MINUTE, NOW } from '../../testing/loads.ts';
import { shortDateTime } from '../../ui/time.ts';
import { endOfAccess } from './end-of-access.ts';

const ended = agreementOf(1, { expiration_date: ago(5 * MINUTE) });
const older = agreementOf(2, { expiration_date: ago(HOUR) });

it.each([
  ['its last end', [older, ended], `The fleet's agreement ended ${shortDateTime(ago(5 * MINUTE), NOW)}.`],
  ['that it is paused', [agreementOf(1, { status: 'paused' })], "The fleet's agreement is paused."],
  ['nothing while another one shares', [ended, agreementOf(2)], null],
  ['nothing of an end after the loss', [agreementOf(1, { expiration_date: ago(0) })], null],
  ['nothing without an agreement', [], null],
])('says %s', (_, agreements, text) => {
  expect(endOfAccess(agreements, ago(MINUTE), NOW)).toBe(text);
});
