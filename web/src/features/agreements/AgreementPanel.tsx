/** One agreement, open beside the list: what it means now, its dates, who needs it, what is shared, over what, and its end. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardAgreement, BoardConnection } from '@waypost/contract/api/agreements';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { NotDone } from '../../api/NotDone.tsx';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { changeText, whoText } from '../../live/activity-log/entry-words.ts';
import { actionText, outcomeText, wentWrong } from '../../live/activity-log/words.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { ListSkeleton } from '../../ui/EmptyState.tsx';
import { MonoId } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { AccessForm } from './AccessForm.tsx';
import classes from './AgreementPanel.module.css';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { StateMark } from './columns.tsx';
import { ConnectionMark, ConnectionMenu } from './connection-columns.tsx';
import { mustAct, OWNER_WORD, providerName } from './connection-state.ts';
import { type DatesDraft, submitText } from './dates.ts';
import { EndSection } from './EndSection.tsx';
import { expiryRiskText } from './expiry-risk.ts';
import { NeedsSection } from './NeedsSection.tsx';
import { fleetName } from './names.ts';
import { rowOf } from './query.ts';
import { levelWord, resourceWord, sharedList, sharesLocation } from './shared.ts';
import { useAgreement } from './use-agreements.ts';
import { useDatesForm } from './use-dates-form.ts';

export interface AgreementPanelProps {
  readonly id: string;
  /** Of the list: what is there already, and the fleet's others. */
  readonly items: readonly BoardAgreement[];
  /** Watched loads whose fleet is unknown. */
  readonly unknown: number;
  readonly draft: DatesDraft | null;
  readonly onDraft: (draft: DatesDraft | null) => void;
  /** Where the focus goes, each time `n` grows; null: where it is. */
  readonly focus: { readonly to: 'title' | 'end'; readonly n: number } | null;
  readonly now: number;
  readonly onExtend: () => void;
  readonly onClose: () => void;
}

export function AgreementPanel(props: AgreementPanelProps) {
  const { id, items, onClose } = props;
  const { data, error, refetch } = useAgreement(id);
  const agreement = data ?? items.find((one) => one.id === id);
  const problem = error ? asProblem(error) : null;
  const again = () => void refetch();
  if (agreement && problem?.code !== 404)
    return (
      <Open
        {...props}
        agreement={agreement}
        problem={problem && <ProblemState problem={problem} onRetry={again} small />}
      />
    );
  return (
    <SidePanel label="Agreement" title="Agreement" onClose={onClose}>
      {problem ? (
        <ProblemState problem={problem} onRetry={again} />
      ) : (
        <ListSkeleton label="Loading agreement" />
      )}
    </SidePanel>
  );
}

interface OpenProps extends AgreementPanelProps {
  readonly agreement: BoardAgreement;
  readonly problem: ReactNode;
}

function Open({
  agreement,
  items,
  unknown,
  draft,
  onDraft,
  focus,
  now,
  onExtend,
  onClose,
  problem,
}: OpenProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const row = rowOf(agreement, now);
  const { fleet_id } = agreement;
  const others = items.filter((one) => one.id !== agreement.id && fleet_id && one.fleet_id === fleet_id);
  const form = useDatesForm({ agreement, others, draft, onDraft, now });
  const form_id = useId();
  const end = useRef<HTMLInputElement>(null);
  const n = focus?.n;
  const to = focus?.to;
  useEffect(() => {
    if (n !== undefined && to === 'end') end.current?.focus();
  }, [n, to]);
  const over = row.kind === 'over';
  return (
    <SidePanel
      label={`Agreement with ${isolated(fleetName(agreement))}`}
      title={fleetName(agreement)}
      focus_key={focus?.to === 'title' ? focus.n : null}
      onClose={onClose}
    >
      <SidePanelBody>
        {problem}
        <div className={classes.state}>
          <StateMark row={row} now={now} />
          {row.risk && (
            <div className={classes.risk}>
              <p>
                {row.risk.kind === 'ended' ? 'Access has ended and ' : 'Access ends '}
                {expiryRiskText(row.risk)}.
              </p>
              {!form.dirty && (
                <GuardedButton disabledReason={disabledReason} variant="filled" onClick={onExtend}>
                  Extend
                </GuardedButton>
              )}
            </div>
          )}
        </div>
        <Section title="Access">
          <AccessForm
            agreement={agreement}
            form={form}
            disabledReason={disabledReason ?? (over ? 'This agreement has ended' : null)}
            form_id={form_id}
            endRef={end}
            now={now}
          />
          {over && (
            <p className={classes.note}>
              This agreement has ended, so its dates can't change. Invite the fleet again.
            </p>
          )}
          {disabledReason && !over && <p className={classes.note}>{disabledReason}</p>}
        </Section>
        <NeedsSection agreement={agreement} unknown={unknown} now={now} />
        <SharedSection agreement={agreement} />
        <ConnectionsSection agreement={agreement} disabledReason={disabledReason} />
        {disabledReason === null && <HistorySection id={agreement.id} />}
        <AboutSection agreement={agreement} />
        <EndSection
          agreement={agreement}
          unknown={unknown}
          kind={row.kind}
          disabledReason={disabledReason}
          onDeleted={onClose}
        />
      </SidePanelBody>
      {form.dirty && !over && (
        <footer className={classes.foot}>
          {form.problem && (
            <NotDone
              what="Nothing changed"
              unsure="No response, so the change may have been made. Checking now. Trying again is safe"
              problem={form.problem}
              wait={form.wait}
              className={classes.failure}
            />
          )}
          <div className={shared.buttons}>
            <Button onClick={form.discard}>Discard</Button>
            <GuardedButton
              type="submit"
              form={form_id}
              variant="filled"
              loading={form.sending}
              disabledReason={
                disabledReason ??
                (form.wait > 0
                  ? `Rate limit reached; try again in ${form.wait} s`
                  : (form.errors.effective_date ?? form.errors.expiration_date ?? null))
              }
            >
              {submitText(form.change, agreement, now, personZone())}
            </GuardedButton>
          </div>
        </footer>
      )}
    </SidePanel>
  );
}

