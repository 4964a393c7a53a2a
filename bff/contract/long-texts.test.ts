/** Long texts of the service, which would otherwise go to every screen and stream. */
import { describe, expect, it } from 'vitest';
import { agreement } from './agreements.ts';
import { displayText, MAX_REFERENCE_CHARS, MAX_TEXT_CHARS } from './common.ts';
import { connection } from './connections.ts';
import { invitation } from './invitations.ts';
import { loadTracking } from './loads.ts';
import { monitor } from './monitors.ts';
import { operation } from './operations.ts';
import { parseResponse } from './unread.ts';

const HUGE = 'x'.repeat(200_000);
const ID = '00000000-0000-4000-8000-000000000001';

describe('a text of the service for people', () => {
  it('that is too long ends with an ellipsis, and others are unchanged', () => {
    const cut = displayText.parse(HUGE);
    expect(cut).toHaveLength(MAX_TEXT_CHARS);
    expect(cut.endsWith('x…')).toBe(true);
    expect(displayText.parse(cut)).toBe(cut);
    expect(displayText.parse('Mesa Haulage')).toBe('Mesa Haulage');
    // Never half a character.
    expect(displayText.parse('🚚'.repeat(MAX_TEXT_CHARS)).isWellFormed()).toBe(true);
  });
});

describe('a record of the service with long texts in all fields', () => {
  const texts = (schema: { readonly shape: object }) =>
    Object.fromEntries(Object.keys(schema.shape).map((field) => [field, HUGE]));
  const load = {
    load_id: ID,
    load_ref: HUGE,
    tracking_health: HUGE,
    vehicle_assignment: {
      vehicle: { id: ID, vehicle_name: HUGE, vin: HUGE, status: HUGE },
      source: HUGE,
      agreement: HUGE,
    },
    last_position: { latitude: 1, longitude: 2, occurred_at: `2026-11-20T10:00:00Z (${HUGE})` },
    stops: [{ id: ID, sequence: 0, stop_type: HUGE, name: HUGE, arrived_at: `2026-11-20 (${HUGE})` }],
  };
  it.each([
    ['load', loadTracking, load],
    ['connection', connection, { ...texts(connection), id: ID }],
    ['agreement', agreement, { ...texts(agreement), id: ID, scopes: {} }],
    ['monitor', monitor, { ...texts(monitor), id: ID, stops: [{ name: HUGE }] }],
    ['invitation', invitation, { ...texts(invitation), id: ID, permissions: {} }],
    ['operation', operation, { ...texts(operation), id: ID, payload: {}, logs: [{ error_details: HUGE }] }],
  ])('is limited: %s', (_, schema, raw) => {
    const read = parseResponse(schema, raw);
    if (!read.success) throw new Error(read.fields.join());
    expect(JSON.stringify(read.data).length).toBeLessThan(50_000);
  });

  it('has no altered identifier: it is missing, and reported as unreadable', () => {
    const read = parseResponse(loadTracking, load);
    if (!read.success) throw new Error(read.fields.join());
    expect(read.data.load_ref).toBeNull();
    expect(read.data.vehicle_assignment?.vehicle.vin).toBeNull();
    const unread = read.unread.flatMap(({ values }) => values);
    expect(unread).toContainEqual(
      expect.objectContaining({
        path: 'load_ref',
        reason: `must be at most ${MAX_REFERENCE_CHARS} characters`,
      }),
    );
    expect(JSON.stringify(unread).length).toBeLessThan(50_000);
  });
});
