import { Box, TextInput } from '@mantine/core';
import { OUTGOING_EVENTS, type OutgoingEvent } from '@waypost/contract/api/outgoing-events';
import type { OutgoingWebhook } from '@waypost/contract/api/outgoing-webhooks';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { asProblem, type Problem } from '../../api/problem.ts';
import { ActionFailed } from '../../api/QueryState.tsx';
import { Option, Options } from '../../ui/Choice.tsx';
import { useTabDrafts } from '../../ui/draft-store.ts';
import { FormFoot, PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { capital, EVENT_WORDS, useOutgoingMutations } from './outgoing-webhooks.ts';

const draft = z.object({ url: z.string(), events: z.array(z.enum(OUTGOING_EVENTS)) });
type Draft = z.infer<typeof draft>;
/** Positions are many, and not everybody wants them. */
const USUAL_EVENTS = OUTGOING_EVENTS.filter((event) => event !== 'position.reported');

const NEW = 'new';

interface WebhookFormProps {
  readonly webhook: OutgoingWebhook | null;
  /** `secret`: of a new webhook, shown once; null after an edit. */
  readonly onDone: (webhook_id: string, secret: string | null) => void;
  readonly onClose: () => void;
}

export function WebhookForm({ webhook, onDone, onClose }: WebhookFormProps) {
  const { create, update } = useOutgoingMutations();
  const [drafts, putDraft] = useTabDrafts<Draft>('waypost.outgoing-webhook-draft', draft);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const id = webhook?.webhook_id ?? NEW;
  const { url, events } = drafts[id] ?? webhook ?? { url: '', events: USUAL_EVENTS };
  const set = (change: Partial<Draft>) => {
    setProblem(null);
    putDraft(id, { url, events: [...events], ...change });
  };
  const choose = (event: OutgoingEvent, chosen: boolean) =>
    set({ events: OUTGOING_EVENTS.filter((one) => (one === event ? chosen : events.includes(one))) });
  const missing = { url: url.trim() === '', events: events.length === 0 };
  const url_error = Array.isArray(problem?.detail)
    ? problem.detail.find(({ path }) => path === 'body.url')?.message
    : undefined;
  const send = async () => {
    setTried(true);
    if (missing.url) field.current?.focus();
    if (missing.url || missing.events) return;
    try {
      const body = { url: url.trim(), events: [...events] };
      if (webhook === null) {
        const created = await create.mutateAsync({ body });
        putDraft(id, null);
        onDone(created.webhook.webhook_id, created.secret);
      } else {
        await update.mutateAsync({ params: { webhook_id: id }, body });
        putDraft(id, null);
        toast({ title: 'Webhook saved' });
        onDone(id, null);
      }
    } catch (error) {
      setProblem(asProblem(error));
      field.current?.focus();
    }
  };
  const title = webhook === null ? 'New webhook' : 'Edit webhook';
  return (
    <SidePanel label={title} title={title} onClose={onClose}>
      <PanelForm
        onSubmit={() => void send()}
        foot={
          <FormFoot
            action={webhook === null ? 'Add webhook' : 'Save webhook'}
            busy={create.isPending || update.isPending}
            onCancel={() => {
              putDraft(id, null);
              onClose();
            }}
          />
        }
      >
        <TextInput
          ref={field}
          label="Address"
          description="Waypost sends a POST with JSON here. The Waypost server must be able to reach it over HTTPS."
          placeholder="e.g. https://tms.example.com/waypost"
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={({ currentTarget }) => set({ url: currentTarget.value })}
          error={tried && missing.url ? 'Address must not be empty' : url_error && `Address ${url_error}`}
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
          {tried && missing.events && (
            <Box component="p" role="alert" className={shared.plain} px={16} py={12} bg="var(--wp-raised)">
              Choose at least one event
            </Box>
          )}
        </Options>
        {problem && url_error === undefined && <ActionFailed what="Not saved" problem={problem} />}
      </PanelForm>
    </SidePanel>
  );
}
