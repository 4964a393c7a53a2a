import { describe, expect, it } from 'vitest';
import { DAY } from '../world/clock.ts';
import { buildFleets } from '../world/fleets.ts';
import { statusOf } from './record.ts';
import { seededInvitations } from './seeded.ts';

const START = Date.UTC(2026, 10, 20);
const fleets = buildFleets(7, 1000, START);
const invitations = seededInvitations(7, fleets, START);

describe('seeded invitations', () => {
  it('were accepted within their validity, before their fleet shared anything', () => {
    for (const { fleet_ref, agreement } of fleets) {
      const found = invitations.find(({ id }) => id === agreement.invitation_id);
      const { created_at = 0, viewed_at, accepted_at, expires_at = 0 } = found ?? {};
      expect(viewed_at, fleet_ref).toBeGreaterThan(created_at);
      expect(accepted_at, fleet_ref).toBeGreaterThan(viewed_at ?? 0);
      expect(accepted_at, fleet_ref).toBeLessThan(expires_at);
      expect(accepted_at, fleet_ref).toBeLessThan(Date.parse(agreement.effective_date ?? ''));
      expect(accepted_at, fleet_ref).toBeLessThan(START - DAY);
    }
  });

  it('exist in every state', () => {
    expect(new Set(invitations.map((each) => statusOf(each, START)))).toEqual(
      new Set(['active', 'accepted', 'declined', 'expired', 'deleted']),
    );
  });
});
