/** One delivery: what became of it, each try with what was answered, the body, and sending it again. */
import { Button } from '@mantine/core';
import type { OutgoingDeliveryDetail } from '@waypost/contract/api/outgoing-webhooks';
import { QueryState } from '../../api/QueryState.tsx';
import { attempt } from '../../api/show-problem.ts';
import { isolated } from '../../ui/bidi.ts';
import { CopyButton, GuardedButton } from '../../ui/buttons.tsx';
import { IconArrowBackUp, IconRefresh } from '../../ui/icons.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, utcText } from '../../ui/time.ts';
import { DeliveryResult } from './DeliveryLog.tsx';
import classes from './OutgoingWebhooks.module.css';
import { useOutgoingDelivery, useOutgoingWriting } from './use-outgoing-webhooks.ts';
import { capital, eventText } from './words.ts';

export interface DeliveryDetailProps {
  readonly delivery_id: string;
  /** The webhook is off: nothing is sent. */
  readonly is_off: boolean;
  readonly onBack: () => void;
}

export function DeliveryDetail({ delivery_id, is_off, onBack }: DeliveryDetailProps) {
  const query = useOutgoingDelivery(delivery_id);
  const { data } = query;
  return (
    <>
      <div className={classes.back}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={onBack}
        >
          Back to webhook
        </Button>
      </div>
      <QueryState query={query} label="Loading the delivery" />
      {data && (
        <>
          <Result delivery={data} is_off={is_off} />
          <Tries delivery={data} />
          <Body body={data.body} />
        </>
      )}
    </>
  );
}

function Result({
  delivery,
  is_off,
}: {
  readonly delivery: OutgoingDeliveryDetail;
  readonly is_off: boolean;
}) {
  const { resend } = useOutgoingWriting();
  const { delivery_id, state, tries, event_id } = delivery;
  const send = () =>
    attempt("Couldn't send the event again", async () => {
      await resend.mutateAsync({ params: { delivery_id } });
    });
  return (
    <Section title={eventText(delivery.event_name)}>
      <p className={classes.state} role="status">
        <DeliveryResult delivery={delivery} />
      </p>
      <Facts>
        <Fact name="Event">
          <code>{delivery.event_name}</code>
        </Fact>
        <Fact name="Load">{delivery.load_ref}</Fact>
        <Fact name="Event ID">
          <MonoId label="event ID" value={event_id} max={30} />
        </Fact>
        <Fact name="Queued">
          {fullDateTime(delivery.created_at)}
          <div className={shared.small}>{utcText(delivery.created_at)}</div>
        </Fact>
        <Fact name="Attempts">{String(tries)}</Fact>
      </Facts>
      <div className={shared.wrappedBelow}>
        <GuardedButton
          variant="filled"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabledReason={is_off ? 'Turn the webhook on first' : null}
          loading={resend.isPending}
          onClick={() => void send()}
        >
          {state === 'waiting' ? 'Send now' : 'Send again'}
        </GuardedButton>
      </div>
      {state === 'delivered' && (
        <p className={shared.small} style={{ margin: '12px 0' }}>
          The event ID stays the same: a system that already has it may ignore it.
        </p>
      )}
    </Section>
  );
}

function Tries({ delivery: { last_tries } }: { readonly delivery: OutgoingDeliveryDetail }) {
  if (last_tries.length === 0) return null;
  return (
    <Section title="Attempts">
      <ol className={classes.tries}>
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

/** In what is shown, a text from right to left turns nothing around it; what is copied is as it was sent. */
const isolatedTexts = (_key: string, value: unknown) => (typeof value === 'string' ? isolated(value) : value);

function Body({ body }: { readonly body: unknown }) {
  return (
    <Section title="Body" aside={<CopyButton size="compact-xs" text={JSON.stringify(body, null, 2)} />}>
      <LongText boxed>{JSON.stringify(body, isolatedTexts, 2)}</LongText>
    </Section>
  );
}
