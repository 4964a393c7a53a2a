import { Box, TextInput } from '@mantine/core';
import { OUTGOING_EVENTS, type OutgoingEvent } from '@waypost/contract/api/outgoing-events';
import {
  EVENT_MINUTES,
  MAX_EVENT_MINUTES,
  type OutgoingWebhook,
} from '@waypost/contract/api/outgoing-webhooks';
import { Fragment } from 'react';
import { z } from 'zod';
import { useFormDrafts } from '../../live/form/draft.ts';
import { changeFrom, checkedWith, useForm } from '../../live/form/form.ts';
import { Conflicts, Outcome } from '../../live/form/parts.tsx';
import { EVENT_WORDS } from '../../live/outgoing-events.ts';
import { Option, Options } from '../../ui/Choice.tsx';
import { capital } from '../../ui/readable-name.ts';
import { FormFoot, PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { numberText } from '../../ui/units.ts';
import { useOutgoingMutations } from './outgoing-webhooks.ts';

const webhookDraft = z.object({
  url: z.string(),
  events: z.array(z.enum(OUTGOING_EVENTS)),
  position_minutes: z.string(),
  estimate_minutes: z.string(),
});
type WebhookDraft = z.infer<typeof webhookDraft>;
/** What a receiver needs first; of a busy board, all events are hundreds a minute. */
const FIRST_EVENTS: readonly OutgoingEvent[] = ['exception.opened', 'exception.closed', 'load.delivered'];
const EMPTY: WebhookDraft = {
  url: '',
  events: [...FIRST_EVENTS],
  position_minutes: String(EVENT_MINUTES),
  estimate_minutes: String(EVENT_MINUTES),
};

/** Events that come at an interval or from a threshold: the field with its minutes, and what they mean. */
const MINUTES = {
  'position.reported': ['position_minutes', 'Minutes between two positions of a load'],
  'estimate.moved': ['estimate_minutes', 'Minutes by which an estimate must move'],
} as const satisfies Partial<Record<OutgoingEvent, readonly [keyof WebhookDraft, string]>>;
const minutesOf = (event: OutgoingEvent) =>
  event in MINUTES ? MINUTES[event as keyof typeof MINUTES] : null;

const wrongMinutes = (text: string) =>
  !(/^\d+$/.test(text.trim()) && +text >= 1 && +text <= MAX_EVENT_MINUTES) &&
  `must be a whole number from 1 to ${numberText(MAX_EVENT_MINUTES)}`;

/** The server's rule: plain HTTP only to itself, where its operator allows that. The server checks the rest. */
const isSecure = (url: string) =>
  !/^http:/i.test(url) || /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(?=[:/?]|$)/i.test(url);

const check = (draft: WebhookDraft) => {
  const { url, events } = draft;
  // Minutes of events that are not chosen are neither checked nor sent.
  const fields = events.flatMap((event) => minutesOf(event)?.[0] ?? []);
  return checkedWith(
    { url: url.trim(), events, ...Object.fromEntries(fields.map((field) => [field, Number(draft[field])])) },
    {
      url: url.trim() === '' ? 'must not be empty' : !isSecure(url.trim()) && 'must start with https://',
      events: events.length === 0 && 'Choose at least one event',
      position_minutes: fields.includes('position_minutes') && wrongMinutes(draft.position_minutes),
      estimate_minutes: fields.includes('estimate_minutes') && wrongMinutes(draft.estimate_minutes),
    },
  );
};

const draftOf = ({ url, events, position_minutes, estimate_minutes }: OutgoingWebhook): WebhookDraft => ({
  url,
  events: [...events],
  position_minutes: String(position_minutes),
  estimate_minutes: String(estimate_minutes),
});

const LABELS: Readonly<Record<keyof WebhookDraft, string>> = {
  url: 'Address',
  events: 'Events',
  position_minutes: MINUTES['position.reported'][1],
  estimate_minutes: MINUTES['estimate.moved'][1],
};
const wordOf = (event: OutgoingEvent) => EVENT_WORDS.find(([one]) => one === event)?.[1] ?? event;

const MINUTES_FIELD = { input: { width: 120 } } as const;

interface WebhookFormProps {
  readonly webhook: OutgoingWebhook | null;
  /** `secret`: of a new webhook, shown once; null after an edit. */
  readonly onDone: (webhook_id: string, secret: string | null) => void;
  readonly onClose: () => void;
}

export function WebhookForm({ webhook, onDone, onClose }: WebhookFormProps) {
  const { create, update } = useOutgoingMutations();
  const form = useForm({
    drafts: useFormDrafts('outgoing_webhook', webhookDraft),
    name: webhook?.webhook_id ?? 'new',
    initial: webhook ? draftOf(webhook) : EMPTY,
    check,
    send: async (body) => {
      if (webhook === null) return create.mutateAsync({ body });
      const { before: _, ...changed } = changeFrom<Partial<OutgoingWebhook>>(webhook, body);
      if (Object.keys(changed).length > 0)
        await update.mutateAsync({ params: { webhook_id: webhook.webhook_id }, body: changed });
      return { webhook, secret: null };
    },
    stored: webhook ? (_, sent) => sent : undefined,
    onDone: ({ webhook: { webhook_id }, secret }, more) => {
      if (secret === null) toast({ title: 'Webhook saved' });
      if (!more) onDone(webhook_id, secret);
    },
  });
  const { events } = form.values;
  const no_events = form.errors.get('events');
  const choose = (event: OutgoingEvent, chosen: boolean) =>
    form.set({ events: OUTGOING_EVENTS.filter((one) => (one === event ? chosen : events.includes(one))) });
  const title = webhook === null ? 'New webhook' : 'Edit webhook';
  return (
    <SidePanel label={title} title={title} onClose={onClose}>
      <PanelForm
        {...form.element}
        foot={
          <FormFoot
            action={webhook === null ? 'Add webhook' : 'Save webhook'}
            busy={form.busy}
            onCancel={form.leave(onClose)}
          />
        }
      >
        <TextInput
          {...form.text('url', 'Address')}
          description="Waypost sends a POST with JSON here. It must start with https://. Only a test on the server itself (http://localhost) may do without, if its operator allows it."
          placeholder="e.g. https://tms.example.com/waypost"
          type="url"
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
        <Options legend="Events">
          {EVENT_WORDS.map(([event, word, meaning]) => {
            const [field, label] = minutesOf(event) ?? [];
            const chosen = events.includes(event);
            return (
              <Fragment key={event}>
                <Option
                  label={word}
                  note={capital(meaning)}
                  checked={chosen}
                  onChange={(now) => choose(event, now)}
                />
                {field && chosen && (
                  <TextInput
                    {...form.text(field, label)}
                    inputMode="numeric"
                    styles={MINUTES_FIELD}
                    ml={24}
                    mb={12}
                  />
                )}
              </Fragment>
            );
          })}
          {no_events && (
            <Box component="p" role="alert" className={shared.plain} px={16} py={12} bg="var(--wp-raised)">
              {no_events}
            </Box>
          )}
        </Options>
        <Conflicts
          form={form}
          by={null}
          labels={LABELS}
          show={(_, value) => (typeof value === 'string' ? value : value.map(wordOf).join(', '))}
        />
        <Outcome form={form} what="Not saved" />
      </PanelForm>
    </SidePanel>
  );
}
