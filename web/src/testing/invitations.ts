/** Invitations for tests: created and shared two hours ago, valid for three days, asking for the least. */
import type {
  BoardInvitation,
  InvitationDefaults,
  OnboardingSources,
} from '@waypost/contract/api/invitations';
import { ago, HOUR } from './loads.ts';

export const keyOf = (at: number) => `00000000-0000-4000-8000-${String(4_000 + at).padStart(12, '0')}`;

export function invitation(at: number, over: Partial<BoardInvitation> = {}): BoardInvitation {
  return {
    key: keyOf(at),
    fleet_ref: `CARRIER-${at}`,
    fleet_name: null,
    fleet_email: null,
    fleet_regulatory_id: null,
    fleet_regulatory_id_type: null,
    fleet_phone: null,
    fleet_website: null,
    fleet_country_code: null,
    success_redirect_url: DEFAULTS.success_redirect_url,
    failure_redirect_url: DEFAULTS.failure_redirect_url,
    limit_tsps: null,
    exclude_tsps: null,
    permissions: { vehicle: 'read', vehicle_location: 'read' },
    status: 'active',
    created_at: ago(2 * HOUR),
    valid_from: ago(2 * HOUR),
    expires_at: ago(-70 * HOUR),
    expires_in_hours: 72,
    viewed_at: null,
    accepted_at: null,
    declined_at: null,
    decline_reason: null,
    past_declines: [],
    deleted_at: null,
    refreshes: 0,
    fleet_id: null,
    callback: 'ours',
    callback_url: null,
    created_by_name: 'Dana Ortiz',
    chases: 0,
    chased_at: null,
    chased_by_name: null,
    follow_up_at: null,
    link_shown_at: null,
    link_shown_by_name: null,
    shares: 1,
    shared_at: ago(2 * HOUR),
    shared_by_name: 'Dana Ortiz',
    shared_how: 'copied',
    shared_to: null,
    email: null,
    emailed_to: null,
    unsubscribed_at: null,
    last_event_at: null,
    last_read_at: null,
    version: 1,
    ...over,
  };
}

export const DEFAULTS: InvitationDefaults = {
  success_redirect_url: 'https://waypost.example.com/onboarding/success',
  failure_redirect_url: 'https://waypost.example.com/onboarding/failure',
  callback: 'ours',
  tsps: [
    { tsp_slug: 'milemarker', source_name: 'Milemarker' },
    { tsp_slug: 'northgauge', source_name: null },
  ],
};

export const SOURCES: OnboardingSources = {
  events: 'active',
  reads: 'yes',
  last_event_at: ago(HOUR),
  last_read_at: ago(60_000),
  read_problem: null,
  unread: { left_out: 0, incomplete: 0, items: [] },
};