interface PartProps {
  readonly agreement: BoardAgreement;
}

/** What the fleet shares, each with its level. */
function SharedSection({ agreement: { scopes } }: PartProps) {
  const list = sharedList(scopes);
  return (
    <Section title="What is shared">
      {list.length === 0 ? (
        <p className={`${shared.secondary} ${shared.plain}`}>The tracking service lists no shared data.</p>
      ) : (
        <dl className={classes.shared}>
          {list.map(([name, level]) => (
            <div key={name}>
              <dt title={name}>{resourceWord(name)}</dt>
              <dd data-write={level !== 'read' || undefined}>{levelWord(level)}</dd>
            </div>
          ))}
        </dl>
      )}
      {list.length > 0 && !sharesLocation(scopes) && (
        <p className={classes.missing}>
          Vehicle locations are not shared, so these trucks have no position. Invite the fleet again and
          request locations.
        </p>
      )}
    </Section>
  );
}

/** Whose it is and where it comes from. */
function AboutSection({ agreement }: PartProps) {
  const { id, fleet_id, fleet_ref, invitation_key } = agreement;
  return (
    <Section title="About">
      <Facts>
        <Fact name="Our reference">{fleet_ref}</Fact>
        <Fact name="Invitation">
          {invitation_key ? (
            <Link to="/invitations" search={{ invitation: invitation_key }} style={{ color: 'inherit' }}>
              Open its invitation
            </Link>
          ) : (
            'Unknown'
          )}
        </Fact>
        <Fact name="Fleet ID">{fleet_id && <MonoId label="fleet ID" value={fleet_id} />}</Fact>
        <Fact name="Agreement ID">
          <MonoId label="agreement ID" value={id} />
        </Fact>
      </Facts>
    </Section>
  );
}

/** Who changed or ended an agreement, from the activity log: for people who may do so themselves. */
export function HistorySection({ id }: { readonly id: string }) {
  const query = useRead(AGREEMENT_ROUTES.agreementHistory, queryKeys.agreementHistory(id), {
    params: { share_agreement_id: id },
  });
  const { data } = query;
  return (
    <Section title="History">
      <QueryState query={query} label="Loading history" small />
      {data?.items.length === 0 && (
        <p className={`${shared.secondary} ${shared.plain}`}>No changes made in Waypost.</p>
      )}
      <ul className={classes.list}>
        {data?.items.map((entry) => (
          <li key={entry.id}>
            <div className={classes.line}>
              <strong>{isolated(whoText(entry))}</strong>
              <span>
                <Age at={entry.at} ago />
              </span>
            </div>
            {wentWrong(entry.outcome) && `${outcomeText(entry.outcome)}: `}
            {changeText(entry) || actionText(entry.action)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ConnectionsSectionProps {
  readonly agreement: BoardAgreement;
  readonly disabledReason: string | null;
}

/** Connections of the fleet with the age of their data, resource by resource where the service reports it. */
function ConnectionsSection({ agreement, disabledReason }: ConnectionsSectionProps) {
  const [doomed, setDoomed] = useState<BoardConnection | null>(null);
  const { connections } = agreement;
  return (
    <Section title="Connections">
      {connections.length === 0 && <p className={`${shared.secondary} ${shared.plain}`}>No connections.</p>}
      {connections.map((connection) => {
        const acts = mustAct(connection, connections);
        return (
          <div key={connection.id} className={classes.item}>
            <div className={classes.connectionsSectionLine}>
              <strong>{providerName(connection)}</strong>
              <ConnectionMark connection={connection} />
              <div className={shared.end}>
                <ConnectionMenu
                  fleet={fleetName(agreement)}
                  connection={connection}
                  disabledReason={disabledReason}
                  onDelete={() => setDoomed(connection)}
                />
              </div>
            </div>
            {acts.owner !== 'none' && (
              <p className={classes.acts}>
                {OWNER_WORD[acts.owner]}: {acts.what.charAt(0).toLowerCase()}
                {acts.what.slice(1)}.
              </p>
            )}
            <Freshness connection={connection} />
          </div>
        );
      })}
      {doomed && (
        <ConnectionDialog connection={doomed} agreement={agreement} onClose={() => setDoomed(null)} />
      )}
    </Section>
  );
}

function Freshness({ connection: { freshness } }: { readonly connection: BoardConnection }) {
  if (freshness === null) return <p className={`${shared.secondary} ${shared.plain}`}>Data age unknown.</p>;
  if (freshness.length === 0) return null;
  return (
    <dl className={classes.connectionsSectionList}>
      {freshness.map(({ resource, last_successful_execution_at: at }) => (
        <div key={resource ?? ''} className={classes.fact}>
          <dt>{resource ? resourceWord(resource) : 'Unnamed'}</dt>
          <dd>{at ? <Age at={at} ago /> : 'never'}</dd>
        </div>
      ))}
    </dl>
  );
}
