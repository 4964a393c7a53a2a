import { Box, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryDetail } from '@waypost/contract/api/webhooks';
import { useEffect, useState } from 'react';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { attempt } from '../../api/show-problem.ts';
import { purposeTitle } from '../../api/webhooks.ts';
import { AgeAndFullTime } from '../../live/ResourceList.tsx';
import { Button, CopyButton } from '../../ui/buttons.tsx';
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCheck,
  IconClock,
  IconRefresh,
} from '../../ui/icons.ts';
import { IdFact } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { bytesText } from '../../ui/quantities.ts';
import { Status } from '../../ui/resource-list/cells.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { utcText } from '../../ui/time.ts';
import classes from './Addresses.module.css';
import {
  DELIVERY_STATE_WORD,
  duplicateOf,
  eventWords,
  firstOutcomeText,
  outcomeText,
  useDelivery,
  useReplay,
} from './deliveries.ts';

interface DeliveryPanelProps {
  readonly id: string;
  readonly takes_focus: boolean;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

export function DeliveryPanel({ id, takes_focus, onOpen, onClose }: DeliveryPanelProps) {
  const query = useDelivery(id);
  const { data } = query;
  return (
    <SidePanel
      label="Delivery"
      title={data ? eventWords(data.event_name) : 'Delivery'}
      focus_key={takes_focus ? id : null}
      onClose={onClose}
    >
      <SidePanelBody>
        <QueryState query={query} label="Loading deliveries" />
        {data && (
          <>
            <ResultSection delivery={data} onOpen={onOpen} />
            <ReceiptSection delivery={data} />
            <Body body={data.body} />
          </>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

const STATUS = {
  unverified: { icon: IconAlertTriangle },
  stored: { icon: IconClock },
  done: { icon: IconCheck, tone: 'quiet' },
  failed: { icon: IconAlertTriangleFilled, tone: 'strong' },
} as const;

export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <Status {...STATUS[state]}>{DELIVERY_STATE_WORD[state]}</Status>
);

interface ResultSectionProps {
  readonly delivery: DeliveryDetail;
  readonly onOpen: (id: string) => void;
}

function ResultSection({ delivery, onOpen }: ResultSectionProps) {
  const { id, state, tries, handled_at } = delivery;
  const replay = useReplay(id);
  const client = useQueryClient();
  const [replayed, setReplayed] = useState(false);
  const is_waiting = state === 'stored';
  const done = replayed && !is_waiting;
  useEffect(() => {
    // The list still shows the previous state.
    if (replayed) void client.invalidateQueries({ queryKey: queryKeys.deliveries() });
  }, [replayed, done, client]);
  const processAgain = () =>
    attempt("Couldn't process the delivery again", async () => {
      await replay.mutateAsync({});
      setReplayed(true);
    });
  const first = duplicateOf(delivery);
  const outcome = outcomeText(delivery);
  return (
    <Section title="Result" aside={<DeliveryState state={state} />}>
      <Box component="p" mih={20} mb={4} className={shared.anywhere} role="status">
        {replayed &&
          (is_waiting ? 'Processing again. ' : state === 'failed' ? 'Failed again. ' : 'Processed again. ')}
        {!(replayed && is_waiting) && `${outcome}.`}
      </Box>
      <Facts>
        <Fact name="About">{delivery.subject}</Fact>
        <Fact name="Duplicates">
          {first && (
            <Button size="compact-xs" onClick={() => onOpen(first)}>
              Open first delivery
            </Button>
          )}
        </Fact>
        <Fact name="First result">{firstOutcomeText(delivery)}</Fact>
        <Fact name="Attempts">{String(tries)}</Fact>
        <Fact name="Finished">{handled_at && <AgeAndFullTime at={handled_at} />}</Fact>
      </Facts>
      {state === 'unverified' ? (
        <p>Fix the problem, then verify this address's deliveries again above the list.</p>
      ) : (
        <Group gap={12} wrap="nowrap" mt={8}>
          <Button
            variant="filled"
            flex="none"
            icon={IconRefresh}
            loading={replay.isPending}
            onClick={() => void processAgain()}
          >
            Process again
          </Button>
          <p className={shared.note}>An event that was already handled changes nothing.</p>
        </Group>
      )}
    </Section>
  );
}

function ReceiptSection({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { received_at, event_id, event_name, signed_at } = delivery;
  return (
    <Section title="As received">
      <Facts>
        <Fact name="Event">{event_name && <code className={classes.mono}>{event_name}</code>}</Fact>
        <IdFact name="Event ID" value={event_id} max={30} />
        <IdFact name="Delivery ID" value={delivery.id} max={30} />
        <Fact name="Received">
          <AgeAndFullTime at={received_at} />
          <div className={shared.small}>{utcText(received_at)}</div>
        </Fact>
        <Fact name="Address">{purposeTitle(delivery.purpose)}</Fact>
        <Fact name="Signature">
          {delivery.state === 'unverified' ? (
            'Not verified'
          ) : signed_at === null ? (
            'Not signed (no signature expected)'
          ) : signed_at === '' ? (
            'Verified, no timestamp'
          ) : (
            <>
              Verified, timestamp <code className={classes.mono}>{signed_at}</code>
            </>
          )}
        </Fact>
        <Fact name="Size">
          {bytesText(delivery.bytes)}
          {delivery.content_encoding && `, ${delivery.content_encoding}`}
        </Fact>
        <Fact name="Type">{delivery.content_type}</Fact>
      </Facts>
    </Section>
  );
}

function Body({ body }: { readonly body: unknown }) {
  if (body === null || body === undefined)
    return (
      <Section title="Body">
        Not JSON. It is stored but not shown, because secrets could not be removed.
      </Section>
    );
  const text = JSON.stringify(body, null, 2);
  return (
    <Section title="Body (secrets removed)" aside={<CopyButton size="compact-xs" text={text} />}>
      <LongText boxed>{text}</LongText>
    </Section>
  );
}
