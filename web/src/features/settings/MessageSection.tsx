import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import {
  DEFAULT_TEMPLATES,
  LANGUAGE_NAMES,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  type MessageTemplate,
  messageOf,
  PLACEHOLDERS,
  TEMPLATE_LIMITS,
} from '@waypost/contract/api/message-text';
import { emailAddress, type MessageSettings, messageTemplateWrite } from '@waypost/contract/api/messages';
import { useRef, useState } from 'react';
import { useConfig, useSession } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { useLive } from '../../live/context.ts';
import { templateOf, useMessageSettings } from '../../live/invitations.ts';
import { isolated } from '../../ui/bidi.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './SettingsView.module.css';

export function MessageSection() {
  const { data, error, refetch } = useMessageSettings();
  const [language, setLanguage] = useState<MessageLanguage>('en');
  return (
    <Section level={2} title="Messages to fleets">
      {!data && error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
      {!data && !error && <p className={`${shared.secondary} ${shared.plain}`}>Loading…</p>}
      {data && (
        <div className={`${shared.column} ${classes.form}`}>
          <p className={`${shared.secondary} ${shared.plain}`}>
            The message that carries an invitation link, used to copy, email and export it.{' '}
            {data.email_from === null
              ? 'This server sends no emails: SMTP_URL is not set.'
              : `Emails come from ${data.email_from}, with the company name and logo, and an unsubscribe link.`}
          </p>
          <NativeSelect
            label="Language"
            value={language}
            data={MESSAGE_LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value as MessageLanguage)}
          />
          <TemplateForm key={language} language={language} settings={data} />
          <OptOuts />
        </div>
      )}
    </Section>
  );
}

interface TemplateFormProps {
  readonly language: MessageLanguage;
  readonly settings: MessageSettings;
}

const DAY_MS = 24 * 3600_000;
const SAMPLE = {
  fleet_name: 'Blue Mesa Haulage',
  fleet_ref: 'BMH-204',
  permissions: { vehicle: 'read', vehicle_location: 'read' },
};

