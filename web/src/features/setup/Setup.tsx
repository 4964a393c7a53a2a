/** "Set up Waypost": what a new company does first, as the empty board, as a line above its list, and under Settings. */

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SETUP_ITEMS, type SetupItem, type SetupKey } from '@waypost/contract/api/setup';
import { SETUP_ROUTES } from '@waypost/contract/api/setup-routes';
import { memo, useId, useState } from 'react';
import { useConfig, useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { WithQueries } from '../../api/queries.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { useCounts, useLoaded } from '../../live/context.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconCircleCheck, IconTruckOff } from '../../ui/icons.ts';
import { FilterLine } from '../../ui/lines.tsx';
import { prefs, useFormatKey, usePrefs } from '../../ui/prefs.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import classes from './Setup.module.css';

const REFRESH_MS = 60_000;

/** Items may be done by others and on other pages. @param enabled false: nobody wants to see it */
function useSetup(enabled = true) {
  return useRead(SETUP_ROUTES.setup, queryKeys.setup(), {
    background: 'always',
    refetchInterval: ({ state: { data } }) => (data && isComplete(data.items) ? false : REFRESH_MS),
    enabled,
  });
}

function hide(): void {
  prefs.set({ setup_dismissed: true });
  toast({
    title: 'Setup hidden',
    text: 'You find it under Settings.',
    action: { label: 'Undo', run: () => prefs.set({ setup_dismissed: false }) },
  });
}

interface EmptyBoardProps {
  readonly onAdd: () => void;
}

/** The board without any load. */
export function EmptyBoard({ onAdd }: EmptyBoardProps) {
  return (
    <WithQueries>
      <FirstSteps onAdd={onAdd} />
    </WithQueries>
  );
}

function FirstSteps({ onAdd }: EmptyBoardProps) {
  const { setup_dismissed } = usePrefs();
  const id = useId();
  const { data, isPending } = useSetup();
  const contact = useConfig()?.access_contact ?? 'your Waypost administrator';
  const may_add = useDisabledReason('manage_loads') === null;
  if (isPending) return <ListSkeleton label="Loading the setup" />;
  const items = data?.items ?? [];
  if (isUnfinished(items) && !setup_dismissed)
    return (
      <section style={{ padding: 16, overflowWrap: 'anywhere' }} aria-labelledby={id}>
        <div className={shared.row}>
          <h2 id={id} className={`${shared.plain} ${shared.fill}`}>
            Set up Waypost
          </h2>
          <Button size="compact-sm" onClick={hide}>
            Hide
          </Button>
        </div>
        <p className={shared.note}>{progressText(items)}</p>
        <Items items={items} />
      </section>
    );
  if (may_add)
    return (
      <EmptyState
        icon={IconTruckOff}
        title="No loads yet"
        action={
          <Button variant="filled" onClick={onAdd}>
            Add loads
          </Button>
        }
      >
        Paste load numbers or IDs. The loads then show here, with live updates, for everyone.
      </EmptyState>
    );
  return (
    <EmptyState icon={IconTruckOff} title="No loads yet">
      Dispatchers add loads. They then show here with truck, place and next stop, those that need attention
      first, updated live. To add loads yourself, ask {contact} for the dispatcher role.
    </EmptyState>
  );
}

/** Above the list while something required is open. Loaded after the board is ready. */
export function SetupLine() {
  const { setup_dismissed } = usePrefs();
  const loaded = useLoaded();
  const { total } = useCounts();
  // The empty board shows the list itself.
  if (setup_dismissed || !loaded || total === 0) return null;
  return (
    <WithQueries>
      <OpenLine />
    </WithQueries>
  );
}

/** Memoized: the counts change every second, and a query costs at each drawing. */
const OpenLine = memo(function OpenLine() {
  useFormatKey();
  // A failure is not shown here; the settings page reports it.
  const { data } = useSetup();
  if (!data || !isUnfinished(data.items)) return null;
  return (
    <FilterLine note="" closeLabel="Hide setup" onClose={hide}>
      <span className={`${shared.ellipsis} ${shared.fill}`}>
        <strong>Set up Waypost</strong>: {progressText(data.items)}
      </span>
      <Link to="/settings" className={shared.fixed}>
        Open setup
      </Link>
    </FilterLine>
  );
});

/** Under Settings, until everything is done. */
export function SetupSection() {
  const { data, error, refetch } = useSetup();
  if (!data)
    return error ? <ProblemState small problem={asProblem(error)} onRetry={() => void refetch()} /> : null;
  return isComplete(data.items) ? null : <FoldedItems items={data.items} />;
}

