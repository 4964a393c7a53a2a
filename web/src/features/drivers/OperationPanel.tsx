import { Box, Button, Group } from '@mantine/core';
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type {
  BoardOperation,
  BoardOperationDetail,
  OperationAttempt,
} from '@waypost/contract/api/operations';
import { PASSWORD_LENGTH } from '@waypost/contract/users';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { showProblem } from '../../api/show-problem.ts';
import { WhyNot } from '../../api/WhyNot.tsx';
import { Age } from '../../live/Age.tsx';
import { useFormDrafts } from '../../live/form/draft.ts';
import { useForm } from '../../live/form/form.ts';
import { SendOutcome, type SendWords } from '../../live/form/parts.tsx';
import { AgeAndFullTime } from '../../live/ResourceList.tsx';
import { GuardedButton, LinkButton, ShownOnce } from '../../ui/buttons.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { emailText } from '../../ui/email-text.ts';
import { IconRefresh } from '../../ui/icons.ts';
import { IdFact } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { readableName } from '../../ui/readable-name.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, utcText, zoneName } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { OperationState } from './columns.tsx';
import classes from './drivers.module.css';
import { hosRulesetText, labelOf, SENDING, yesNoOf } from './form/fields.ts';
import { PasswordField } from './form/PasswordField.tsx';
import { oneTimePasswords, useOperation, useRefreshOperation, useRepeatOperation } from './use-operations.ts';
import { attemptText, filterOf, operationTypeText, subjectText } from './words.ts';

