/** Delivery of a job's links to the fleets: by email with progress, or as a CSV for a mail merge. */

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { BulkJob, BulkJobDetail } from '@waypost/contract/api/bulk';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import { LANGUAGE_NAMES, type MessageLanguage } from '@waypost/contract/api/message-text';
import type { EmailBlock, ExportedMessage, JobEmail, MessageSettings } from '@waypost/contract/api/messages';
import { useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { showProblem } from '../../api/show-problem.ts';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useChanges, useLive } from '../../live/context.ts';
import { BLOCK_WORDS } from '../../live/email-blocks.ts';
import { emailBlock, useMessageSettings } from '../../live/invitations.ts';
import { MessageLanguageSelect } from '../../live/MessageLanguageSelect.tsx';
import { RepliesTo } from '../../live/RepliesTo.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconBan, IconDownload, IconMail } from '../../ui/icons.ts';
import { type CsvColumn, tableCsv } from '../../ui/resource-list/columns.ts';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import { minuteText } from '../../ui/zoned.ts';
import { jobName, rowNumber } from './words.ts';

const emails = (count: number) => countText(count, 'email');
const fleets = (count: number) => countText(count, 'fleet');

export function JobMessages({ job }: { readonly job: BulkJobDetail }) {
  const { data: settings } = useMessageSettings();
  const { data, error, refetch, key } = useJobEmails(job);
  const { cancel } = useJobMessages(job.id, key);
  const [open_dialog, setOpenDialog] = useState<'email' | 'download' | null>(null);
  if (error) return <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />;
  if (!data || !settings) return null;
  const tally = emailTally(data.items);
  const { can, sent, waiting, failed, unknown } = tally;
  const began = sent + waiting + failed + unknown > 0;
  const already_shared = data.items.filter((one) => one.shared).length;
  const delay_reason = data.items.find(({ email }) => email?.state === 'waiting' && email.message !== null)
    ?.email?.message;
  const parts = [
    failed > 0 && `${numberText(failed)} failed; see the reason in the list.`,
    unknown > 0 &&
      `${numberText(unknown)} not confirmed; open ${plural(unknown, 'it', 'each')} and mark what happened.`,
    waiting > 0 && `${numberText(waiting)} waiting. You can close this page.`,
    delay_reason && `${delay_reason.replace(/\.?$/, '.')} Retrying automatically.`,
    !began && already_shared === 0 && 'Share the link with each fleet.',
  ].filter((part) => part);
  const title = began
    ? `${numberText(sent)} of ${emails(sent + waiting + failed + unknown)} sent.`
    : already_shared > 0
      ? `${numberText(already_shared)} of ${numberText(data.items.length)} links copied, exported or sent.`
      : 'Nothing was sent to the fleets.';
  const by_hand = !(settings.email_from !== null && can > 0) && already_shared < data.items.length;
  const tone = waiting > 0 || (can === 0 && unknown === 0) ? 'wait' : 'act';
  return (
    <>
      <Banner tone={tone} title={title}>
        {parts.join(' ')}
      </Banner>
      {began && (
        <progress
          style={{ width: '100%', height: 6, accentColor: 'var(--wp-accent)' }}
          aria-label="Emails sent"
          max={sent + waiting + failed + unknown}
          value={sent + failed + unknown}
        />
      )}
      <div className={shared.wrapped}>
        {settings.email_from !== null && can > 0 && (
          <GuardedButton
            variant="filled"
            size="compact-sm"
            disabledReason={emailBlock(settings)}
            leftSection={<IconMail size={14} aria-hidden />}
            onClick={() => setOpenDialog('email')}
          >
            {`Email ${fleets(can)}…`}
          </GuardedButton>
        )}
        {waiting > 0 && (
          <Button
            size="compact-sm"
            leftSection={<IconBan size={14} aria-hidden />}
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                {},
                { onError: (failure) => showProblem('Emails not cancelled', asProblem(failure)) },
              )
            }
          >
            Cancel {emails(waiting)}
          </Button>
        )}
        <Button
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => setOpenDialog('download')}
        >
          Download links and messages…
        </Button>
        <LinkButton
          to="/invitations"
          search={{ show: 'not_shared', job: job.id }}
          variant={by_hand ? 'filled' : 'default'}
          size="compact-sm"
        >
          Share the links
        </LinkButton>
      </div>
      {open_dialog !== null && (
        <MessagesDialog
          job={job}
          settings={settings}
          what={open_dialog}
          tally={tally}
          query_key={key}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  );
}

interface MessagesDialogProps {
  readonly job: BulkJobDetail;
  readonly settings: MessageSettings;
  readonly what: 'email' | 'download';
  readonly tally: ReturnType<typeof emailTally>;
  readonly query_key: readonly unknown[];
  readonly onClose: () => void;
}

