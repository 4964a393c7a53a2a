/** Every case of the suite, ordered by topic. */
import { type Case, TOPICS } from './case.ts';
import { agreementCases } from './cases/agreements.ts';
import { errorCases } from './cases/errors.ts';
import { eventCases } from './cases/events.ts';
import { fuelCases } from './cases/fuel.ts';
import { historyCases } from './cases/history.ts';
import { invitationStateCases } from './cases/invitation-states.ts';
import { invitationCases } from './cases/invitations.ts';
import { limitCases } from './cases/limits.ts';
import { monitorStateCases } from './cases/monitor-states.ts';
import { monitorCases } from './cases/monitors.ts';
import { operationCases } from './cases/operations.ts';
import { otherCases } from './cases/others.ts';
import { paginationCases } from './cases/pagination.ts';
import { tokenCases } from './cases/token.ts';
import { trackingCases } from './cases/tracking.ts';
import { trackingEndpointCases } from './cases/tracking-endpoint.ts';
import { usageCases } from './cases/usage.ts';
import { userCases } from './cases/users.ts';
import { versioningCases } from './cases/versioning.ts';

const FILES: readonly (readonly Case[])[] = [
  trackingCases,
  versioningCases,
  eventCases,
  otherCases,
  limitCases,
  paginationCases,
  tokenCases,
  errorCases,
  invitationStateCases,
  invitationCases,
  usageCases,
  agreementCases,
  fuelCases,
  userCases,
  operationCases,
  historyCases,
  monitorStateCases,
  monitorCases,
  trackingEndpointCases,
];

/** Cases of one topic keep the order of their file. */
export const ALL_CASES: readonly Case[] = FILES.flat().sort(
  (a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic),
);
