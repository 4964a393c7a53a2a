/** Shift handover: the loads I have and hand over, and those that others hand over for me to accept. */
import { Button, Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { HandoverItem } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { isCause } from '@waypost/triage/score';
import { type ReactNode, use, useRef, useState, useSyncExternalStore } from 'react';
import { useApi, useDisabledReason, usePerson } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { type Live, useFacts, useLive, useLoad, useLoaded, useNow } from '../../../live/context.ts';
import { worstLoadsFirst } from '../../../live/view.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../../ui/buttons.tsx';
import { EmptyState, ListSkeleton } from '../../../ui/EmptyState.tsx';
import { IconCopy, IconPrinter } from '../../../ui/icons.ts';
import { copyText } from '../../../ui/MonoId.tsx';
import { PageFrameContext, PrintArea } from '../../../ui/page-frame.tsx';
import { Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { agoText, fullDateTime, shortDateTime } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { countText, placeText } from '../../../ui/units.ts';
import { useLayout } from '../../../ui/use-media.ts';
import { causeText, sentenceOf } from '../explain.ts';
import { nextStopWords } from '../next-stop.ts';
import { useTriage } from '../triage/commands.ts';
import { eventText, stateText } from '../triage/words.ts';
import classes from './HandoverView.module.css';

/** Changes whenever an exception on the board has changed or ended; the handover is then refetched. */
function changeSum({ store }: Live): number {
  let sum = 0;
  for (const load_id of store.ids()) sum += store.get(load_id)?.triage?.change ?? 0;
  return sum;
}

/** Items with what the board knows of their loads, worst first. Loads that have left the board or changed owner since are left out. */
function handoverLoads(live: Live, items: readonly HandoverItem[]): HandoverLoad[] {
  const { store } = live;
  const by_load = new Map(items.map((item) => [item.load_id, item]));
  return worstLoadsFirst(live, [...by_load.keys()]).flatMap((load_id) => {
    const load = store.get(load_id);
    const item = by_load.get(load_id) as HandoverItem;
    if (!load?.triage || load.triage.closed || load.triage.owner?.sub !== item.owner.sub) return [];
    return [{ item, load, cause: store.facts(load_id)?.cause ?? load.triage.cause }];
  });
}

export function HandoverView() {
  const Frame = use(PageFrameContext);
  const { http } = useApi();
  const live = useLive();
  const loaded = useLoaded();
  const sub = usePerson();
  const change_sum = useSyncExternalStore(live.store.subscribeFlush, () => changeSum(live));
  const requested = useRef(false);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.handover(change_sum),
    queryFn: ({ signal }) => {
      // The first request is sent for a person; later ones, after a change, do not keep the session alive.
      const background = requested.current;
      requested.current = true;
      return http.call(TRIAGE_ROUTES.handover, { background, signal });
    },
    placeholderData: keepPreviousData,
  });
  if (!data || !loaded)
    return (
      <Frame title="Handover" fit="scroll">
        {error ? (
          <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton label="Loading the handover" />
        )}
      </Frame>
    );
  const entries = handoverLoads(live, data.items);
  const mine = entries.filter(({ item }) => item.owner.sub === sub);
  const others = Map.groupBy(
    entries.filter(({ item }) => item.owner.sub !== sub),
    ({ item }) => item.owner.sub,
  );
  const offeredBy = (loads: readonly HandoverLoad[]) => loads.some(({ item }) => item.offered_at !== null);
  const people = [...others.values()].sort(
    (a, b) =>
      Number(offeredBy(b)) - Number(offeredBy(a)) ||
      (a[0]?.item.owner.name ?? '').localeCompare(b[0]?.item.owner.name ?? ''),
  );
  return (
    <Frame title="Handover" fit="scroll" actions={<MyActions loads={mine} />}>
      <div className={classes.view}>
        {error && <ProblemState small problem={asProblem(error)} onRetry={() => void refetch()} />}
        <PrintArea>
          <MyLoads loads={mine} />
        </PrintArea>
        {people.map((loads) => (
          <OtherPersonsLoads key={loads[0]?.item.owner.sub} loads={loads} offered={offeredBy(loads)} />
        ))}
      </div>
    </Frame>
  );
}

interface LoadsProps {
  readonly loads: readonly HandoverLoad[];
}

const idsOf = (loads: readonly HandoverLoad[]) => loads.map(({ load }) => load.load_id);

