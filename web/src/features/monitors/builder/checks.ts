/** Every check before sending, errors first. A draft without errors can be sent. */
import { uuid } from '@waypost/contract/common';
import { MONITOR_NAME_MAX } from '@waypost/contract/monitors';
import { readableName } from '../../../ui/readable-name.ts';
import type { Check, CheckContext, CheckRule } from './check.ts';
import { circles, originBehind, overlaps, parkedAtOrigin, rhythm } from './checks-journey.ts';
import { times } from './checks-times.ts';
import { vehicleKnowledge, vehicleNaming } from './checks-vehicle.ts';
import type { Draft } from './draft.ts';
import { toWish } from './wish.ts';

const labels: CheckRule = ({ name, webhook_group_id }) => {
  const found: Check[] = [];
  if (name.trim().length > MONITOR_NAME_MAX)
    found.push({
      id: 'name',
      severity: 'error',
      field: 'name',
      sentence: `The name has ${name.trim().length} characters.`,
      reason: `The maximum is ${MONITOR_NAME_MAX}.`,
    });
  if (webhook_group_id.trim() !== '' && !uuid.safeParse(webhook_group_id.trim()).success)
    found.push({
      id: 'webhook_group_id',
      severity: 'error',
      field: 'webhook_group_id',
      sentence: 'This is not a subscription ID.',
      reason: 'Subscription IDs look like 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60.',
    });
  return found;
};

const RULES: readonly CheckRule[] = [
  vehicleNaming,
  circles,
  times,
  labels,
  vehicleKnowledge,
  parkedAtOrigin,
  originBehind,
  overlaps,
  rhythm,
];

export function checksOf(draft: Draft, context: CheckContext): readonly Check[] {
  const found = RULES.flatMap((rule) => rule(draft, context));
  const errors = found.filter(({ severity }) => severity === 'error');
  const warnings = found.filter(({ severity }) => severity === 'warning');
  return [...errors, ...(errors.length === 0 ? ofSchema(draft) : []), ...warnings];
}

/** What the contract refuses and no rule above has put into words. */
function ofSchema(draft: Draft): Check[] {
  const wish = toWish(draft);
  if (wish.ok) return [];
  return wish.issues.map(({ field, message }, at) => ({
    id: `schema:${at}`,
    severity: 'error',
    field: field ?? 'name',
    sentence: `${field === null ? 'This monitor' : readableName(field)} ${message}.`,
    reason: 'The tracking service would reject it.',
  }));
}
