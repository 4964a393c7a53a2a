/** Event addresses above, deliveries below, the one that is open beside. What one would bookmark is in the address. */
import { NativeSelect } from '@mantine/core';
import { WEBHOOK_PURPOSES, type WebhookAddress } from '@waypost/contract/api/webhooks';
import { DELIVERY_STATES } from '@waypost/contract/api/words';
import { useId, useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { AdministratorsOnly } from '../../api/QueryState.tsx';
import { useWebhooks } from '../../api/webhooks.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconChevronDown, IconChevronRight, IconWebhook } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { useLayout } from '../../ui/use-media.ts';
import classes from './Addresses.module.css';
import { AddressRow } from './AddressRow.tsx';
import { CARDS, COLUMNS } from './columns.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import type { DeliveriesSearch } from './search.ts';
import { REFRESH_MS, useDeliveries } from './use-deliveries.ts';
import { DELIVERY_STATE_WORD, FAMILIES, needsPerson, webhooksSummary } from './words.ts';

export interface DeliveriesViewProps {
  readonly search: DeliveriesSearch;
  readonly onSearch: (change: Partial<DeliveriesSearch>) => void;
}

export function DeliveriesView(props: DeliveriesViewProps) {
  return (
    <AdministratorsOnly
      title="Incoming webhooks"
      denied="Incoming webhooks are for administrators"
      hint="Their updates show on the board, monitors and loads."
    >
      <Deliveries {...props} />
    </AdministratorsOnly>
  );
}

const idOf = ({ id }: { readonly id: string }) => id;
const STATE_CHIPS = DELIVERY_STATES.map((key) => ({ key, word: DELIVERY_STATE_WORD[key] }));

function Deliveries({ search, onSearch }: DeliveriesViewProps) {
  const { state, event } = search;
  const list = useDeliveries({ state, event });
  return (
    <ResourceList
      title="Incoming webhooks"
      id="delivery-list"
      words={['delivery', 'deliveries']}
      search={search}
      onSearch={onSearch}
      filters={['state', 'event']}
      opens={['delivery']}
      rows={list.items}
      keyOf={idOf}
      hasMore={list.hasMore}
      error={list.error}
      onRetry={list.refresh.run}
      columns={COLUMNS}
      cards={CARDS}
      above={<Addresses />}
      chips={{ label: 'Filter by state', chips: STATE_CHIPS, name: 'state' }}
      moreFilters={<FamilySelect event={event} onChange={(family) => onSearch({ event: family })} />}
      empty={
        <EmptyState icon={<IconWebhook size={32} stroke={1.5} />} title="No webhook deliveries yet">
          <p>
            The tracking service sends an event to one of the addresses above when something happens, such as
            a truck arriving at a stop.
          </p>
          <p>
            Waypost subscribes with the first monitor or invitation, or now with “Subscribe”. An address that
            must be registered by hand receives nothing until it is registered.
          </p>
        </EmptyState>
      }
      noMatch="No deliveries match this status and event type."
      panel={(id, { takesFocus, open, close }) => (
        <DeliveryPanel key={id} id={id} takes_focus={takesFocus} onOpen={open} onClose={close} />
      )}
      refresh={list.refresh}
      foot={{
        more: list.more,
        readAt: list.readAt,
        again: list.follows ? `updates every ${REFRESH_MS / 1000} s` : 'updates on refresh',
      }}
    />
  );
}

interface FamilySelectProps {
  readonly event: string | undefined;
  readonly onChange: (event: string | undefined) => void;
}

function FamilySelect({ event, onChange }: FamilySelectProps) {
  // One event, from an address typed by hand.
  const typed = event !== undefined && !FAMILIES.some(({ value }) => value === event);
  return (
    <NativeSelect
      aria-label="Filter by event type"
      size="xs"
      value={event ?? ''}
      data={[
        { value: '', label: 'All events' },
        ...FAMILIES,
        ...(typed ? [{ value: event, label: event }] : []),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value || undefined)}
    />
  );
}

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