function FoldedItems({ items }: ItemsProps) {
  // Stays as it is when the last required item is done: nothing jumps.
  const [shown, setShown] = useState(isUnfinished(items));
  return (
    <Section
      level={2}
      title={`Set up Waypost: ${progressText(items)}`}
      aside={
        <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {shown && (
        <>
          <Items items={items} />
          {isUnfinished(items) && <OnTheBoard />}
        </>
      )}
    </Section>
  );
}

function OnTheBoard() {
  const { setup_dismissed } = usePrefs();
  return (
    <label className={shared.check}>
      <input
        type="checkbox"
        checked={!setup_dismissed}
        onChange={({ currentTarget }) => prefs.set({ setup_dismissed: !currentTarget.checked })}
      />
      Show this list on my board until it is done
    </label>
  );
}

interface ItemsProps {
  readonly items: readonly SetupItem[];
}

function Items({ items }: ItemsProps) {
  return (
    <ul className={shared.list} aria-label="Setup">
      {items.map((item) => (
        <Item key={item.key} item={item} />
      ))}
    </ul>
  );
}

function Item({ item }: { readonly item: SetupItem }) {
  const done = item.state === 'done';
  const { title, text, action } = wordsOf(item);
  return (
    <li className={classes.item}>
      <span className={classes.mark} aria-hidden>
        {done ? <IconCircleCheck size={20} color="var(--wp-live-text)" /> : <span className={classes.open} />}
      </span>
      <div className={shared.fill}>
        <p>
          <span className={shared.strong}>{title}</span>{' '}
          <span className={shared.small}>{done ? 'Done' : isRequired(item) ? 'To do' : 'Optional'}</span>
        </p>
        {!done && <p className={shared.secondary}>{text}</p>}
        {!done && action && (
          <LinkButton
            size="compact-sm"
            variant={isRequired(item) ? 'filled' : 'default'}
            className={classes.action}
            {...action.place}
          >
            {action.label}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

/** Where an item is done. */
type Place =
  | { readonly to: '/'; readonly search: { readonly add: '1' } }
  | { readonly to: '/settings'; readonly search?: { readonly section: 'company' } }
  | { readonly to: '/api-keys' | '/sites'; readonly search: { readonly add: '1' } }
  | { readonly to: '/invitations'; readonly search?: { readonly invitation: 'new' } };

interface Words {
  readonly title: string;
  readonly text: string;
  /** Null: done outside of Waypost, as the text says. */
  readonly action: { readonly label: string; readonly place: Place } | null;
}

const ITEM_WORDS: Readonly<Record<SetupKey, Words>> = {
  company: {
    title: 'Company name and time zone',
    text: 'Fleets see the name in invitations. The time zone applies to everyone who has not chosen another.',
    action: { label: 'Open company settings', place: { to: '/settings', search: { section: 'company' } } },
  },
  mail_server: {
    title: 'Mail server',
    text: 'For emails to fleets, set SMTP_URL and SMTP_FROM where Waypost runs, and restart it.',
    action: null,
  },
  street_map: {
    title: 'Street map',
    text: 'The built-in map shows highways and cities. For streets, set MAP_TILES to a map file where Waypost runs, and restart it.',
    action: null,
  },
  people: {
    title: 'People and roles',
    text: 'People sign in with your company accounts. Their roles come from there: see ROLES_CLAIM and ROLES_OF_GROUPS where Waypost runs. Done when a second person has signed in.',
    action: null,
  },
  api_key: {
    title: 'TMS',
    text: 'With an API key your TMS adds loads and reads their status.',
    action: { label: 'Create API key', place: { to: '/api-keys', search: { add: '1' } } },
  },
  time_zone: {
    title: 'Your time zone and units',
    text: "Until you choose, times are in this computer's time zone.",
    action: { label: 'Open settings', place: { to: '/settings' } },
  },
  loads: {
    title: 'First loads',
    text: 'Add them by load number, from a CSV file, or let your TMS add them.',
    action: { label: 'Add loads', place: { to: '/', search: { add: '1' } } },
  },
  site: {
    title: 'First site or monitor',
    text: 'A site is a place with its circle, such as a dock. Monitors of your loads record arrivals and departures there.',
    action: { label: 'Add site', place: { to: '/sites', search: { add: '1' } } },
  },
  invitation: {
    title: 'First invitation',
    text: 'A fleet shares its trucks with you once it accepts your invitation.',
    action: { label: 'Invite a fleet', place: { to: '/invitations', search: { invitation: 'new' } } },
  },
  fleet_message: {
    title: 'First message to a fleet',
    text: 'Copy the link of an invitation and send it, or email it from Waypost.',
    action: { label: 'Open invitations', place: { to: '/invitations' } },
  },
};

const MAIL_CONFIGURED: Words = {
  title: 'Mail server',
  text: 'A mail server is set. Done when it has accepted the first email to a fleet.',
  action: { label: 'Open invitations', place: { to: '/invitations' } },
};

function wordsOf({ key, state }: SetupItem): Words {
  return key === 'mail_server' && state === 'configured' ? MAIL_CONFIGURED : ITEM_WORDS[key];
}

const isDone = ({ state }: SetupItem): boolean => state === 'done';
const isRequired = ({ key }: SetupItem): boolean => SETUP_ITEMS[key].required;

/** `3 of 6 done` */
const progressText = (items: readonly SetupItem[]): string =>
  `${items.filter(isDone).length} of ${items.length} done`;

/** True until everything required is done. */
const isUnfinished = (items: readonly SetupItem[]): boolean =>
  items.some((item) => isRequired(item) && !isDone(item));

const isComplete = (items: readonly SetupItem[]): boolean => items.every(isDone);