/** `draft` holds only unsaved changes. */
function TemplateForm({ language, settings }: TemplateFormProps) {
  const { clock } = useLive();
  const session = useSession();
  const logo_url = useConfig()?.company.logo_url;
  const { write, reset } = useTemplateMutations();
  const [draft, setDraft] = useState<Partial<MessageTemplate>>({});
  const text = useRef<HTMLTextAreaElement>(null);
  const saved = templateOf(settings, language);
  const fields: MessageTemplate = { subject: saved.subject, text: saved.text, ...draft };
  const checked = messageTemplateWrite.safeParse(fields);
  const errorOf = (name: keyof MessageTemplate) =>
    checked.success ? null : (checked.error.issues.find(({ path }) => path[0] === name)?.message ?? null);
  const [subject_error, text_error] = [errorOf('subject'), errorOf('text')];
  const changed = fields.subject !== saved.subject || fields.text !== saved.text;
  const row = settings.items.find((one) => one.language === language);
  const default_template = DEFAULT_TEMPLATES[language];
  const is_default = saved.subject === default_template.subject && saved.text === default_template.text;
  const confirmSaved = (title: string) => {
    const body = { subject: saved.subject, text: saved.text };
    setDraft({});
    toast({
      title,
      action: { label: 'Undo', run: () => write.mutate({ params: { language }, body }) },
    });
  };
  const save = async () => {
    if (!checked.success) return;
    await write.mutateAsync({ params: { language }, body: checked.data });
    confirmSaved('Message saved');
  };
  const toDefault = async () => {
    await reset.mutateAsync({ params: { language } });
    confirmSaved('Reset to default');
  };
  const insert = (name: string) => {
    const box = text.current;
    const [from, to] = [box?.selectionStart ?? fields.text.length, box?.selectionEnd ?? fields.text.length];
    setDraft({ ...draft, text: `${fields.text.slice(0, from)}{${name}}${fields.text.slice(to)}` });
    box?.focus();
  };
  const preview = messageOf(fields, {
    invitation: SAMPLE,
    link: 'https://example.com/invite/…',
    expires_at: new Date(clock.now() + 3 * DAY_MS).toISOString(),
    sender: session.phase === 'in' ? session.session.user.name : '',
    company: settings.company,
    language,
    zone: personZone(),
  });
  const failure = write.error ?? reset.error;
  return (
    <form
      className={`${shared.column} ${classes.form} ${classes.wide}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save().catch(() => undefined);
      }}
    >
      <div className={classes.sides}>
        <div className={shared.stack}>
          <TextInput
            label="Subject"
            value={fields.subject}
            maxLength={TEMPLATE_LIMITS.subject}
            error={subject_error && `Subject ${subject_error}`}
            onChange={({ currentTarget }) => setDraft({ ...draft, subject: currentTarget.value })}
          />
          <Textarea
            ref={text}
            label="Text"
            rows={14}
            value={fields.text}
            maxLength={TEMPLATE_LIMITS.text}
            error={text_error && `Text ${text_error}`}
            onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
          />
          <div>
            <p className={classes.label}>Insert</p>
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
          <p className={classes.label}>Preview</p>
          <div className={classes.preview} lang={language}>
            <p className={shared.strong}>
              {logo_url && <img src={logo_url} alt="" />}
              {settings.company ?? 'No company name yet'}
            </p>
            <p className={shared.strong}>{preview.subject}</p>
            <p className={classes.text}>{preview.text}</p>
          </div>
        </section>
      </div>
      {failure && <ProblemState problem={asProblem(failure)} small />}
      <div className={classes.bar}>
        <Button
          type="submit"
          variant="filled"
          loading={write.isPending}
          disabled={!changed || !checked.success}
        >
          Save message
        </Button>
        {changed && <Button onClick={() => setDraft({})}>Discard changes</Button>}
        {!is_default && (
          <Button loading={reset.isPending} onClick={() => void toDefault().catch(() => undefined)}>
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

function OptOuts() {
  const { list, add, remove } = useOptOuts();
  const [address, setAddress] = useState('');
  const [tried, setTried] = useState(false);
  const checked = emailAddress.safeParse(address);
  const items = list.data?.items ?? [];
  const submit = async () => {
    setTried(true);
    if (!checked.success) return;
    await add.mutateAsync({ body: { address: checked.data } });
    toast({
      title: `${isolated(checked.data)} unsubscribed`,
      action: { label: 'Undo', run: () => remove.mutate({ body: { address: checked.data } }) },
    });
    setAddress('');
    setTried(false);
  };
  const allowAddress = async (one: string) => {
    await remove.mutateAsync({ body: { address: one } });
    toast({
      title: `Emails to ${isolated(one)} allowed again`,
      action: { label: 'Undo', run: () => add.mutate({ body: { address: one } }) },
    });
  };
  const failure = list.error ?? add.error ?? remove.error;
  return (
    <div className={classes.wide}>
      <p className={classes.label}>Unsubscribed addresses</p>
      <p className={`${shared.small} ${classes.help}`}>
        {list.data && items.length === 0 ? 'None yet. ' : ''}Each email has an unsubscribe link. Add an
        address if a fleet asks you to stop.
      </p>
      <form
        className={`${shared.wrapped} ${classes.add}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit().catch(() => undefined);
        }}
      >
        <TextInput
          label="Address"
          type="email"
          autoComplete="off"
          placeholder="e.g. ops@mesa.example"
          value={address}
          error={tried && !checked.success && `Address ${checked.error.issues[0]?.message ?? 'is not valid'}`}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button type="submit" loading={add.isPending}>
          Unsubscribe address
        </Button>
      </form>
      {failure && <ProblemState problem={asProblem(failure)} onRetry={() => void list.refetch()} small />}
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
              onClick={() => void allowAddress(one).catch(() => undefined)}
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
  return { write, reset };
}

function useOptOuts() {
  const client = useQueryClient();
  const list = useRead(MESSAGE_ROUTES.listEmailOptOuts, queryKeys.emailOptOuts(), { staleTime: 10_000 });
  const onSuccess = (items: unknown) => client.setQueryData(queryKeys.emailOptOuts(), items);
  const add = useWrite(MESSAGE_ROUTES.addEmailOptOut, { onSuccess });
  const remove = useWrite(MESSAGE_ROUTES.removeEmailOptOut, { onSuccess });
  return { list, add, remove };
}
