import { driverRows } from '@waypost/contract/api/driver-rows';
import { expect, it } from 'vitest';
import { failedOf, idOf, operationOf } from '../../testing/drivers.ts';
import { ago } from '../../testing/loads.ts';

const at = (minutes: number) => ({ created_at: ago(minutes * 60_000) });
const shown = (rows: ReturnType<typeof driverRows>) =>
  rows.map(({ operation, earlier }) => [operation.id, ...earlier.map(({ id }) => id)]);

it('has one row for a driver that was sent again, with the newest operation first', () => {
  const first = failedOf(1, { ...at(9), subject: 'sam', partner_ref: null, repeated_as: idOf(2) });
  const again = operationOf(2, { ...at(5), subject: 'samuel', partner_ref: null });
  const other = operationOf(3, { ...at(7), subject: 'kim', partner_ref: null });
  expect(shown(driverRows([first, other, again]))).toEqual([[again.id, first.id], [other.id]]);
});

it('joins operations of one reference or username at one provider, but never two records', () => {
  const same = { subject: 'sam', partner_ref: 'D-1' };
  const a = failedOf(1, { ...at(9), ...same, resource_id: null });
  const b = operationOf(2, { ...at(5), ...same, subject: 'Sam Lee', resource_id: idOf(50) });
  const c = operationOf(3, { ...at(1), ...same, resource_id: idOf(51) });
  const elsewhere = operationOf(4, { ...at(2), ...same, connection_id: idOf(99), resource_id: null });
  expect(shown(driverRows([a, b]))).toEqual([[b.id, a.id]]);
  expect(driverRows([b, c])).toHaveLength(2);
  expect(driverRows([b, elsewhere])).toHaveLength(2);
});
