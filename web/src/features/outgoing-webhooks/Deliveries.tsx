import { Box, NativeSelect } from '@mantine/core';
import {
  OUTGOING_STATES,
  type OutgoingDelivery,
  type OutgoingDeliveryDetail,
} from '@waypost/contract/api/outgoing-webhooks';
import { useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { attempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { eventText } from '../../live/outgoing-events.ts';
import { isolated } from '../../ui/bidi.ts';
import { Button, CopyButton, GuardedButton } from '../../ui/buttons.tsx';
import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconRefresh,
} from '../../ui/icons.ts';
import { IdFact } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { capital } from '../../ui/readable-name.ts';
import { Status } from '../../ui/resource-list/cells.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, utcText } from '../../ui/time.ts';
import classes from './OutgoingWebhooks.module.css';
import {
  DELIVERY_WORD,
  resultText,
  useOutgoingDeliveries,
  useOutgoingDelivery,
  useOutgoingMutations,
} from './outgoing-webhooks.ts';

interface DeliveryDetailProps {
  readonly delivery_id: string;
  readonly is_off: boolean;
  readonly onBack: () => void;
}

export function DeliveryDetail({ delivery_id, is_off, onBack }: DeliveryDetailProps) {
  const query = useOutgoingDelivery(delivery_id);
  const { data } = query;
  return (
    <>
      <Box px={8} pt={8}>
        <Button size="compact-sm" variant="subtle" icon={IconArrowBackUp} onClick={onBack}>
          Back to webhook
        </Button>
      </Box>
      <QueryState query={query} label="Loading the delivery" />
      {data && (
        <>
          <Result delivery={data} is_off={is_off} />
          <Attempts delivery={data} />
          <Body body={data.body} />
        </>
      )}
    </>
  );
}

interface ResultProps {
  readonly delivery: OutgoingDeliveryDetail;
  readonly is_off: boolean;
}

function Result({ delivery, is_off }: ResultProps) {
  const { resend } = useOutgoingMutations();
  const { delivery_id, state, tries, event_id } = delivery;
  const send = () =>
    attempt("Couldn't send the event again", async () => {
      await resend.mutateAsync({ params: { delivery_id } });
    });
  return (
    <Section title={eventText(delivery.event_name)}>
      <p className={shared.anywhere} role="status">
        <DeliveryResult delivery={delivery} />
      </p>
      <Facts>
        <Fact name="Event">
          <code>{delivery.event_name}</code>
        </Fact>
        <Fact name="Load">{delivery.load_ref}</Fact>
        <IdFact name="Event ID" value={event_id} max={30} />
        <Fact name="Queued">
          {fullDateTime(delivery.created_at)}
          <div className={shared.small}>{utcText(delivery.created_at)}</div>
        </Fact>
        <Fact name="Attempts">{String(tries)}</Fact>
      </Facts>
      <div className={shared.wrappedBelow}>
        <GuardedButton
          variant="filled"
          icon={IconRefresh}
          disabledReason={is_off ? 'Turn the webhook on first' : null}
          loading={resend.isPending}
          onClick={() => void send()}
        >
          {state === 'waiting' ? 'Send now' : 'Send again'}
        </GuardedButton>
      </div>
      {state !== 'given_up' && (
        <p className={shared.small} style={{ margin: '12px 0' }}>
          {state === 'waiting'
            ? 'If you send it now, it goes before older events that wait.'
            : 'The event ID stays the same: a system that already has it may ignore it.'}
        </p>
      )}
    </Section>
  );
}

function Attempts({ delivery: { last_tries } }: { readonly delivery: OutgoingDeliveryDetail }) {
  if (last_tries.length === 0) return null;
  return (
    <Section title="Attempts">
      <ol className={`${shared.column} ${shared.anywhere}`} style={{ gap: 4 }}>
        {last_tries.toReversed().map(({ at, milliseconds, status, problem, answer }) => (
          <li key={at}>
            {capital(problem ?? `answered ${status}`)}{' '}
            <span className={shared.small}>after {milliseconds} ms</span>
            <div className={shared.small}>{fullDateTime(at)}</div>
            {answer !== null && <LongText boxed>{answer}</LongText>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Isolates right-to-left text in the displayed body; the copied body is unchanged. */
const isolateStrings = (_key: string, value: unknown) =>
  typeof value === 'string' ? isolated(value) : value;

function Body({ body }: { readonly body: unknown }) {
  return (
    <Section title="Body" aside={<CopyButton size="compact-xs" text={JSON.stringify(body, null, 2)} />}>
      <LongText boxed>{JSON.stringify(body, isolateStrings, 2)}</LongText>
    </Section>
  );
}

const STATUS_STYLE = {
  waiting: { icon: IconClock, tone: undefined },
  delivered: { icon: IconCheck, tone: 'quiet' },
  given_up: { icon: IconAlertTriangleFilled, tone: 'strong' },
} as const;

function DeliveryResult({ delivery }: { readonly delivery: OutgoingDelivery }) {
  const text = useNow((now) => resultText(delivery, now));
  return <Status {...STATUS_STYLE[delivery.state]}>{text}</Status>;
}

interface DeliveryLogProps {
  readonly webhook_id: string;
  readonly onOpen: (delivery_id: string) => void;
}

export function DeliveryLog({ webhook_id, onOpen }: DeliveryLogProps) {
  const [state, setState] = useState<OutgoingDelivery['state'] | null>(null);
  const { items, error, refresh, more } = useOutgoingDeliveries(webhook_id, state);
  return (
    <Section
      title="Log"
      aside={
        <NativeSelect
          aria-label="Filter the log"
          size="xs"
          value={state ?? ''}
          data={[
            { value: '', label: 'All' },
            ...OUTGOING_STATES.map((value) => ({ value, label: DELIVERY_WORD[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setState(OUTGOING_STATES.find((one) => one === value) ?? null)
          }
        />
      }
    >
      <QueryState query={{ data: items, error, refetch: refresh.run }} label="Loading the log" />
      {items?.length === 0 && (
        <p className={shared.small} style={{ margin: '12px 0' }}>
          {state === null
            ? "Nothing sent yet. Events from before the webhook was added are not sent by themselves; the API's replay can send them."
            : `No events with status “${DELIVERY_WORD[state]}”.`}
        </p>
      )}
      <ul className={classes.log}>
        {items?.map((delivery) => (
          <li key={delivery.delivery_id}>
            <button type="button" className={classes.entry} onClick={() => onOpen(delivery.delivery_id)}>
              <span>
                {eventText(delivery.event_name)}
                {delivery.load_ref !== null && ` · ${isolated(delivery.load_ref)}`}
              </span>
              <Age at={delivery.created_at} ago />
              <span className={shared.small}>
                <DeliveryResult delivery={delivery} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <Button size="compact-sm" loading={more.loading} onClick={more.run}>
          Show more
        </Button>
      )}
    </Section>
  );
}
