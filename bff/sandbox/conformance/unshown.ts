/** Statements of the interface that no case shows, and why. */
import type { Topic } from './case.ts';

export interface Unshown {
  readonly topic: Topic;
  readonly statement: string;
  readonly why: string;
}

const unshown = (topic: Topic, statement: string, why: string): Unshown => ({ topic, statement, why });

export const UNSHOWN: readonly Unshown[] = [
  unshown(
    'general',
    'Transport: HTTPS',
    'the sandbox listens on this machine by plain HTTP; a proxy in front of it would add TLS',
  ),
  unshown(
    'loads',
    'Which vehicle the shape of the posted identifiers means',
    'the shape is not shown; the assumed one is tested with load tracking',
  ),
  unshown(
    'loads',
    '`live`: reported recently; `stale`: position is old',
    'the age itself is not shown; that a silenced vehicle turns stale is tested',
  ),
  unshown(
    'loads',
    '`agreement` and `inferred`: matched only when the match is strong enough',
    'the threshold is not shown and may change; that each value occurs is tested',
  ),
  unshown(
    'loads',
    '`agreement` is null when the fleet is not covered by location matching',
    'nothing in the interface says which fleets are covered; that null occurs is tested',
  ),
  unshown(
    'loads',
    'No matched vehicle belongs to a fleet that shares both vehicle and location data',
    'a matched vehicle that is not shown cannot be seen from outside',
  ),
  unshown(
    'monitors',
    'Pings are reported by the vehicle',
    'the interface has no way to report one; control routes drive vehicles in the tests',
  ),
  unshown(
    'operations',
    '`operation_type` `update`, `deleted_at`, `source_id` required for updates',
    'the interface shows no endpoint that updates or deletes over an operation',
  ),
  unshown('operations', 'Values of `status` and `error_type` of a log entry', 'not shown'),
  unshown('users', 'Names of the attributes', 'not shown; the assumed ones are used'),
  unshown(
    'users',
    '`username`: unique login',
    'what a provider does with a second one is not shown; the sandbox fails the operation',
  ),
  unshown(
    'fuel',
    'Allowed values of source_name, odometer_unit, transaction_jurisdiction and fuel_type',
    'not shown',
  ),
  unshown('usage', 'Which entity a call or a delivery counts for', 'not shown'),
  unshown(
    'invitations',
    '`fleet_name` and the other pre-filled fields appear during onboarding',
    'the onboarding page of a real service is no part of the interface',
  ),
  unshown(
    'invitations',
    'Other moves (expiry by time, deletion, refresh)',
    'not shown; expiry, deletion and refresh are tested as the sandbox does them',
  ),
  unshown('agreements', 'Transitions of share agreements', 'not shown'),
  unshown(
    'operations',
    'Transitions of resource operations',
    'not shown; pending to success and failed are tested',
  ),
  unshown(
    'general',
    'Numeric success codes other than 200 of load tracking',
    'not shown; the assumed ones are accepted',
  ),
  unshown('general', 'Response body of deletions', 'not shown'),
  unshown('overview', 'Removal date of the deprecated path', 'not shown'),
  unshown(
    'other reads',
    'Load posting and update, assignment reads, connections, replay, further telematics reads',
    'their shapes are not shown; the assumed ones are tested',
  ),
  unshown('token', 'How client credentials are issued', 'outside the interface'),
  unshown('token', 'Scopes that endpoints other than load tracking need', 'not shown'),
  unshown(
    'token',
    'Asking for a token for every call may trigger rate limiting',
    'the quota is not shown; that 429 has the shape that the interface gives it is tested',
  ),
  unshown('token', 'Refresh and revocation request shapes', 'not shown; the standard ones are tested'),
  unshown(
    'events',
    'Event names, payload shapes, signing, retry and delivery guarantees, subscription endpoint',
    'not shown; the assumed ones are tested',
  ),
  unshown(
    'events',
    'Callbacks about connection status updates',
    'no way to make a real connection change its status; the one at acceptance is tested',
  ),
  unshown(
    'errors',
    'Conditions that trigger each status',
    'not shown, except 401, 422 and 429; each declared status is caused by a sentinel input',
  ),
  unshown('limits', 'Rate limits: quota and window', 'not shown'),
  unshown('limits', 'Age at which a position is no longer recent; strength of a match', 'values not shown'),
  unshown(
    'versioning',
    'The prefix stays the same across releases; the changelog; contents of the stability policy',
    'promises about the future',
  ),
  unshown(
    'versioning',
    'The description of the intelligence area carries version 0.1.0',
    'the description is a document, not an answer of the service',
  ),
  unshown(
    'versioning',
    'Clients must tolerate unknown enum values and fields',
    "a duty of clients: the contract's own tests show it",
  ),
];
