/** One operation, open beside the list: what became of it and what to do, its attempts, what was sent. */
import { Button, Tooltip } from '@mantine/core';
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperationDetail, OperationAttempt } from '@waypost/contract/api/operations';
import { useEffect, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { showProblem } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { AgeAndFullTime } from '../../live/AgeAndTime.tsx';
import { LinkButton, ShownOnce } from '../../ui/buttons.tsx';
import { IconRefresh } from '../../ui/icons.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { readableName } from '../../ui/readable-name.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, utcText } from '../../ui/time.ts';
import { OperationState } from './columns.tsx';
import { labelOf, yesNoOf } from './form/fields.ts';
import { hosRulesetText } from './form/rulesets.ts';
import classes from './OperationPanel.module.css';
import { shownOnce } from './shown-once.ts';
import { TryAgain } from './TryAgain.tsx';
import { useOperation, useReadNow } from './use-operations.ts';
import { attemptText, deedText, showOf, subjectText } from './words.ts';

export interface OperationPanelProps {
  readonly id: string;
  /** What the list knows: a newer one is read. */
  readonly version: number | undefined;
  /** Whether the service lets operations be read. */
  readonly reads: 'yes' | 'no' | 'unknown';
  readonly takes_focus: boolean;
  /** Another one: what was sent in its place. */
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

export function OperationPanel(props: OperationPanelProps) {
  const { id, version, reads, takes_focus, onOpen, onClose } = props;
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
        {data && showOf(data) === 'success' && <PasswordOnce operation_id={id} />}
        <QueryState query={query} label="Loading operation" />
        {data && (
          <>
            <WhatHappened operation={data} reads={reads} onOpen={onOpen} />
            <Attempts operation={data} />
            <SentData operation={data} />
            <Details operation={data} />
          </>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

interface WhatHappenedProps {
  readonly operation: BoardOperationDetail;
  readonly reads: OperationPanelProps['reads'];
  readonly onOpen: (id: string) => void;
}

function WhatHappened({ operation, reads, onOpen }: WhatHappenedProps) {
  const { id, repeatable, repeated_as, last_event_at, last_read_at } = operation;
  const disabledReason = useDisabledReason('manage_onboarding');
  const { say, act } = outcomeOf(operation);
  const [trying, setTrying] = useState(false);
  const failed = showOf(operation) === 'failed';
  const known = [last_event_at, last_read_at].filter((at) => at !== null).sort();
  const latest = known.at(-1);
  return (
    <Section title={deedText(operation)} aside={<OperationState operation={operation} />}>
      <p className={classes.say} role="status">
        {say}
      </p>
      {repeated_as === null && act && <p className={classes.act}>{act}</p>}
      {showOf(operation) === 'pending' && shownOnce.get(id) !== null && (
        <p className={classes.act}>Once the user is created, the password to hand over is shown here.</p>
      )}
      {repeated_as !== null && (
        <p className={classes.act}>
          The same data was sent again.{' '}
          <Button size="compact-xs" onClick={() => onOpen(repeated_as)}>
            Open the new operation
          </Button>
        </p>
      )}
      {failed && !repeatable && (
        <p className={classes.act}>
          It was requested outside Waypost, so it can't be sent again from here. Create the user again.
        </p>
      )}
      {failed && repeatable && !trying && (
        <div className={classes.acts}>
          <Tooltip label={disabledReason} disabled={disabledReason === null} multiline maw={280}>
            <Button
              variant={outcomeOf(operation).again ? 'filled' : 'default'}
              aria-disabled={disabledReason !== null || undefined}
              data-disabled={disabledReason !== null || undefined}
              onClick={() => disabledReason === null && setTrying(true)}
            >
              Try again
            </Button>
          </Tooltip>
          <LinkButton to="/drivers/new" search={{ from: id }} disabledReason={disabledReason}>
            Edit and try again
          </LinkButton>
        </div>
      )}
      {failed && trying && (
        <TryAgain operation={operation} onSent={onOpen} onCancel={() => setTrying(false)} />
      )}
      <div className={`${shared.small} ${shared.row} ${classes.known}`}>
        <span>
          {latest ? (
            <>
              Last updated <Age at={latest} ago />
            </>
          ) : (
            'No update since it was requested'
          )}
        </span>
        {reads !== 'no' && <ReadNow id={id} />}
      </div>
    </Section>
  );
}

function ReadNow({ id }: { readonly id: string }) {
  const read = useReadNow(id);
  return (
    <Button
      size="compact-xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={read.isPending}
      onClick={() =>
        read.mutate(
          {},
          {
            onError: (error) => showProblem('Update failed', asProblem(error)),
          },
        )
      }
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
              <div className={shared.small}>{utcText(created_at)}</div>
            </>
          )}
        </Fact>
        <Fact name="By">{created_by_name ?? 'Someone outside Waypost'}</Fact>
        <Fact name="Last change">{updated_at && fullDateTime(updated_at)}</Fact>
        <Fact name="Your reference">{operation.partner_ref}</Fact>
        <Fact name="Fleet">{[operation.fleet_name, operation.fleet_ref].filter(Boolean).join(' · ')}</Fact>
        <Fact name="Provider">{operation.source_name}</Fact>
        <Fact name="Connection ID">
          {operation.connection_id && (
            <MonoId label="connection ID" value={operation.connection_id} max={30} />
          )}
        </Fact>
        <Fact name="Operation ID">
          <MonoId label="operation ID" value={operation.id} max={30} />
        </Fact>
        <Fact name="Record ID">
          {operation.resource_id && <MonoId label="record ID" value={operation.resource_id} max={30} />}
        </Fact>
        <Fact name="At the provider">
          {operation.source_id && <MonoId label="provider ID" value={operation.source_id} max={30} />}
        </Fact>
      </Facts>
    </Section>
  );
}

/** What was tried at the provider, the last attempt first: when, what came back, what it said. */
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

interface AttemptProps {
  readonly attempt: OperationAttempt;
  readonly number: number;
}

function Attempt({ attempt, number }: AttemptProps) {
  const { created_at, error_details, response_headers, status, error_type } = attempt;
  const headers = Object.entries(response_headers ?? {});
  return (
    <li className={classes.attempt}>
      <div className={classes.line}>
        <strong>
          {number}. {attemptText(attempt)}
        </strong>
        {created_at && <Age at={created_at} ago className={shared.small} />}
      </div>
      {error_details && <p className={`${shared.plain} ${shared.anywhere}`}>{error_details}</p>}
      {error_type && status && (
        <p className={`${shared.plain} ${shared.anywhere} ${shared.small}`}>Status {status}</p>
      )}
      {headers.length > 0 && (
        <details className={classes.headers}>
          <summary>Response headers</summary>
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

/** Shown among the details. */
const ELSEWHERE = new Set(['connection_id', 'partner_ref']);

function valueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return yesNoOf(name)[value ? 0 : 1];
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (name === 'hos_ruleset_code') return hosRulesetText(text);
  return name === 'status' ? readableName(text.toLowerCase()) : text;
}

/** `hos_tracking_config` as the two fields that it is in the form. */
function flat(data: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(data).flatMap(([name, value]): [string, unknown][] =>
    name === 'hos_tracking_config' && value !== null && typeof value === 'object'
      ? Object.entries(value)
      : [[name, value]],
  );
}

/** What was to be written, in the words of the form; without the password, which is kept nowhere. */
function SentData({ operation }: { readonly operation: BoardOperationDetail }) {
  const { request, payload } = operation;
  const data = request ?? payload;
  const rows = data ? flat(data).filter(([name]) => !ELSEWHERE.has(name)) : [];
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
        Passwords are not stored, so we can't show whether one was sent.
      </p>
    </Section>
  );
}

/** The password of a user that was just created, to hand over: here once, and nowhere afterwards. */
function PasswordOnce({ operation_id }: { readonly operation_id: string }) {
  const [password, setPassword] = useState(() => shownOnce.get(operation_id));
  useEffect(() => () => shownOnce.forget(operation_id), [operation_id]);
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
