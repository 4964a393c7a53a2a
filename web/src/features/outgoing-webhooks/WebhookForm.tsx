import { Box, TextInput } from '@mantine/core';
import { OUTGOING_EVENTS, type OutgoingEvent } from '@waypost/contract/api/outgoing-events';
import type { OutgoingWebhook } from '@waypost/contract/api/outgoing-webhooks';
import { z } from 'zod';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkedWith, useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { Option, Options } from '../../ui/Choice.tsx';
import { FormFoot, PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { capital, EVENT_WORDS, useOutgoingMutations } from './outgoing-webhooks.ts';

const webhookDraft = z.object({ url: z.string(), events: z.array(z.enum(OUTGOING_EVENTS)) });
type WebhookDraft = z.infer<typeof webhookDraft>;
/** Positions are many, and not everybody wants them. */
const USUAL_EVENTS = OUTGOING_EVENTS.filter((event) => event !== 'position.reported');
const EMPTY: WebhookDraft = { url: '', events: USUAL_EVENTS };

const check = ({ url, events }: WebhookDraft) =>
  checkedWith(
    { url: url.trim(), events },
    {
      url: url.trim() === '' && 'must not be empty',
      events: events.length === 0 && 'Choose at least one event',
    },
  );

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
    initial: webhook ? { url: webhook.url, events: [...webhook.events] } : EMPTY,
    check,
    send: async (body) => {
      if (webhook === null) return create.mutateAsync({ body });
      await update.mutateAsync({ params: { webhook_id: webhook.webhook_id }, body });
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
          description="Waypost sends a POST with JSON here. The Waypost server must be able to reach it over HTTPS."
          placeholder="e.g. https://tms.example.com/waypost"
          type="url"
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
        <Options legend="Events">
          {EVENT_WORDS.map(([event, word, meaning]) => (
            <Option
              key={event}
              label={word}
              note={capital(meaning)}
              checked={events.includes(event)}
              onChange={(chosen) => choose(event, chosen)}
            />
          ))}
          {no_events && (
            <Box component="p" role="alert" className={shared.plain} px={16} py={12} bg="var(--wp-raised)">
              {no_events}
            </Box>
          )}
        </Options>
        <Outcome form={form} what="Not saved" />
      </PanelForm>
    </SidePanel>
  );
}
