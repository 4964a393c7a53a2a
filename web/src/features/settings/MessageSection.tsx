import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import {
  DEFAULT_TEMPLATES,
  LANGUAGES_IN_ENGLISH,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  type MessageTemplate,
  messageOf,
  PLACEHOLDERS,
  SAMPLE_INVITATION,
  SAMPLE_LINK,
  TEMPLATE_LIMITS,
} from '@waypost/contract/api/message-text';
import {
  emailOptOutWrite,
  type MessageSettings,
  messageTemplateWrite,
  testEmailWrite,
} from '@waypost/contract/api/messages';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useConfig, useSession } from '../../api/context.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { attempt, undoAction } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { useLive } from '../../live/context.ts';
import { type FormDraft, type FormDrafts, useFormDrafts } from '../../live/form/draft.ts';
import { checkWith, useForm } from '../../live/form/form.ts';
import { Conflicts, Outcome } from '../../live/form/parts.tsx';
import { templateOf, useMessageSettings } from '../../live/invitations.ts';
import { LanguageSelect } from '../../live/MessageLanguageSelect.tsx';
import { isolated } from '../../ui/bidi.ts';
import { EMAIL_INPUT } from '../../ui/email-input.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './SettingsView.module.css';
import { useCompanySettings } from './SharedSettings.tsx';

export function MessageSection() {
  const query = useMessageSettings();
  const { data } = query;
  const has_logo = !!useConfig()?.company.logo_url;
  const drafts = useFormDrafts('message_template', templateDraft);
  const [language, setLanguage] = useState(() => MESSAGE_LANGUAGES.find((one) => drafts.read(one)) ?? 'en');
  return (
    <Section level={2} title="Messages to fleets">
      <QueryState query={query} label="Loading the messages" small />
      {data && (
        <div className={`${shared.column} ${classes.form}`}>
          <p className={`${shared.secondary} ${shared.plain}`}>
            The message that carries an invitation link, used to copy, email and export it.{' '}
            {data.email_from === null
              ? 'This server sends no emails: SMTP_URL is not set.'
              : `Emails come from ${data.email_from}, with the company name${has_logo ? ', its logo' : ''} and an unsubscribe link.`}
          </p>
          <LanguageSelect value={language} onChange={setLanguage} />
          <TemplateForm key={language} language={language} settings={data} drafts={drafts} />
          {data.email_from !== null && <TestEmailForm language={language} settings={data} />}
          <OptOuts />
        </div>
      )}
    </Section>
  );
}

const templateDraft = z.object({ subject: z.string(), text: z.string() });
const draftOf = ({ subject, text }: MessageTemplate): MessageTemplate => ({ subject, text });
const LABELS = { subject: 'Subject', text: 'Text' } as const;

interface TemplateFormProps {
  readonly drafts: FormDrafts<MessageTemplate>;
  readonly language: MessageLanguage;
  readonly settings: MessageSettings;
}

const DAY_MS = 24 * 3600_000;

