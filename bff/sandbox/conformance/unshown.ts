/** Statements of the interface that no case shows, and why. */
export interface Unshown {
  readonly section: string;
  readonly statement: string;
  readonly why: string;
}

const says = (section: string, statement: string, why: string): Unshown => ({ section, statement, why });

export const UNSHOWN: readonly Unshown[] = [
  says(
    '1',
    'Transport: HTTPS',
    'the sandbox listens on this machine by plain HTTP; a proxy in front of it would add TLS',
  ),
  says(
    '2.1',
    'Which vehicle the shape of the posted identifiers means',
    'the shape is not shown; the assumed one is tested in 4.2',
  ),
  says(
    '2.1',
    '`live`: reported recently; `stale`: position is old',
    'the age itself is not shown (section 8); that a silenced vehicle turns stale is tested',
  ),
  says(
    '2.2',
    '`agreement` and `inferred`: matched only when the match is strong enough',
    'the threshold is not shown and may change; that each value occurs is tested',
  ),
  says(
    '2.2',
    '`agreement` is null when the fleet is not covered by location matching',
    'nothing in the interface tells which fleets are covered; that null occurs is tested',
  ),
  says(
    '2.2',
    'No matched vehicle belongs to a fleet that shares both vehicle and location data',
    'a matched vehicle that is not shown cannot be seen from outside',
  ),
  says(
    '2.5',
    'Pings are reported by the vehicle',
    'the interface has no way to report one; control routes drive vehicles in the tests',
  ),
  says(
    '2.6',
    '`operation_type` `update`, `deleted_at`, `source_id` required for updates',
    'the interface shows no endpoint that updates or deletes over an operation',
  ),
  says('2.6', 'Values of `status` and `error_type` of a log entry', 'not shown'),
  says('2.7', 'Names of the attributes', 'not shown; the assumed ones are used'),
  says(
    '2.7',
    '`username`: unique login',
    'what a provider does with a second one is not shown; the sandbox fails the operation',
  ),
  says(
    '2.8',
    'Allowed values of source_name, odometer_unit, transaction_jurisdiction and fuel_type',
    'not shown',
  ),
  says('2.10', 'Which entity a call or a delivery counts for', 'not shown'),
  says(
    '2.12',
    '`fleet_name` and the other pre-filled fields appear during onboarding',
    'the onboarding page of a real service is no part of the interface',
  ),
  says(
    '3.2',
    'Other moves (expiry by time, deletion, refresh)',
    'not shown; expiry, deletion and refresh are tested as the sandbox does them',
  ),
  says('3.3', 'Transitions of share agreements', 'not shown'),
  says('3.4', 'Transitions of resource operations', 'not shown; pending to success and failed are tested'),
  says(
    '4',
    'Numeric success codes other than 200 of load tracking',
    'not shown; the assumed ones are accepted',
  ),
  says('4.6, 4.10', 'Response body of deletions', 'not shown'),
  says('4.9', 'Removal date of the deprecated path', 'not shown'),
  says(
    '4.12',
    'Load posting and update, assignment reads, connections, replay, further telematics reads',
    'their shapes are not shown; the assumed ones are tested',
  ),
  says('5', 'How client credentials are issued', 'outside the interface'),
  says('5', 'Scopes that endpoints other than load tracking need', 'not shown'),
  says(
    '5',
    'Asking for a token for every call may trigger rate limiting',
    'the quota is not shown; that 429 has the shape of section 7 is tested',
  ),
  says('5', 'Refresh and revocation request shapes', 'not shown; the standard ones are tested'),
  says(
    '6',
    'Event names, payload shapes, signing, retry and delivery guarantees, subscription endpoint',
    'not shown; the assumed ones are tested',
  ),
  says(
    '6',
    'Callbacks about connection status updates',
    'no way to make a real connection change its status; the one at acceptance is tested',
  ),
  says(
    '7',
    'Conditions that trigger each status',
    'not shown, except 401, 422 and 429; each declared status is caused by a sentinel input',
  ),
  says('8', 'Rate limits: quota and window', 'not shown'),
  says('8', 'Age at which a position is no longer recent; strength of a match', 'values not shown'),
  says(
    '9',
    'The prefix stays the same across releases; the changelog; contents of the stability policy',
    'promises about the future',
  ),
  says(
    '9',
    'The description of the intelligence area carries version 0.1.0',
    'the description is a document, not an answer of the service',
  ),
  says(
    '9',
    'Clients must tolerate unknown enum values and fields',
    "a duty of clients: the contract's own tests show it",
  ),
];
