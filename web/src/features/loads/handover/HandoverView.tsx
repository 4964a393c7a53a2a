/** Shift handover: the loads I have and hand over, and those that others hand over for me to accept. */
import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import '@mantine/core/styles/Group.css';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type HandoverItem, NOTE_MAX } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { type ReactNode, use, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useDisabledReason, usePerson } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { WhyNot } from '../../../api/WhyNot.tsx';
import { ConfirmDialog } from '../../../live/ConfirmDialog.tsx';
import { phoneLink, phoneText } from '../../../live/ContactLine.tsx';
import { type Live, useLive, useLoaded, useNow } from '../../../live/context.ts';
import { useFormDraft, useFormDrafts } from '../../../live/form/draft.ts';
import { PrintArea } from '../../../live/PrintArea.tsx';
import { worstLoadsFirst } from '../../../live/view.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../../ui/buttons.tsx';
import { EmptyState, ListSkeleton } from '../../../ui/EmptyState.tsx';
import { IconCopy, IconPrinter } from '../../../ui/icons.ts';
import { PageFrameContext } from '../../../ui/page-frame.tsx';
import { Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { zonesOfYear } from '../../../ui/time.ts';
import { countText } from '../../../ui/units.ts';
import { useLayout } from '../../../ui/use-media.ts';
import { copyOrShow } from '../run-actions.ts';
import { useTriage } from '../triage/commands.ts';
import classes from './HandoverView.module.css';
import {
  type CallFirstOf,
  type CauseWords,
  earlierNotes,
  type Handover,
  type HandoverLoad,
  handoverText,
  handoverTitle,
  NO_CONTACTS,
  useCallFirst,
  wordsByCause,
} from './words.ts';

/** Changes whenever an exception that has an owner has changed or ended; the handover is then refetched. */
function changeSum({ store }: Live): number {
  let sum = 0;
  for (const load_id of store.ids()) {
    const triage = store.get(load_id)?.triage;
    if (triage?.owner) sum += triage.change;
  }
  return sum;
}

/** Items with what the board knows of their loads, worst first. Loads that have left the board or changed owner since are left out. */
function handoverLoads(live: Live, items: readonly HandoverItem[], callFirst: CallFirstOf): HandoverLoad[] {
  const { store } = live;
  const by_load = new Map(items.map((item) => [item.load_id, item]));
  return worstLoadsFirst(live, [...by_load.keys()]).flatMap((load_id) => {
    const load = store.get(load_id);
    const item = by_load.get(load_id) as HandoverItem;
    if (!load?.triage || load.triage.closed || load.triage.owner?.sub !== item.owner.sub) return [];
    const cause = store.facts(load_id)?.cause ?? load.triage.cause;
    return [{ item, load, cause, call_first: callFirst(load) }];
  });
}

export function HandoverView() {
  const Frame = use(PageFrameContext);
  const live = useLive();
  const loaded = useLoaded();
  const sub = usePerson();
  const change_sum = useSyncExternalStore(live.store.subscribeFlush, () => changeSum(live));
  const { data, error, refetch } = useRead(TRIAGE_ROUTES.handover, queryKeys.handover(change_sum), {
    background: queryKeys.handover(),
    placeholderData: keepPreviousData,
  });
  const zone = useNow(zonesOfYear);
  const callFirst = useCallFirst();
  const entries = data && loaded && callFirst ? handoverLoads(live, data.items, callFirst.of) : [];
  const mine = entries.filter(({ item }) => item.owner.sub === sub);
  const shift = useShift(mine, callFirst !== null && callFirst.error !== null);
  if (!data || !loaded || !callFirst)
    return (
      <Frame title="Handover" fit="scroll">
        {error ? (
          <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton label="Loading the handover" />
        )}
      </Frame>
    );
  const others = offersOf(
    entries.filter(({ item }) => item.owner.sub !== sub),
    sub,
  );
  /** Offers to this person, or to whoever comes next, are above the own loads, in a line each that opens. */
  const parts = (for_me: boolean) =>
    others
      .filter(({ loads: [first] }) => {
        const offer = first?.item.offer ?? null;
        return (offer !== null && !offer.declined && (offer.to === null || offer.to.sub === sub)) === for_me;
      })
      .map(({ key, loads }) => <OtherPersonsLoads key={key} loads={loads} folds={mine.length > 0} />);
  return (
    <Frame title="Handover" fit="scroll" actions={<MyActions loads={mine} shift={shift} />}>
      <div className={classes.view} data-columns>
        {error && <ProblemState small problem={asProblem(error)} onRetry={() => void refetch()} />}
        {callFirst.error && (
          <>
            <p className={classes.missing}>{NO_CONTACTS}</p>
            <ProblemState small problem={asProblem(callFirst.error)} onRetry={callFirst.retry} />
          </>
        )}
        <WhyNot right="manage_loads" />
        {entries.length > 0 && (
          <p className={shared.small} style={{ padding: '8px 16px 0' }}>
            Times {zone}
          </p>
        )}
        {parts(true)}
        <PrintArea title="Handover">
          <MyLoads loads={mine} shift={shift} />
        </PrintArea>
        {parts(false)}
      </div>
    </Frame>
  );
}

/** Loads by owner and by the person they are handed over to: mine to accept first, those that nobody hands over last. */
function offersOf(loads: readonly HandoverLoad[], sub: string) {
  const groups = Map.groupBy(loads, ({ item }) =>
    JSON.stringify([item.owner.sub, item.offer && [item.offer.to?.sub, item.offer.declined]]),
  );
  const rank = ({ item: { offer } }: HandoverLoad) =>
    offer === null ? 3 : offer.to === null ? 1 : offer.to.sub === sub && !offer.declined ? 0 : 2;
  return [...groups]
    .flatMap(([key, group]) => (group[0] ? [{ key, loads: group, first: group[0] }] : []))
    .sort(
      ({ first: a }, { first: b }) => rank(a) - rank(b) || a.item.owner.name.localeCompare(b.item.owner.name),
    );
}

const shiftDraft = z.object({
  /** Null: whoever comes next. */
  to_sub: z.string().nullable(),
  note: z.string(),
});
type ShiftDraft = Readonly<z.infer<typeof shiftDraft>>;

type Shift = ReturnType<typeof useShift>;

/** To whom and with which note I hand my loads over: what I have typed, or else what I have handed over already. */
function useShift(mine: readonly HandoverLoad[], no_contacts: boolean) {
  const sub = usePerson();
  const { data } = useRead(TRIAGE_ROUTES.triagePeople, queryKeys.triagePeople(), { staleTime: 60_000 });
  const people = data ? data.items.filter((person) => person.sub !== sub) : null;
  const offer = mine.find(({ item }) => item.offer !== null)?.item.offer;
  const editor = useFormDraft<ShiftDraft>({
    drafts: useFormDrafts('handover', shiftDraft, 'computer'),
    name: 'shift',
    initial: { to_sub: (!offer?.declined && offer?.to?.sub) || null, note: offer?.text ?? '' },
  });
  const draft = editor.values;
  return {
    draft,
    change: editor.set,
    /** Null: still loading. */
    people,
    to: people?.find((person) => person.sub === draft.to_sub) ?? null,
    /** Contacts could not be read, and whoever reads the handover is told. */
    no_contacts,
    /** The draft was sent and is no longer needed. */
    sent: editor.discard,
  };
}

interface LoadsProps {
  readonly loads: readonly HandoverLoad[];
}
type MyProps = LoadsProps & { readonly shift: Shift };

const idsOf = (loads: readonly HandoverLoad[]) => loads.map(({ load }) => load.load_id);

const handoverOf = (loads: readonly HandoverLoad[], { draft, to, no_contacts }: Shift): Handover => ({
  from: loads[0]?.item.owner.name ?? '',
  to: to?.name ?? null,
  note: draft.note,
  no_contacts,
});

function MyActions({ loads, shift }: MyProps) {
  const { clock } = useLive();
  const act = useTriage();
  const denied = useDisabledReason('manage_loads');
  const wide = useLayout() === 'desk';
  const open = loads.filter(({ item }) => item.offer === null || item.offer.declined);
  const none = loads.length === 0 ? 'You have no loads to hand over' : null;
  const { draft, people, to } = shift;
  const waiting = draft.to_sub !== null && people === null ? 'Loading people…' : null;
  const copy = () => {
    const text = handoverText(handoverOf(loads, shift), loads, clock.now());
    return copyOrShow(text, 'Handover copied', 'The handover');
  };
  const handOver = async () => {
    const text = draft.note.trim();
    const done = await act(idsOf(open.length > 0 ? open : loads), {
      kind: 'offer',
      ...(to && { to_sub: to.sub }),
      ...(text !== '' && { text }),
    });
    if (done) shift.sent();
  };
  const label = loads.length > 0 && open.length === 0 ? 'Hand over again' : 'Hand over';
  return (
    <>
      <LinkButton to="/shift-report">Shift report</LinkButton>
      <GuardedButton aria-label="Copy as text" disabledReason={none} onClick={() => void copy()}>
        {wide ? 'Copy as text' : <IconCopy size={16} />}
      </GuardedButton>
      <GuardedButton aria-label="Print" disabledReason={none} onClick={() => window.print()}>
        {wide ? 'Print' : <IconPrinter size={16} />}
      </GuardedButton>
      <GuardedButton
        variant="filled"
        disabledReason={denied ?? none ?? waiting}
        onClick={() => void handOver()}
      >
        {open.length === 0 ? label : `${label} ${countText(open.length, 'load')}`}
      </GuardedButton>
    </>
  );
}

function MyLoads({ loads, shift }: MyProps) {
  const printed = useNow((now) => handoverTitle(handoverOf(loads, shift), now));
  const notes = useNow((now) => earlierNotes(loads, now).join('\n'));
  const offers = loads.flatMap(({ item }) => item.offer ?? []);
  const declined = offers.filter((offer) => offer.declined);
  const offered = offers.filter((offer) => !offer.declined);
  if (loads.length === 0)
    return (
      <Section title="You have no loads" level={2}>
        <EmptyState title="Nothing to hand over" action={<LinkButton to="/">Back to board</LinkButton>}>
          Loads that you take on the board show here.
        </EmptyState>
      </Section>
    );
  const [{ to } = { to: null }] = offered;
  const done = `${offered.length === loads.length ? 'Handed' : `${countText(offered.length, 'load')} handed`} over`;
  return (
    <Section title={`You have ${countText(loads.length, 'load')}`} level={2}>
      <p className={classes.printed}>{printed}</p>
      {shift.draft.note.trim() !== '' && (
        <p className={`${classes.printed} ${classes.note}`}>Note for the shift: {shift.draft.note}</p>
      )}
      {notes !== '' && <p className={classes.note}>{notes}</p>}
      {shift.no_contacts && <p className={classes.printed}>{NO_CONTACTS}</p>}
      {offers.length > 0 && (
        <p className={classes.status} role="status">
          {[...Map.groupBy(declined, (offer) => offer.to?.name ?? '')].map(
            ([name, of_person]) => `${isolated(name)} declined ${countText(of_person.length, 'load')}. `,
          )}
          {offered.length > 0 && `${done}${to ? ` to ${isolated(to.name)}` : ''}. `}
          Each load stays yours until someone accepts it.
        </p>
      )}
      <ShiftForm shift={shift} />
      <Causes loads={loads} />
    </Section>
  );
}

function ShiftForm({ shift: { draft, change, people, to } }: { readonly shift: Shift }) {
  const disabled = useDisabledReason('manage_loads') !== null;
  return (
    <div className={classes.form}>
      <NativeSelect
        label="Hand over to"
        disabled={disabled}
        value={to?.sub ?? ''}
        data={[
          { value: '', label: 'Whoever comes next' },
          ...(people ?? []).map(({ sub, name }) => ({ value: sub, label: isolated(name) })),
        ]}
        onChange={({ currentTarget }) => change({ to_sub: currentTarget.value || null })}
      />
      <Textarea
        label="Note for the shift (optional)"
        description="One note for all loads, beside the notes of each load."
        autosize
        minRows={1}
        maxRows={8}
        maxLength={NOTE_MAX}
        disabled={disabled}
        value={draft.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </div>
  );
}

interface OtherPersonsProps extends LoadsProps {
  /** Own loads follow, which are handed over by the button above. */
  readonly folds: boolean;
}

function OtherPersonsLoads({ loads, folds }: OtherPersonsProps) {
  const act = useTriage();
  const sub = usePerson();
  const disabledReason = useDisabledReason('manage_loads');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [unfolded, setUnfolded] = useState(false);
  const [asked, setAsked] = useState(false);
  const { owner, offer = null } = loads[0]?.item ?? {};
  const shown = (offer !== null && !folds) || unfolded;
  const name = isolated(owner?.name ?? '');
  const to = offer?.to ?? null;
  /** Somebody else, whom I should not forestall by accident. */
  const other = to && to.sub !== sub ? isolated(to.name) : null;
  const verb = offer ? 'Accept' : 'Take over';
  const chosen = idsOf(loads).filter((load_id) => !excluded.has(load_id));
  const choose = (load_id: string) =>
    setExcluded((before) => {
      const next = new Set(before);
      if (!next.delete(load_id)) next.add(load_id);
      return next;
    });
  const accept = async () => void (await act(chosen, { kind: 'assign' }));
  const accept_label = chosen.length === 0 ? verb : `${verb} ${countText(chosen.length, 'load')}`;
  const reason = disabledReason ?? (chosen.length === 0 ? 'Choose at least one load' : null);
  const button = (
    <GuardedButton
      variant={offer && other === null ? 'filled' : 'default'}
      disabledReason={reason}
      onClick={() => (other === null ? void accept() : setAsked(true))}
    >
      {accept_label}
    </GuardedButton>
  );
  const recipient = to === null ? '' : ` to ${other ?? 'you'}${offer?.declined ? ', declined' : ''}`;
  return (
    <Section
      title={`${name} ${offer ? 'hands over' : 'has'} ${countText(loads.length, 'load')}${recipient}`}
      level={2}
      aside={
        shown ? (
          <Group gap={8}>
            {to?.sub === sub && !offer?.declined && (
              <GuardedButton disabledReason={reason} onClick={() => void act(chosen, { kind: 'decline' })}>
                Decline
              </GuardedButton>
            )}
            {button}
          </Group>
        ) : (
          <Button aria-label={`Show the loads of ${name}`} onClick={() => setUnfolded(true)}>
            Show
          </Button>
        )
      }
    >
      {offer?.text && <p className={classes.note}>Note for the shift: {offer.text}</p>}
      {shown && (
        <Causes
          loads={loads}
          boxOf={({ load_id, name }) => (
            <label className={shared.check}>
              <input
                type="checkbox"
                aria-label={`${verb} ${isolated(name)}`}
                checked={!excluded.has(load_id)}
                onChange={() => choose(load_id)}
              />
            </label>
          )}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={`These loads are meant for ${other}`}
          danger={false}
          action={accept_label}
          keep={`Leave them to ${other}`}
          failure_title="Not accepted"
          act={accept}
          onClose={() => setAsked(false)}
        >
          {name} hands them over to {other}. If you accept them, you are their owner.
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface CausesProps extends LoadsProps {
  readonly boxOf?: (load: CauseWords['loads'][number]) => ReactNode;
}

function Causes({ loads, boxOf }: CausesProps) {
  const { store } = useLive();
  const words_by_cause = useNow((now) =>
    wordsByCause(
      loads.map((entry) => ({
        ...entry,
        load: store.get(entry.item.load_id) ?? entry.load,
        cause: store.facts(entry.item.load_id)?.cause ?? entry.cause,
      })),
      now,
    ),
  );
  const causes = words_by_cause.map(({ cause, title, common, loads: words }) => (
    <div key={cause} className={classes.cause}>
      <div className={classes.head}>
        <h3>
          {title} <span className={shared.small}>{countText(words.length, 'load')}</span>
        </h3>
        {common !== '' && <p className={shared.small}>{common}</p>}
      </div>
      <ul className={shared.list} aria-label={title}>
        {words.map((load) => (
          <li key={load.load_id} className={classes.load}>
            {boxOf?.(load)}
            <div className={`${shared.fill} ${shared.anywhere}`}>
              <p>
                <Link
                  to="/"
                  search={{ load: load.load_id }}
                  className={shared.strong}
                  style={{ color: 'var(--wp-text)' }}
                >
                  {load.name}
                </Link>
                {load.text !== '' && `: ${load.text}`}
              </p>
              {load.carrier !== null && (
                <p className={classes.note}>
                  {load.carrier}
                  {load.phone !== null && (
                    <a href={phoneLink(load.phone)} style={{ whiteSpace: 'nowrap' }}>
                      {isolated(phoneText(load.phone))}
                    </a>
                  )}
                </p>
              )}
              {load.call !== null && <p className={classes.note}>{load.call}</p>}
              {load.note !== null && <p className={classes.note}>{load.note}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  ));
  return <div className={classes.causes}>{causes}</div>;
}
