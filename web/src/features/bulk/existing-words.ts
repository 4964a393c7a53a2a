/** What a row meets that is there already, in words. Pure. */
import type { BulkExisting, BulkSimilar } from '@waypost/contract/api/bulk';
import type { Likeness } from '@waypost/contract/api/likeness';
import { changeWords, STAGE_WORD } from '../../live/invitations.ts';
import { isolated } from '../../ui/bidi.ts';
import type { SimilarRow } from './similar.ts';
import { amount } from './words.ts';

/** What a renewal does to the details, in one line: the first change with its values, and how many more there are. */
export function changeSummary(changes: BulkExisting['changes']): string {
  const [first, ...others] = changes
    .filter(({ field, effect }) => field !== 'expires_at' && (effect === 'set' || effect === 'cleared'))
    .map(changeWords);
  if (!first) return 'same details, new expiry';
  const change = `${first.name} ${isolated(first.before ?? 'none')} → ${isolated(first.after ?? 'none')}`;
  return others.length === 0 ? change : `${change}, and ${others.length} more`;
}

export const stageText = ({ stage }: Pick<BulkExisting, 'stage'>) =>
  stage === null ? 'Sharing' : STAGE_WORD[stage];

/** `35 watched loads`; null: none, as far as it is known. */
export function loadsText({ loads }: Pick<BulkExisting, 'loads'>): string | null {
  if (loads === 0) return null;
  return loads === 1 ? '1 watched load' : `${amount(loads)} watched loads`;
}

/** What sending the row does to what is there. */
export function existingText(existing: BulkExisting, renews: boolean): string {
  const { accepted, changes } = existing;
  if (accepted && !renews) {
    const loads = loadsText(existing);
    return `Not sent: fleet already shares${loads === null ? '' : `, ${loads}`}`;
  }
  return `Renews (${stageText(existing).toLowerCase()}): ${changeSummary(changes)}`;
}

const SAME: Readonly<Record<Likeness, string>> = {
  fleet_ref: 'same reference except for capitals, spaces or punctuation',
  fleet_name: 'same name',
  fleet_email: 'same email',
};

export const likenessText = ({ by }: { readonly by: Likeness }) => SAME[by];

/** `Like UXB-002 (same name), and 2 more` */
export function similarText(there: readonly BulkSimilar[], rows: readonly SimilarRow[]): string {
  const all = [
    ...there.map((one) => `${isolated(one.fleet_ref ?? 'a fleet without a reference')} (${SAME[one.by]})`),
    ...rows.map((one) => `row ${one.row_id} (${SAME[one.by]})`),
  ];
  return `Like ${all[0]}${all.length > 1 ? `, and ${all.length - 1} more` : ''}`;
}
