import { Box, Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import { type BoardAgreement, confirmationOf } from '@waypost/contract/api/agreements';
import { Fragment, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { isNotFound, QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { actionText, changeText, isFailure, outcomeText, whoText } from '../../live/activity-log.ts';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { Conflicts, Outcome, useWait } from '../../live/form/parts.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconAlertTriangleFilled, IconBan, IconTrash } from '../../ui/icons.ts';
import { IdFact } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { SidePanel, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, personZone, shortDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText } from '../../ui/units.ts';
import { AccessForm, useDatesForm } from './AccessForm.tsx';
import classes from './agreements.module.css';
import { StateMark } from './columns.tsx';
import { ConnectionsSection } from './connections.tsx';
import { submitText } from './dates.ts';
import { rowOf } from './query.ts';
import { expiryRiskText, kindOf, type StateKind, stoppedSharing } from './state.ts';
import { type DatesDrafts, useAgreement, useAgreementMutations } from './use-agreements.ts';
import { fleetName, levelWord, resourceWord, sharedList, sharesLocation, thingsText } from './words.ts';

interface AgreementPanelProps {
  readonly id: string;
  /** All agreements of the list: for initial data and the fleet's other agreements. */
  readonly items: readonly BoardAgreement[];
  /** Number of watched loads whose fleet is unknown. */
  readonly unknown: number;
  readonly drafts: DatesDrafts;
  /** Where to move the focus whenever `n` increases; null: nowhere. */
  readonly focus: { readonly to: 'title' | 'end'; readonly n: number } | null;
  readonly now: number;
  readonly onExtend: () => void;
  readonly onClose: () => void;
}

export function AgreementPanel(props: AgreementPanelProps) {
  const { id, items, onClose } = props;
  const query = useAgreement(id);
  const { data, error, refetch } = query;
  const agreement = data ?? items.find((one) => one.id === id);
  if (agreement && !(error && isNotFound(asProblem(error))))
    return <AgreementDetails {...props} agreement={agreement} query={query} />;
  return (
    <SidePanel label="Agreement" title="Agreement" onClose={onClose}>
      <QueryState query={{ data: undefined, error, refetch }} label="Loading agreement" />
    </SidePanel>
  );
}

interface AgreementDetailsProps extends AgreementPanelProps {
  readonly agreement: BoardAgreement;
  readonly query: ReturnType<typeof useAgreement>;
}

function AgreementDetails(props: AgreementDetailsProps) {
  const { agreement, items, unknown, drafts, focus, now, onExtend, onClose, query } = props;
  const disabledReason = useDisabledReason('manage_onboarding');
  // What the list counts, which is the newest of both.
  const row = rowOf(items.find((one) => one.id === agreement.id) ?? agreement, now);
  const { fleet_id } = agreement;
  const others = items.filter((one) => one.id !== agreement.id && fleet_id && one.fleet_id === fleet_id);
  const form = useDatesForm({ agreement, others, drafts, now });
  const wait = useWait(form);
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
        {query.error && <QueryState query={query} label="Loading agreement" small />}
        <Box px={16} pb={12}>
          <StateMark row={row} now={now} />
          {row.risk && (
            <div className={classes.risk}>
              <p className={shared.plain}>
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
        </Box>
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
            <p className={shared.noteBelow}>
              This agreement has ended, so its dates can't change. Invite the fleet again.
            </p>
          )}
          {disabledReason && !over && <p className={shared.noteBelow}>{disabledReason}</p>}
        </Section>
        <NeedsSection
          agreement={agreement}
          unknown={unknown}
          no_longer_shared={stoppedSharing(row.kind) && !others.some((one) => kindOf(one, now) === 'active')}
          now={now}
        />
        <SharedSection agreement={agreement} />
        <ConnectionsSection agreement={agreement} />
        {disabledReason === null && <HistorySection id={agreement.id} />}
        <AboutSection agreement={agreement} />
        <EndSection agreement={agreement} unknown={unknown} kind={row.kind} onDeleted={onClose} />
      </SidePanelBody>
      {form.dirty && !over && (
        <footer className={classes.foot}>
          <Conflicts
            form={form}
            by={null}
            labels={{ effective_date: 'Access starts', expiration_date: 'Access ends' }}
            show={(_, at) => (at ? fullDateTime(String(at)) : 'Not set')}
          />
          <Outcome
            form={form}
            what="Nothing changed"
            unsure="No response, so the change may have been made. Checking now. Trying again is safe"
            className={shared.plain}
          />
          <div className={shared.buttons}>
            <Button onClick={form.discard}>Discard</Button>
            <GuardedButton
              type="submit"
              form={form_id}
              variant="filled"
              loading={form.busy}
              disabledReason={
                disabledReason ??
                (wait > 0
                  ? `Rate limit reached; try again in ${wait} s`
                  : ([...form.errors.values()][0] ?? null))
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
        <Box component="p" mt={8} className={shared.strongText}>
          Vehicle locations are not shared, so these trucks have no position. Invite the fleet again and
          request locations.
        </Box>
      )}
    </Section>
  );
}

function AboutSection({ agreement }: PartProps) {
  const { id, fleet_id, fleet_ref, invitation_key } = agreement;
  return (
    <Section title="About">
      <Facts>
        <Fact name="Our reference">{fleet_ref}</Fact>
        <Fact name="Invitation">
          {invitation_key ? (
            <Link to="/invitations" search={{ invitation: invitation_key }} className={shared.quietLink}>
              Open its invitation
            </Link>
          ) : (
            'Unknown'
          )}
        </Fact>
        <IdFact name="Fleet ID" value={fleet_id} />
        <IdFact name="Agreement ID" value={id} />
      </Facts>
    </Section>
  );
}

/** Changes from the activity log; only for people who may change agreements. */
function HistorySection({ id }: { readonly id: string }) {
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
      <ul className={shared.list}>
        {data?.items.map((entry) => (
          <Box component="li" key={entry.id} py={4} className={shared.anywhere}>
            <Group justify="space-between" gap={8} wrap="nowrap">
              <strong>{isolated(whoText(entry))}</strong>
              <span className={`${shared.fixed} ${shared.secondary}`}>
                <Age at={entry.at} ago />
              </span>
            </Group>
            {isFailure(entry.outcome) && `${outcomeText(entry.outcome)}: `}
            {changeText(entry) || actionText(entry.action)}
          </Box>
        ))}
      </ul>
    </Section>
  );
}

const LoadLink = ({ load_id, load_ref }: { readonly load_id: string; readonly load_ref: string | null }) => (
  <Link to="/" search={{ load: load_id }} className={shared.quietLink}>
    {load_ref ?? load_id.slice(0, 8)}
  </Link>
);

const MonitorLink = ({ id, children }: { readonly id: string; readonly children: string }) => (
  <Link to="/monitors/$monitor_id" params={{ monitor_id: id }} className={shared.quietLink}>
    {children}
  </Link>
);

interface NeedsProps extends PartProps {
  /** Number of watched loads whose fleet is unknown. */
  readonly unknown: number;
  /** The fleet shares no trucks any more: the loads that they carried have none. */
  readonly no_longer_shared: boolean;
  readonly now: number;
}

/** Loads and monitors that need the access, and until when; those that outlast it come first. */
const INITIAL_ROWS = 6;

function NeedsSection({ agreement, unknown, no_longer_shared, now }: NeedsProps) {
  const { loads, monitors, load_list, monitor_list } = agreement.dependents;
  const [all, setAll] = useState(false);
  const doubt = unknown > 0 && (
    <p className={shared.noteBelow}>
      We don't know the fleet of every truck: {countText(unknown, 'watched load')} may depend on this
      agreement too.
    </p>
  );
  if (loads + monitors === 0)
    return (
      <Section title="Needed by">
        <p className={`${shared.secondary} ${shared.plain}`}>
          {no_longer_shared
            ? 'Not known: its trucks are no longer shared.'
            : unknown > 0
              ? 'Not known yet.'
              : 'No load or monitor needs it.'}
        </p>
        {doubt}
      </Section>
    );
  const due = (until: string | null) => until !== null && Date.parse(until) <= now;
  // Dependents that are past their due time come last.
  const rank = ({ ends_before, needed_until }: Row) => (ends_before ? 0 : due(needed_until) ? 2 : 1);
  const rows: Row[] = [
    ...load_list.map((one) => ({
      ...one,
      key: one.load_id,
      link: <LoadLink {...one} />,
      what: !due(one.until) ? 'delivers' : due(one.needed_until) ? 'was due' : 'in transit, was due',
    })),
    ...monitor_list.map((one) => ({
      ...one,
      key: one.id,
      link: <MonitorLink id={one.id}>{one.name ?? `Monitor ${one.id.slice(0, 8)}`}</MonitorLink>,
      what: due(one.until) ? 'monitor, expired' : 'monitor, expires',
    })),
  ].sort((a, b) => rank(a) - rank(b));
  const shown = all ? rows : rows.slice(0, INITIAL_ROWS);
  return (
    <Section title={`Needed by ${thingsText(loads, monitors)}`}>
      <ul className={shared.list}>
        {shown.map(({ key, link, what, until, ends_before }) => (
          <li key={key}>
            <Group justify="space-between" align="baseline" gap={12} wrap="nowrap" py={2}>
              <span className={shared.ellipsis}>{link}</span>
              <span className={`${shared.fixedSmall} ${classes.until}`} data-late={ends_before || undefined}>
                {ends_before && <IconAlertTriangleFilled size={12} aria-label="After access ends:" />}
                {until ? (
                  <time dateTime={until} title={fullDateTime(until)}>
                    {what} {shortDateTime(until, now)}
                  </time>
                ) : (
                  'no end date'
                )}
              </span>
            </Group>
          </li>
        ))}
      </ul>
      {rows.length > INITIAL_ROWS && (
        <Button size="compact-xs" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${numberText(rows.length)}`}
        </Button>
      )}
      {doubt}
    </Section>
  );
}

interface Row {
  readonly key: string;
  readonly link: ReactNode;
  readonly what: string;
  readonly until: string | null;
  readonly needed_until: string | null;
  readonly ends_before: boolean;
}

/** Ends an agreement: cancels it, where the service supports that, or deletes it. Both require a typed confirmation. */
interface EndSectionProps extends Pick<NeedsProps, 'agreement' | 'unknown'> {
  readonly kind: StateKind;
  readonly onDeleted: () => void;
}

function EndSection({ agreement, unknown, kind, onDeleted }: EndSectionProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const [action, setAction] = useState<'cancel' | 'delete' | null>(null);
  const { cancel, remove } = useAgreementMutations(agreement.id);
  const name = isolated(fleetName(agreement));
  if (agreement.status === 'deleted') return null;
  return (
    <Section title="End agreement">
      <div className={shared.wrapped}>
        {kind !== 'over' && (
          <GuardedButton disabledReason={disabledReason} icon={IconBan} onClick={() => setAction('cancel')}>
            Cancel agreement
          </GuardedButton>
        )}
        <GuardedButton disabledReason={disabledReason} icon={IconTrash} onClick={() => setAction('delete')}>
          Delete agreement
        </GuardedButton>
      </div>
      {kind !== 'over' && (
        <p className={shared.noteBelow}>To end access but keep the agreement, change its dates above.</p>
      )}
      {action && (
        <ConfirmDialog
          title={`${action === 'cancel' ? 'Cancel' : 'Delete'} agreement with ${name}?`}
          confirm={confirmationOf(agreement)}
          action={action === 'cancel' ? 'Cancel agreement' : 'Delete agreement'}
          keep="Keep agreement"
          failure_title={action === 'cancel' ? 'Not cancelled' : 'Not deleted'}
          act={async (typed) => {
            await (action === 'cancel' ? cancel : remove).mutateAsync({ body: { confirm: typed } });
            toast({ title: `${action === 'cancel' ? 'Cancelled' : 'Deleted'} agreement with ${name}` });
            if (action === 'delete') onDeleted();
          }}
          onClose={() => setAction(null)}
        >
          <Impact agreement={agreement} unknown={unknown} />
          <p>
            {action === 'cancel' && 'It stays in the list as cancelled. '}This can't be undone: to share
            again, the fleet must accept a new invitation.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

const MAX_NAMES = 12;

function Impact({ agreement: { dependents }, unknown }: Pick<NeedsProps, 'agreement' | 'unknown'>) {
  const { loads, monitors, load_list, monitor_list } = dependents;
  const first = (links: readonly ReactElement[], count: number) => (
    <>
      {links.slice(0, MAX_NAMES).map((link, at) => (
        <Fragment key={link.key}>
          {at > 0 && ', '}
          {link}
        </Fragment>
      ))}
      {count > MAX_NAMES && ` and ${numberText(count - MAX_NAMES)} more`}
    </>
  );
  const load_links = load_list.map((load) => <LoadLink key={load.load_id} {...load} />);
  const monitor_links = monitor_list.map(({ id, name }) => (
    <MonitorLink key={id} id={id}>
      {name ?? id.slice(0, 8)}
    </MonitorLink>
  ));
  return (
    <ImpactList>
      <li>all data from this fleet, including its trucks and positions</li>
      {loads > 0 && (
        <li>
          the tracking of {countText(loads, 'watched load')}: {first(load_links, loads)}
        </li>
      )}
      {monitors > 0 && (
        <li>
          the arrivals of {countText(monitors, 'monitor')}: {first(monitor_links, monitors)}
        </li>
      )}
      {unknown > 0 && <li>possibly more: we don't know the fleet of {countText(unknown, 'watched load')}</li>}
    </ImpactList>
  );
}