function MessagesDialog({ job, settings, what, tally, query_key, onClose }: MessagesDialogProps) {
  const { clock } = useLive();
  const [language, setLanguage] = useState<MessageLanguage | null>(null);
  const mutations = useJobMessages(job.id, query_key);
  const { can, blocked } = tally;
  const email = async () => {
    await mutations.send.mutateAsync({ body: { language, zone: personZone() } });
    toast({ title: `Sending ${emails(can)}`, text: 'It continues if you leave the page.' });
  };
  const save = async () => {
    const { items } = await mutations.download.mutateAsync({ body: { language, zone: personZone() } });
    const name = `${jobName(job).replace(/\.\w+$/, '')}-links`;
    const numbers = new Map(job.rows.map((row) => [row.n, rowNumber(row)]));
    const columns: typeof MESSAGE_COLUMNS = [['Row', ({ n }) => numbers.get(n) ?? n + 1], ...MESSAGE_COLUMNS];
    download(fileName(name, clock.now()), tableCsv(columns, items, clock.now()));
    toast({
      title: `${numberText(items.filter(({ problem }) => problem === null).length)} links downloaded`,
      text: 'Recorded as exported, not as sent. Anyone with a link can accept for its fleet.',
    });
  };
  return (
    <ConfirmDialog
      title={what === 'email' ? `Email ${fleets(can)}?` : 'Download links and messages?'}
      action={what === 'email' ? `Send ${emails(can)}` : 'Download CSV'}
      danger={false}
      keep="Cancel"
      failure_title={what === 'email' ? 'Not sent' : 'Not downloaded'}
      act={what === 'email' ? email : save}
      onClose={onClose}
    >
      <p>
        {what === 'email'
          ? 'Each fleet gets one email with its link. Emails that were sent are not sent again.'
          : 'A CSV with the link and message of each fleet, for a mail merge. Each link is recorded as exported, not as sent, and the download is logged. Delete the file when you are done.'}{' '}
        {what === 'email' && <RepliesTo settings={settings} />}
      </p>
      {what === 'email' && blocked.size > 0 && (
        <>
          <p>No email goes to:</p>
          <ul>
            {[...blocked].map(([block, count]) => (
              <li key={block}>
                {fleets(count)}: {BLOCK_WORDS[block].toLowerCase()}
              </li>
            ))}
          </ul>
        </>
      )}
      <MessageLanguageSelect value={language} onChange={setLanguage} />
    </ConfirmDialog>
  );
}

/** `can`: fleets without an email yet, or with a failed one, that can receive one. */
function emailTally(items: readonly JobEmail[]) {
  const blocked = new Map<EmailBlock, number>();
  const count = { can: 0, sent: 0, waiting: 0, failed: 0, unknown: 0 };
  for (const { email, block } of items) {
    const state = email?.state;
    if (state === 'sent') count.sent += 1;
    else if (state === 'waiting' || state === 'sending') count.waiting += 1;
    else if (state === 'unknown') count.unknown += 1;
    else {
      if (state === 'failed') count.failed += 1;
      if (block === null) count.can += 1;
      else blocked.set(block, (blocked.get(block) ?? 0) + 1);
    }
  }
  return { ...count, blocked };
}

export function emailText({ email, block }: JobEmail): string {
  if (email === null) return block === null ? '' : BLOCK_WORDS[block];
  const why = email.message === null ? '' : `: ${email.message}`;
  switch (email.state) {
    case 'sent':
      return `Emailed to ${email.to}`;
    case 'waiting':
    case 'sending':
      return `Email to ${email.to} is waiting${why}`;
    case 'unknown':
      return `Can't tell whether the email to ${email.to} was sent. Open the invitation to resolve it`;
    case 'failed':
    case 'cancelled':
      return `Not emailed to ${email.to}${why}`;
  }
}

/** For a mail merge: one row per fleet, including those without a link, with the reason. */
const MESSAGE_COLUMNS: readonly CsvColumn<ExportedMessage>[] = [
  ['Fleet reference', ({ fleet_ref }) => fleet_ref],
  ['Fleet name', ({ fleet_name }) => fleet_name],
  ['Email', ({ to }) => to],
  ['Language', ({ language }) => language && LANGUAGE_NAMES[language]],
  ['Link', ({ magic_link }) => magic_link],
  ['Valid until', ({ expires_at }) => expires_at && minuteText(expires_at, personZone())],
  ['Subject', ({ subject }) => subject],
  ['Message', ({ text }) => text],
  ['Problem', ({ problem }) => problem],
];

interface JobEmails {
  readonly items: JobEmail[];
}

/** Emails of a job, read once and then updated by the stream. Disabled for user jobs and while the job runs. */
export function useJobEmails({ id: job_id, kind, state, counts }: BulkJob) {
  const client = useQueryClient();
  const ended = state === 'done' || state === 'cancelled';
  const key = queryKeys.bulkEmails(job_id, counts.done);
  const query = useRead(MESSAGE_ROUTES.jobEmails, key, {
    params: { job_id },
    background: 'always',
    enabled: kind === 'invitation' && ended && counts.done > 0,
    staleTime: 2_000,
  });
  useChanges(
    'invitations',
    ({ items }) => {
      const changed = new Map(items.map((one) => [one.key, one]));
      const updated = (one: JobEmail) => {
        const now = changed.get(one.invitation_key);
        return now === undefined ? one : { ...one, email: now.email, shared: now.shared_at !== null };
      };
      client.setQueryData<JobEmails>(key, (before) => before && { items: before.items.map(updated) });
    },
    () => void client.invalidateQueries({ queryKey: key }),
  );
  return { ...query, key };
}

/** All mutations reject with a Problem. */
function useJobMessages(job_id: string, key: readonly unknown[]) {
  const client = useQueryClient();
  const params = { job_id };
  const onSuccess = (emails: JobEmails) => client.setQueryData<JobEmails>(key, emails);
  const send = useWrite(MESSAGE_ROUTES.emailJob, { params, onSuccess });
  const cancel = useWrite(MESSAGE_ROUTES.cancelJobEmails, { params, onSuccess });
  const download = useWrite(MESSAGE_ROUTES.exportJobMessages, {
    params,
    onSuccess: () => void client.invalidateQueries({ queryKey: key }),
    // The links must not stay in memory.
    gcTime: 0,
  });
  return { send, cancel, download };
}