function TemplateForm({ language, settings, drafts }: TemplateFormProps) {
  const { clock } = useLive();
  const session = useSession();
  // As saved under Company a moment ago, before the messages are fetched again.
  const { data: company } = useCompanySettings();
  const company_name = company ? company.name : settings.company;
  const { write, reset, refetch } = useTemplateMutations();
  const text = useRef<HTMLTextAreaElement>(null);
  const saved = draftOf(templateOf(settings, language));
  const writeOver = (before: MessageTemplate, { subject, text }: MessageTemplate) =>
    write.mutateAsync({ params: { language }, body: { subject, text, before } });
  /** Undo goes back to `saved`, unless somebody else has changed the message again, and to what was typed over it. */
  const announce = (title: string, after: MessageTemplate, typed?: FormDraft<MessageTemplate> | null) => {
    const undo = async () => {
      await writeOver(after, saved);
      if (typed && !drafts.read(language)) drafts.write(language, typed);
    };
    toast({ title, action: undoAction('Not undone', undo) });
  };
  const form = useForm({
    drafts,
    name: language,
    initial: saved,
    check: (draft) => checkWith(messageTemplateWrite, draft, (path) => path as keyof MessageTemplate),
    eager: true,
    send: async (body) => draftOf(templateOf(await writeOver(saved, body), language)),
    stored: (after) => after,
    onStale: refetch,
    onDone: (after) => announce('Message saved', after),
  });
  const fields = form.values;
  const row = settings.items.find((one) => one.language === language);
  const default_template = DEFAULT_TEMPLATES[language];
  const is_default = saved.subject === default_template.subject && saved.text === default_template.text;
  const toDefault = async () => {
    await reset.mutateAsync({ params: { language } });
    const typed = drafts.read(language);
    form.discard();
    announce('Reset to default', draftOf(default_template), typed);
  };
  const insert = (name: string) => {
    const box = text.current;
    const [from, to] = [box?.selectionStart ?? fields.text.length, box?.selectionEnd ?? fields.text.length];
    form.set({ text: `${fields.text.slice(0, from)}{${name}}${fields.text.slice(to)}` });
    box?.focus();
  };
  const preview = messageOf(fields, {
    invitation: SAMPLE_INVITATION,
    link: SAMPLE_LINK,
    expires_at: new Date(clock.now() + 3 * DAY_MS).toISOString(),
    sender: session.phase === 'in' ? session.session.user.name : '',
    company: company_name,
    language,
    zone: personZone(),
  });
  return (
    <form {...form.element} className={`${shared.column} ${classes.form} ${classes.wide}`}>
      <div className={classes.sides}>
        <div className={shared.stack}>
          <TextInput {...form.text('subject', LABELS.subject)} maxLength={TEMPLATE_LIMITS.subject} />
          <Textarea
            ref={text}
            {...form.text('text', LABELS.text)}
            rows={14}
            maxLength={TEMPLATE_LIMITS.text}
          />
          <div>
            <p className={shared.legend}>Insert</p>
            <div className={shared.wrappedTight}>
              {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
                <Button key={name} size="compact-xs" title={meaning} onClick={() => insert(name)}>
                  {`{${name}}`}
                </Button>
              ))}
            </div>
          </div>
        </div>
        <section className={shared.stack} aria-label="Preview">
          <p className={shared.legend}>Preview</p>
          <div className={classes.preview} lang={language}>
            <p className={shared.strong}>
              {company?.logo_url && <img src={company.logo_url} alt="" />}
              {company_name ?? 'No company name yet'}
            </p>
            <p className={shared.strong}>{preview.subject}</p>
            <p className={shared.plain} style={{ whiteSpace: 'pre-wrap' }}>
              {preview.text}
            </p>
          </div>
        </section>
      </div>
      <Conflicts form={form} by={row?.updated_by_name ?? null} labels={LABELS} />
      <Outcome form={form} what="Not saved" />
      <div className={classes.bar}>
        <Button
          type="submit"
          variant="filled"
          loading={form.busy}
          disabled={!form.changed || form.errors.size > 0}
        >
          Save message
        </Button>
        {form.changed && <Button onClick={form.discard}>Discard changes</Button>}
        {!is_default && (
          <Button loading={reset.isPending} onClick={() => void attempt('Not reset', toDefault)}>
            Reset to default
          </Button>
        )}
        {row?.updated_at && (
          <span className={shared.small}>
            Last changed by {isolated(row.updated_by_name ?? 'somebody')}, <Age at={row.updated_at} ago />
          </span>
        )}
      </div>
    </form>
  );
}

const testDraft = z.object({ to: z.string() });

function TestEmailForm({ language, settings }: Pick<TemplateFormProps, 'language' | 'settings'>) {
  const test = useWrite(MESSAGE_ROUTES.sendTestEmail, {});
  const form = useForm({
    drafts: useFormDrafts('test_email', testDraft),
    name: 'new',
    initial: () => ({ to: settings.reply_to ?? '' }),
    check: (draft) => checkWith(testEmailWrite, { ...draft, language, zone: personZone() }, () => 'to'),
    send: async (body) => {
      await test.mutateAsync({ body });
      return body;
    },
    onDone: ({ to }) => toast({ title: `Test email sent to ${isolated(to)}` }),
  });
  return (
    <div className={classes.wide}>
      <p className={shared.legend}>Test email</p>
      <p className={`${shared.small} ${classes.help}`}>
        The saved message in {LANGUAGES_IN_ENGLISH[language]} with a made-up invitation, as fleets get it.
      </p>
      <form {...form.element} className={`${shared.wrapped} ${classes.add}`}>
        <TextInput
          {...form.text('to', 'Send to')}
          {...EMAIL_INPUT}
          placeholder="e.g. you@northbound.example"
        />
        <Button type="submit" loading={form.busy}>
          Send test email
        </Button>
      </form>
      <Outcome form={form} what="Not sent" />
    </div>
  );
}

