/** What was to be written, in the words of the form; without the password, which is kept nowhere. */

import type { BoardOperationDetail } from '@waypost/contract/api/operations';
import { readableName } from '../../ui/readable-name.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { labelOf, yesNoOf } from './form/fields.ts';
import { hosRulesetText } from './form/rulesets.ts';

/** Shown among the details. */
const ELSEWHERE = new Set(['connection_id', 'partner_ref']);

function valueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return yesNoOf(name)[value ? 0 : 1];
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (name === 'hos_ruleset_code') return hosRulesetText(text);
  return name === 'status' ? readableName(text.toLowerCase()) : text;
}

/** `hos_tracking_config` as the two fields that it is in the form. */
function flat(data: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(data).flatMap(([name, value]): [string, unknown][] =>
    name === 'hos_tracking_config' && value !== null && typeof value === 'object'
      ? Object.entries(value)
      : [[name, value]],
  );
}

export function SentData({ operation }: { readonly operation: BoardOperationDetail }) {
  const { request, payload } = operation;
  const data = request ?? payload;
  const rows = data ? flat(data).filter(([name]) => !ELSEWHERE.has(name)) : [];
  return (
    <Section title="Data sent">
      {rows.length === 0 ? (
        <span className={shared.small}>Not known.</span>
      ) : (
        <Facts>
          {rows.map(([name, value]) => (
            <Fact key={name} name={labelOf(name)}>
              {valueText(name, value)}
            </Fact>
          ))}
        </Facts>
      )}
      <p className={shared.small}>Passwords are not stored, so we can't show whether one was sent.</p>
    </Section>
  );
}