function MyActions({ loads }: LoadsProps) {
  const { clock } = useLive();
  const act = useTriage();
  const denied = useDisabledReason('manage_loads');
  const wide = useLayout() === 'desk';
  const open = loads.filter(({ item }) => item.offered_at === null);
  const none = loads.length === 0 ? 'You have no loads to hand over' : null;
  const offered = open.length === 0 ? 'All of your loads are handed over already' : null;
  const copy = async () => {
    const text = handoverText(loads[0]?.item.owner.name ?? '', loads, clock.now());
    const done = await copyText(text);
    toast(
      done ? { title: 'Handover copied' } : { title: 'Your browser blocked copying. The handover:', text },
    );
  };
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
        disabledReason={denied ?? none ?? offered}
        onClick={() => void act(idsOf(open), { kind: 'offer' })}
      >
        {open.length === 0 ? 'Hand over' : `Hand over ${countText(open.length, 'load')}`}
      </GuardedButton>
    </>
  );
}

function MyLoads({ loads }: LoadsProps) {
  const printed = useNow((now) => fullDateTime(now));
  const offered = loads.filter(({ item }) => item.offered_at !== null).length;
  if (loads.length === 0)
    return (
      <Section title="You have no loads" level={2}>
        <EmptyState title="Nothing to hand over" action={<LinkButton to="/">Back to board</LinkButton>}>
          Loads that you take on the board show here.
        </EmptyState>
      </Section>
    );
  return (
    <Section title={`You have ${countText(loads.length, 'load')}`} level={2}>
      <p className={classes.printed}>Handover, {printed}</p>
      {offered > 0 && (
        <p style={{ marginBottom: 8 }} role="status">
          {offered === loads.length ? 'Handed over.' : `${countText(offered, 'load')} handed over.`} Each load
          stays yours until someone accepts it.
        </p>
      )}
      <ul className={shared.list}>
        {loads.map((entry) => (
          <HandoverRow key={entry.load.load_id} entry={entry} />
        ))}
      </ul>
    </Section>
  );
}