interface OperationPanelProps {
  readonly id: string;
  /** Version in the list; a newer one triggers a refetch. */
  readonly version: number | undefined;
  /** Whether the service lets operations be read. */
  readonly reads: 'yes' | 'no' | 'unknown';
  /** Earlier operations about the same driver, newest first. */
  readonly earlier: readonly BoardOperation[];
  readonly takes_focus: boolean;
  /** Opens another operation, such as the one that was sent instead. */
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

export function OperationPanel(props: OperationPanelProps) {
  const { id, version, reads, earlier, takes_focus, onOpen, onClose } = props;
  const query = useOperation(id, version);
  const { data } = query;
  return (
    <SidePanel
      label="Operation"
      title={data ? subjectText(data) : 'Operation'}
      focus_key={takes_focus ? id : null}
      onClose={onClose}
    >
      <SidePanelBody>
        {data && filterOf(data) === 'success' && <PasswordOnce operation_id={id} />}
        <QueryState query={query} label="Loading operation" />
        {data && (
          <>
            <WhyNot right="manage_onboarding" />
            <OutcomeSection operation={data} reads={reads} onOpen={onOpen} />
            <Attempts operation={data} />
            <SentData operation={data} />
            <Details operation={data} />
            <EarlierSection earlier={earlier} onOpen={onOpen} />
          </>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

function EarlierSection({ earlier, onOpen }: Pick<OperationPanelProps, 'earlier' | 'onOpen'>) {
  if (earlier.length === 0) return null;
  return (
    <Section title="Earlier requests">
      <ul className={shared.list}>
        {earlier.map((one) => (
          <li key={one.id}>
            <Group gap={8} py={4} wrap="nowrap">
              <OperationState operation={one} />
              {one.created_at && <Age at={one.created_at} ago />}
              <Button size="compact-xs" ml="auto" onClick={() => onOpen(one.id)}>
                Open
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface OutcomeSectionProps extends Pick<OperationPanelProps, 'reads' | 'onOpen'> {
  readonly operation: BoardOperationDetail;
}

function OutcomeSection({ operation, reads, onOpen }: OutcomeSectionProps) {
  const { id, repeatable, repeated_as, last_event_at, last_read_at } = operation;
  const disabledReason = useDisabledReason('manage_onboarding');
  const { say, act, again } = outcomeOf(operation);
  const [repeating, setRepeating] = useState(false);
  const failed = filterOf(operation) === 'failed';
  const known = [last_event_at, last_read_at].filter((at) => at !== null).sort();
  const latest = known.at(-1);
  return (
    <Section title={operationTypeText(operation)} aside={<OperationState operation={operation} />}>
      <p className={`${classes.advice} ${shared.strong}`} role="status">
        {say}
      </p>
      {repeated_as === null && act && <p className={classes.advice}>{act}</p>}
      {filterOf(operation) === 'pending' && oneTimePasswords.get(id) !== null && (
        <p className={classes.advice}>
          Keep this page open: once the user is created, the password to hand over is shown here. It is not
          stored, so a reload loses it.
        </p>
      )}
      {repeated_as !== null && (
        <p className={classes.advice}>
          The same data was sent again.{' '}
          <Button size="compact-xs" onClick={() => onOpen(repeated_as)}>
            Open the new operation
          </Button>
        </p>
      )}
      {failed && !repeatable && (
        <p className={classes.advice}>
          It was requested outside Waypost, which does not have all of its data. Create it again with what is
          known; the form says what is missing.
        </p>
      )}
      {failed && !repeating && (
        <Group gap={8} my={8}>
          {repeatable && (
            <GuardedButton
              variant={again ? 'filled' : 'default'}
              disabledReason={disabledReason}
              onClick={() => setRepeating(true)}
            >
              Try again
            </GuardedButton>
          )}
          <LinkButton to="/drivers/new" search={{ from: id }} disabledReason={disabledReason}>
            {repeatable ? 'Edit and try again' : 'Create again'}
          </LinkButton>
        </Group>
      )}
      {failed && repeating && (
        <RepeatForm operation={operation} onSent={onOpen} onCancel={() => setRepeating(false)} />
      )}
      <Group justify="space-between" gap={8} mih={28} className={shared.small}>
        <span>
          {latest ? (
            <>
              Last updated <Age at={latest} ago />
            </>
          ) : (
            'No update since it was requested'
          )}
        </span>
        {reads !== 'no' && <RefreshButton id={id} />}
      </Group>
    </Section>
  );
}

function RefreshButton({ id }: { readonly id: string }) {
  const read = useRefreshOperation(id);
  return (
    <Button
      size="compact-xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={read.isPending}
      onClick={() => read.mutate({}, { onError: (error) => showProblem('Update failed', asProblem(error)) })}
    >
      Refresh
    </Button>
  );
}

function Details({ operation }: { readonly operation: BoardOperationDetail }) {
  const { created_at, updated_at, created_by_name } = operation;
  return (
    <Section title="Details">
      <Facts>
        <Fact name="Requested">
          {created_at && (
            <>
              <AgeAndFullTime at={created_at} />
              {zoneName(created_at) !== 'UTC' && <div className={shared.small}>{utcText(created_at)}</div>}
            </>
          )}
        </Fact>
        <Fact name="By">{created_by_name ?? 'Someone outside Waypost'}</Fact>
        <Fact name="Last change">{updated_at && fullDateTime(updated_at)}</Fact>
        <Fact name="Your reference">{operation.partner_ref}</Fact>
        <Fact name="Fleet">{[operation.fleet_name, operation.fleet_ref].filter(Boolean).join(' · ')}</Fact>
        <Fact name="Provider">{operation.source_name}</Fact>
        <IdFact name="Connection ID" value={operation.connection_id} max={30} />
        <IdFact name="Operation ID" value={operation.id} max={30} />
        <IdFact name="Record ID" value={operation.resource_id} max={30} />
        <IdFact name="At the provider" label="provider ID" value={operation.source_id} max={30} />
      </Facts>
    </Section>
  );
}

export function Attempts({ operation }: { readonly operation: Pick<BoardOperationDetail, 'logs'> }) {
  const { logs } = operation;
  return (
    <Section
      title={logs.length > 0 ? `Attempts at the provider (${logs.length})` : 'Attempts at the provider'}
    >
      {logs.length === 0 ? (
        'No attempts yet.'
      ) : (
        <ol className={shared.list} reversed>
          {logs.toReversed().map((attempt, at) => (
            <Attempt
              key={attempt.id ?? attempt.created_at ?? at}
              attempt={attempt}
              number={logs.length - at}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Attempt({ attempt, number }: { readonly attempt: OperationAttempt; readonly number: number }) {
  const { created_at, error_details, response_headers, status, error_type } = attempt;
  const headers = Object.entries(response_headers ?? {});
  return (
    <li className={classes.attempt}>
      <Group justify="space-between" align="baseline" gap={8} wrap="nowrap">
        <strong className={shared.anywhere}>
          {number}. {attemptText(attempt)}
        </strong>
        {created_at && <Age at={created_at} ago className={shared.small} />}
      </Group>
      {error_details && <p className={`${shared.plain} ${shared.anywhere}`}>{error_details}</p>}
      {error_type && status && (
        <p className={`${shared.plain} ${shared.anywhere} ${shared.small}`}>Status {status}</p>
      )}
      {headers.length > 0 && (
        <details>
          <summary className={shared.small}>Response headers</summary>
          <LongText boxed>
            {headers
              .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
              .join('\n')}
          </LongText>
        </details>
      )}
    </li>
  );
}

const SHOWN_IN_DETAILS = new Set(['connection_id', 'partner_ref']);

function valueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return yesNoOf(name)[value ? 0 : 1];
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (name === 'hos_ruleset_code') return hosRulesetText(text);
  if (name === 'user_email') return emailText(text);
  return name === 'status' ? readableName(text.toLowerCase()) : text;
}

/** `hos_tracking_config` as its two form fields. */
function flattenConfig(data: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(data).flatMap(([name, value]): [string, unknown][] =>
    name === 'hos_tracking_config' && value !== null && typeof value === 'object'
      ? Object.entries(value)
      : [[name, value]],
  );
}

/** The data that was sent, labeled as in the form. Passwords are not stored. */
function SentData({ operation }: { readonly operation: BoardOperationDetail }) {
  const { request, payload } = operation;
  const data = request ?? payload;
  const rows = data ? flattenConfig(data).filter(([name]) => !SHOWN_IN_DETAILS.has(name)) : [];
  const is_lost = filterOf(operation) !== 'failed' && oneTimePasswords.get(operation.id) === null;
  return (
    <Section title="Data sent">
      {rows.length === 0 ? (
        <span className={shared.small}>Unknown.</span>
      ) : (
        <Facts>
          {rows.map(([name, value]) => (
            <Fact key={name} name={labelOf(name)}>
              {valueText(name, value)}
            </Fact>
          ))}
        </Facts>
      )}
      <p className={shared.small} style={{ margin: '12px 0' }}>
        {is_lost
          ? "Passwords are not stored, so one that was sent can't be shown any more. If nobody has it, set a new one at the provider."
          : 'Passwords are not stored, so they are not listed here.'}
      </p>
    </Section>
  );
}

function PasswordOnce({ operation_id }: { readonly operation_id: string }) {
  const [password, setPassword] = useState(() => oneTimePasswords.get(operation_id));
  useEffect(() => () => oneTimePasswords.remove(operation_id), [operation_id]);
  if (password === null) return null;
  return (
    <ShownOnce
      label="Password to hand over"
      secret={password}
      action="Copy password"
      lead={
        <>
          <strong>Hand over the password now.</strong> It is not stored. Once you close this operation or
          reload the page, it can't be shown again.
        </>
      }
      buttons={
        <Button variant="subtle" color="gray" onClick={() => setPassword(null)}>
          Done
        </Button>
      }
    />
  );
}

const repeatDraft = z.object({ is_sync: z.boolean() });
const IN_BACKGROUND = { is_sync: false };

const REPEAT_WORDS: SendWords = {
  refused: 'Not sent again',
  sent_before: <strong>This was already sent again with different details. Open the list.</strong>,
  safe: 'Sending again is safe: it never creates a second one.',
};

interface RepeatFormProps {
  readonly operation: BoardOperationDetail;
  readonly onSent: (operation_id: string) => void;
  readonly onCancel: () => void;
}

/** Sends the same data again. The password is not stored, so it must be entered again. */
function RepeatForm({ operation, onSent, onCancel }: RepeatFormProps) {
  const { id } = operation;
  const [password, setPassword] = useState('');
  const repeat = useRepeatOperation(id);
  const too_long = password.length > PASSWORD_LENGTH.max;
  const form = useForm({
    drafts: useFormDrafts('repeat', repeatDraft),
    name: id,
    initial: IN_BACKGROUND,
    keyed: true,
    check: ({ is_sync }) => ({
      body: too_long ? null : { is_sync, ...(password === '' ? {} : { password }) },
      errors: new Map(),
    }),
    send: (body, { headers }) => repeat.mutateAsync({ body, headers }),
    onDone: ({ intent, result }) => {
      const sent = result?.id ?? intent.result_id;
      if (sent === null) return;
      if (password !== '') oneTimePasswords.put(sent, password);
      onSent(sent);
    },
    onUnknown: (message) =>
      toast({
        title: `Not confirmed yet: checking whether ${subjectText(operation)} was sent again`,
        text: `${message ?? 'No response from the tracking service'}. Sending again only checks the outcome.`,
      }),
  });
  return (
    <Box
      component="form"
      {...form.element}
      my={8}
      p={12}
      bg="var(--wp-raised)"
      className={`${shared.stack} ${shared.box}`}
      aria-label="Try again"
    >
      <p className={shared.plain}>
        Sends the same data as a new operation. The password was not stored: type it again, generate one, or
        leave it empty.
      </p>
      <PasswordField
        id="again-password"
        value={password}
        onChange={setPassword}
        error={too_long ? `Must be at most ${PASSWORD_LENGTH.max} characters` : undefined}
      />
      <Choice
        id="again-sync"
        label="When to create it"
        value={form.values.is_sync ? 'now' : 'later'}
        options={SENDING}
        onChange={(value) => form.set({ is_sync: value === 'now' })}
      />
      <SendOutcome submit={form} words={REPEAT_WORDS} />
      <Group justify="space-between" gap={8}>
        <Button type="submit" variant="filled" loading={form.busy}>
          Send again
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Box>
  );
}