const optOutDraft = z.object({ address: z.string() });
const NO_ADDRESS = { address: '' };

function OptOuts() {
  const { list, add, remove } = useOptOuts();
  const form = useForm({
    drafts: useFormDrafts('opt_out', optOutDraft),
    name: 'new',
    initial: NO_ADDRESS,
    check: (draft) => checkWith(emailOptOutWrite, draft, () => 'address'),
    send: async (body) => {
      await add.mutateAsync({ body });
      return body;
    },
    onDone: ({ address }) =>
      toast({
        title: `${isolated(address)} unsubscribed`,
        action: undoAction('Not undone', () => remove.mutateAsync({ body: { address } })),
      }),
  });
  const items = list.data?.items ?? [];
  const allowAddress = async (one: string) => {
    await remove.mutateAsync({ body: { address: one } });
    toast({
      title: `Emails to ${isolated(one)} allowed again`,
      action: undoAction('Not undone', () => add.mutateAsync({ body: { address: one } })),
    });
  };
  return (
    <div className={classes.wide}>
      <p className={shared.legend}>Unsubscribed addresses</p>
      <p className={`${shared.small} ${classes.help}`}>
        {list.data && items.length === 0 ? 'None yet. ' : ''}Each email has an unsubscribe link. Add an
        address if a fleet asks you to stop.
      </p>
      <form {...form.element} className={`${shared.wrapped} ${classes.add}`}>
        <TextInput
          {...form.text('address', 'Address')}
          {...EMAIL_INPUT}
          autoComplete="off"
          placeholder="e.g. ops@mesa.example"
        />
        <Button type="submit" loading={form.busy}>
          Unsubscribe address
        </Button>
      </form>
      <Outcome form={form} what="Not unsubscribed" />
      <QueryState query={list} label="Loading the addresses" small />
      <ul className={classes.outs}>
        {items.map(({ address: one, at, by_name }) => (
          <li key={one}>
            <span>{one}</span>
            <span className={shared.small}>
              {by_name === null ? 'By the recipient' : `By ${isolated(by_name)}`}, <Age at={at} ago />
            </span>
            <Button
              size="compact-xs"
              aria-label={`Allow emails to ${one}`}
              onClick={() => void attempt('Emails not allowed', () => allowAddress(one))}
            >
              Allow emails
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Mutations reject with a Problem. */
function useTemplateMutations() {
  const client = useQueryClient();
  const onSuccess = (settings: MessageSettings) => client.setQueryData(queryKeys.messageSettings(), settings);
  const write = useWrite(MESSAGE_ROUTES.changeMessageTemplate, { onSuccess });
  const reset = useWrite(MESSAGE_ROUTES.resetMessageTemplate, { onSuccess });
  const refetch = () => void client.invalidateQueries({ queryKey: queryKeys.messageSettings() });
  return { write, reset, refetch };
}

function useOptOuts() {
  const client = useQueryClient();
  const list = useRead(MESSAGE_ROUTES.listEmailOptOuts, queryKeys.emailOptOuts(), { staleTime: 10_000 });
  const onSuccess = (items: unknown) => {
    client.setQueryData(queryKeys.emailOptOuts(), items);
    void client.invalidateQueries({ queryKey: queryKeys.isOptedOut() });
  };
  const add = useWrite(MESSAGE_ROUTES.addEmailOptOut, { onSuccess });
  const remove = useWrite(MESSAGE_ROUTES.removeEmailOptOut, { onSuccess });
  return { list, add, remove };
}
