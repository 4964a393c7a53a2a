import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import { purposeTitle } from '../../api/webhooks.ts';
import {
  type ActivityRow,
  type Change,
  changeOf,
  fieldText,
  fieldValueText,
  isFailure,
  outcomeText,
  particulars,
  valueText,
  whoText,
} from '../../live/activity-log.ts';
import { sentenceOf } from '../../live/activity-sentences.ts';
import { AgeAndFullTime } from '../../live/ResourceList.tsx';
import { ChangesTable } from '../../ui/ChangesTable.tsx';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconAlertTriangleFilled, IconCheck } from '../../ui/icons.ts';
import { IdFact, MonoId } from '../../ui/MonoId.tsx';
import { Status } from '../../ui/resource-list/cells.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, utcText } from '../../ui/time.ts';

interface EntryPanelProps {
  /** Undefined: not among the loaded entries. */
  readonly entry: ActivityRow | undefined;
  readonly loading: boolean;
  readonly takes_focus: boolean;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

export function EntryPanel({ entry, loading, takes_focus, onOpen, onClose }: EntryPanelProps) {
  return (
    <SidePanel
      label="Entry"
      title={entry ? sentenceOf(entry).head : 'Entry'}
      focus_key={takes_focus ? 'opened' : null}
      onClose={onClose}
    >
      <SidePanelBody>
        {entry ? (
          <>
            <Entry entry={entry} />
            {entry.others && <Others others={entry.others} onOpen={onOpen} />}
          </>
        ) : loading ? (
          <ListSkeleton label="Loading entry" />
        ) : (
          <EmptyState title="Entry not in this list">
            It may be older than the loaded entries, or hidden by the filters.
          </EmptyState>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

interface OthersProps {
  readonly others: readonly ActivityEntry[];
  readonly onOpen: (id: string) => void;
}

/** The other records of an act on many. */
const Others = ({ others, onOpen }: OthersProps) => (
  <Section title="Done together with">
    <ul className={`${shared.list} ${shared.column}`} style={{ gap: 4 }}>
      {others.map((one) => (
        <li key={one.id}>
          <Button size="compact-xs" onClick={() => onOpen(one.id)}>
            {sentenceOf(one).head}
          </Button>
        </li>
      ))}
    </ul>
  </Section>
);

export function Outcome({ outcome }: { readonly outcome: string }) {
  const wrong = isFailure(outcome);
  return (
    <Status icon={wrong ? IconAlertTriangleFilled : IconCheck} tone={wrong ? 'strong' : 'quiet'}>
      {outcomeText(outcome)}
    </Status>
  );
}

const isId = (value: unknown): value is string => typeof value === 'string' && uuid.safeParse(value).success;

function Entry({ entry }: { readonly entry: ActivityEntry }) {
  const { at, action, target, outcome, detail } = entry;
  const change = changeOf(detail);
  const rest = particulars(detail);
  return (
    <>
      <Section title="Who and what" aside={<Outcome outcome={outcome} />}>
        <Facts>
          <Fact name="Who">
            {whoText(entry)}
            {entry.sub && entry.sub !== entry.name && (
              <div>
                <MonoId label="subject" value={entry.sub} max={30} />
              </div>
            )}
          </Fact>
          <Fact name="Item">
            {target && (isId(target) ? <MonoId label="id" value={target} max={30} /> : purposeTitle(target))}
          </Fact>
          <Fact name="Open">{targetLink(entry)}</Fact>
          <Fact name="When">
            <AgeAndFullTime at={at} />
            <div className={`${shared.small} ${shared.anywhere}`}>{utcText(at)}</div>
          </Fact>
        </Facts>
      </Section>
      {change.differences.length > 0 && <Changes change={change} />}
      {rest.length > 0 && (
        <Section title="Details">
          <Facts>
            {rest.map(([name, value]) => (
              <Fact key={name} name={fieldText(name)}>
                {isId(value) ? (
                  <MonoId label={fieldText(name)} value={value} max={30} />
                ) : (
                  valueText(value, fullDateTime)
                )}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
      <Section title="Log entry">
        <Facts>
          <IdFact name="Action" value={action} max={40} />
          <IdFact name="Entry ID" value={entry.id} max={30} />
        </Facts>
      </Section>
    </>
  );
}

const CHANGE_WORDS = {
  changed: ['What changed', 'After'],
  wanted: ['Requested change', 'Requested'],
  gone: ['Details', null],
  none: ['', null],
} as const;

function Changes({ change: { kind, differences } }: { readonly change: Change }) {
  const [title, after_word] = CHANGE_WORDS[kind];
  return (
    <Section title={title}>
      <ChangesTable
        heads={['Before', after_word]}
        changes={differences.map(({ field, before, after }) => ({
          field,
          name: fieldText(field),
          before: fieldValueText(field, before, fullDateTime),
          after: fieldValueText(field, after, fullDateTime),
        }))}
      />
    </Section>
  );
}

function targetLink({ action, target, detail }: ActivityEntry) {
  const id = isId(target) ? target : null;
  if (id !== null && action.endsWith('_monitor') && action !== 'create_monitor')
    return (
      <Link to="/monitors/$monitor_id" params={{ monitor_id: id }}>
        Open the monitor
      </Link>
    );
  if (id !== null && /_loads?$/.test(action))
    return (
      <Link to="/" search={{ load: id }}>
        Open the load
      </Link>
    );
  if (/^(update|cancel)_agreement$/.test(action) && isId(detail?.id))
    return (
      <Link to="/agreements" search={{ agreement: detail.id }}>
        Open the agreement
      </Link>
    );
  if (action.endsWith('_bulk_job') && isId(detail?.job_id))
    return (
      <>
        <Link to="/activity" search={{ job: detail.job_id }}>
          Show what it did to each row
        </Link>
        <br />
        <Link to="/bulk/$job_id" params={{ job_id: detail.job_id }}>
          Open the job
        </Link>
      </>
    );
  if (/_invitation$/.test(action) && isId(detail?.key))
    return (
      <Link to="/invitations" search={{ invitation: detail.key }}>
        Open the invitation
      </Link>
    );
  if (action === 'create_user' && target !== null)
    return (
      <Link to="/drivers" search={{ q: target }}>
        Open its operations
      </Link>
    );
  return null;
}
