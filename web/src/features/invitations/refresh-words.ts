/** What a refresh will change, in words: by field, before and after, and what the interface leaves open. Pure. */
import type { InvitationStage, RefreshChange } from '@waypost/contract/api/invitation-stage';
import { fullDateTime } from '../../ui/time.ts';
import { FIELD_LABEL, type FieldName } from './draft.ts';
import { permissionsText, resourceWords } from './words.ts';

export interface ChangeWords {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** What is to be known beside it; null: nothing. */
  readonly note: string | null;
}

const NAMES: Readonly<Record<string, string>> = {
  expires_at: 'Valid until',
  write_permissions: 'Write on',
  limit_tsps: 'Only these providers',
  exclude_tsps: 'Excluded providers',
};

export function changeWords({ field, before, after, effect }: RefreshChange): ChangeWords {
  const name = NAMES[field] ?? FIELD_LABEL[field as FieldName] ?? field;
  const [was, is] = [valueText(field, before), valueText(field, after)];
  switch (effect) {
    case 'set':
      return { name, before: was, after: is ?? 'none', note: null };
    case 'cleared':
      return { name, before: was, after: 'none', note: null };
    case 'kept':
      return { name, before: null, after: was, note: 'unchanged' };
    case 'left_out':
      return {
        name,
        before: null,
        after: was,
        note: 'not included; the tracking service may keep or remove it',
      };
  }
}

function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return field === 'permissions' ? 'Read everything' : null;
  if (field === 'expires_at') return fullDateTime(String(value));
  if (field === 'permissions') return permissionsText(value as Record<string, string>);
  if (Array.isArray(value)) return value.map((one) => resourceWords(String(one))).join(', ');
  return String(value);
}

/** What becomes of the invitation as a whole. */
export const REFRESH_MEANS: Readonly<Record<InvitationStage, string>> = {
  created: 'It is renewed: same invitation, new expiry.',
  viewed: 'It is renewed: same invitation, new expiry.',
  accepted:
    "The fleet accepted it. We don't know what renewing an accepted invitation does; its agreement does not change.",
  declined: 'The fleet declined it. Renewing reopens it.',
  expired: 'It expired. Renewing reopens it.',
  deleted: 'It was withdrawn. A new one is created.',
  other: 'Unknown status.',
};