function OtherPersonsLoads({ loads, offered }: LoadsProps & { readonly offered: boolean }) {
  const act = useTriage();
  const disabledReason = useDisabledReason('manage_loads');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [unfolded, setUnfolded] = useState(false);
  const shown = offered || unfolded;
  const listed = offered ? loads.filter(({ item }) => item.offered_at !== null) : loads;
  const name = isolated(listed[0]?.item.owner.name ?? '');
  const chosen = idsOf(listed).filter((load_id) => !excluded.has(load_id));
  const choose = (load_id: string) =>
    setExcluded((previous) => {
      const next = new Set(previous);
      if (!next.delete(load_id)) next.add(load_id);
      return next;
    });
  const verb = offered ? 'Accept' : 'Take over';
  const button = (
    <GuardedButton
      variant={offered ? 'filled' : 'default'}
      disabledReason={disabledReason ?? (chosen.length === 0 ? 'Choose at least one load' : null)}
      onClick={() => void act(chosen, { kind: 'assign' })}
    >
      {chosen.length === 0 ? verb : `${verb} ${countText(chosen.length, 'load')}`}
    </GuardedButton>
  );
  return (
    <Section
      title={`${name} ${offered ? 'is handing over' : 'has'} ${countText(listed.length, 'load')}`}
      level={2}
      aside={
        shown ? (
          button
        ) : (
          <Button aria-label={`Show the loads of ${name}`} onClick={() => setUnfolded(true)}>
            Show
          </Button>
        )
      }
    >
      {shown && (
        <ul className={shared.list}>
          {listed.map((entry) => (
            <HandoverRow
              key={entry.load.load_id}
              entry={entry}
              box={
                <Checkbox
                  aria-label={`${verb} ${isolated(entry.load.load_ref ?? entry.load.load_id)}`}
                  checked={!excluded.has(entry.load.load_id)}
                  onChange={() => choose(entry.load.load_id)}
                />
              }
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function HandoverRow({ entry, box }: { readonly entry: HandoverLoad; readonly box?: ReactNode }) {
  const { item } = entry;
  const load = useLoad(item.load_id) ?? entry.load;
  const cause = useFacts(item.load_id)?.cause ?? entry.cause;
  const current: HandoverLoad = { item, load, cause };
  const what = useNow((now) => whatText(current, now));
  const where = useNow((now) => whereText(current, now));
  const next = useNow((now) => nextText(current, now));
  const state = useNow((now) => (load.triage ? stateText(load.triage, now) : null));
  const taken = useNow((now) => (item.taken_at === null ? 'over a week ago' : agoText(item.taken_at, now)));
  return (
    <li className={classes.load}>
      {box}
      <div className={`${shared.fill} ${shared.anywhere}`}>
        <p>
          <Link to="/" search={{ load: load.load_id }} className={`${shared.strong} ${classes.ref}`}>
            {load.load_ref ?? load.load_id}
          </Link>{' '}
          <span className={shared.small}>taken {taken}</span>
        </p>
        <p>{what}</p>
        {where !== null && <p>Last seen {where}</p>}
        {next !== null && <p>Next: {next}</p>}
        {state !== null && <p>{state}</p>}
        {item.changes.length > 0 && (
          <Lines title="Since taken">
            {item.changes.map((event) => (
              <Line key={event.seq} at={event.at} by={event.by?.name ?? null}>
                <EventWords event={event} />
              </Line>
            ))}
          </Lines>
        )}
        {item.notes.length > 0 && (
          <Lines title="Notes">
            {item.notes.map(({ text, by_name, at }) => (
              <Line key={`${at} ${text}`} at={at} by={by_name}>
                {text}
              </Line>
            ))}
          </Lines>
        )}
      </div>
    </li>
  );
}

function Lines({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={shared.list}>{children}</ul>
    </>
  );
}

function EventWords({ event }: { readonly event: HandoverItem['changes'][number] }) {
  return useNow((now) => eventText(event, now));
}

interface LineProps {
  readonly at: string;
  readonly by: string | null;
  readonly children: ReactNode;
}

function Line({ at, by, children }: LineProps) {
  const ago = useNow((now) => agoText(at, now));
  return (
    <li>
      {children}{' '}
      <span className={shared.small}>
        {by !== null && `${isolated(by)}, `}
        <time dateTime={at} title={fullDateTime(at)}>
          {ago}
        </time>
      </span>
    </li>
  );
}

interface HandoverLoad {
  readonly item: HandoverItem;
  readonly load: BoardLoad;
  readonly cause: string;
}

/** What is wrong and why, in two sentences. @param now the server's clock */
function whatText({ load, cause }: HandoverLoad, now: number): string {
  if (!isCause(cause)) return causeText(cause);
  const { what, why } = sentenceOf(load, cause, now);
  return `${what}. ${why}`;
}

/** `12 mi W of Amarillo, TX, 14 min ago`; null: no position. */
function whereText({ load }: HandoverLoad, now: number): string | null {
  if (!load.last_position) return null;
  const age = agoText(load.last_position.occurred_at, now);
  return load.place ? `${placeText(load.place)}, ${age}` : `Position ${age}`;
}

/** `Denver DC 4, Appt 14:30, 2 h late`; null: nothing is planned. */
function nextText({ load }: HandoverLoad, now: number): string | null {
  const next = nextStopWords(load, now);
  return next && [next.stop, next.time, next.late].filter((part) => part !== '').join(', ');
}

function linesOf(entry: HandoverLoad, now: number): string[] {
  const { item, load } = entry;
  const where = whereText(entry, now);
  const next = nextText(entry, now);
  const state = load.triage ? stateText(load.triage, now) : null;
  return [
    `${load.load_ref ?? load.load_id}: ${whatText(entry, now)}`,
    ...(where ? [`  Last seen: ${where}`] : []),
    ...(next ? [`  Next: ${next}`] : []),
    ...(state ? [`  ${state}`] : []),
    ...item.changes.map((event) => {
      const who = event.by ? `, ${event.by.name}` : '';
      return `  ${shortDateTime(event.at, now)}${who}: ${eventText(event, now)}`;
    }),
    ...item.notes.map(({ text, by_name, at }) => `  Note, ${shortDateTime(at, now)}, ${by_name}: ${text}`),
  ];
}

/** The handover as text, for a message or a log. @param name who is handing over @param now the server's clock */
function handoverText(name: string, loads: readonly HandoverLoad[], now: number): string {
  const head = `Handover, ${name}, ${fullDateTime(now)}: ${countText(loads.length, 'load')}`;
  return [head, ...loads.map((entry) => linesOf(entry, now).join('\n'))].join('\n\n');
}
