/** Above the deliveries: where they come in. What needs a person is open; when all is well one line is enough. */
import { WEBHOOK_PURPOSES, type WebhookAddress } from '@waypost/contract/api/webhooks';
import { useId, useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { useLayout } from '../../ui/use-media.ts';
import classes from './Addresses.module.css';
import { AddressRow } from './AddressRow.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { needsPerson, webhooksSummary } from './words.ts';

interface Line {
  readonly purpose: string;
  /** Null: nobody has asked for it yet. */
  readonly webhook: WebhookAddress | null;
  /** Made for an address of Waypost that has been replaced since. */
  readonly earlier: boolean;
}

/** A line for every purpose, in the order of the contract; those that this page does not know follow. */
export function linesOf(webhooks: readonly WebhookAddress[]): readonly Line[] {
  const others = new Set(webhooks.map(({ purpose }) => purpose));
  for (const purpose of WEBHOOK_PURPOSES) others.delete(purpose);
  return [...WEBHOOK_PURPOSES, ...others].flatMap((purpose): Line[] => {
    const own = webhooks
      .filter((webhook) => webhook.purpose === purpose)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
    return own.length === 0
      ? [{ purpose, webhook: null, earlier: false }]
      : own.map((webhook, at) => ({ purpose, webhook, earlier: at > 0 }));
  });
}

export function Addresses() {
  const { data: webhooks, error, refetch } = useWebhooks();
  const phone = useLayout() === 'phone';
  const [choice, setChoice] = useState<boolean | null>(null);
  const id = useId();
  // On a phone it would take the place of the list: its one line says that something is to be done. Once open it stays so.
  const wanted = !phone && webhooks !== undefined && (webhooks.length === 0 || webhooks.some(needsPerson));
  if (wanted && choice === null) setChoice(true);
  const problem = error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />;
  if (!webhooks)
    return (
      <section className={classes.root} aria-label="Event addresses">
        {problem ?? (
          <div role="status" aria-label="Loading addresses" className={classes.wait}>
            <span />
          </div>
        )}
      </section>
    );
  const open = choice ?? false;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.root} aria-label="Event addresses">
      <h2 className={classes.title}>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setChoice(!open)}>
          <Chevron size={16} aria-hidden />
          Event addresses
          <span className={classes.summary}>{webhooksSummary(webhooks)}</span>
        </button>
      </h2>
      {problem}
      <div id={id} hidden={!open} className={classes.body}>
        <ul className={shared.list}>
          {linesOf(webhooks).map(({ purpose, webhook, earlier }) => (
            <AddressRow key={webhook?.id ?? purpose} purpose={purpose} webhook={webhook} earlier={earlier} />
          ))}
        </ul>
      </div>
    </section>
  );
}
