import { Box, Button, TextInput } from '@mantine/core';
import { endsBefore } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { isPhone } from '@waypost/contract/api/phone';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { phoneLink } from '../../live/ContactLine.tsx';
import { useLive, useNow } from '../../live/context.ts';
import { DateTimeField } from '../../live/DateTimeField.tsx';
import { useFormDraft, useFormDrafts } from '../../live/form/draft.ts';
import { type Attempt, useFormOf } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconBell, IconClock, IconPhone } from '../../ui/icons.ts';
import { type ShortcutHelp, useShortcuts } from '../../ui/keys.ts';
import shared from '../../ui/shared.module.css';
import { personZone, shortDateTime } from '../../ui/time.ts';
import { toast, toasts } from '../../ui/toasts.ts';
import { dayOf, fromWall, minuteText } from '../../ui/zoned.ts';
import { useInvitationActions } from './use-invitations.ts';
import { nameOf } from './words.ts';

const KEYS: ShortcutHelp = [
  [['p'], 'Call the fleet'],
  [['l'], 'Log the follow-up'],
  [['z'], 'Postpone the follow-up'],
];
/** The key of toasts about following up with an invitation. */
export const aboutOf = (key: string): string => `follow-up ${key}`;
const DAY_MS = 86_400_000;

/** `wall`: in the person's time zone; empty: not set. */
const followUpDraft = z.object({ note: z.string(), wall: z.string() });
const NO_FOLLOW_UP = { note: '', wall: '' };

function tomorrow(now: number): string {
  const zone = personZone();
  return fromWall(`${dayOf(now + DAY_MS, zone)}T08:00`, zone)?.at ?? new Date(now + DAY_MS).toISOString();
}

export const NOTE_MAX = 500;

/** @param wall the day and time of the next follow-up as typed */
export function useNextFollowUp(wall: string) {
  const chosen = fromWall(wall, personZone());
  const past = useNow((now) => chosen !== null && Date.parse(chosen.at) <= now);
  const error = past
    ? 'The next follow-up must be in the future'
    : chosen === null && wall.trim() !== ''
      ? 'Enter a day and a time'
      : null;
  return { chosen, past, error };
}

interface FollowUpFormProps {
  readonly invitation: BoardInvitation;
  /** Whether following up is the main action now. */
  readonly first: boolean;
  readonly followUp: FollowUp;
}

export function FollowUpForm({ invitation, first, followUp }: FollowUpFormProps) {
  const actions = useInvitationActions();
  const disabledReason = useDisabledReason('manage_onboarding');
  const { clock } = useLive();
  const phoneRef = useRef<HTMLAnchorElement>(null);
  const noteRef = useRef<HTMLInputElement>(null);
  const zone = personZone();
  const { key } = invitation;
  const fleet_phone =
    invitation.fleet_phone && isPhone(invitation.fleet_phone) ? invitation.fleet_phone : null;
  const name = isolated(nameOf(invitation));
  const editor = useFormDraft({
    drafts: useFormDrafts('follow_up', followUpDraft),
    name: key,
    initial: NO_FOLLOW_UP,
  });
  const { note, wall } = editor.values;
  const { chosen, past, error } = useNextFollowUp(wall);
  const later = (now: number) => chosen?.at ?? tomorrow(now);
  const postponed_to = useNow((now) => shortDateTime(later(now), now));
  const too_late = useNow((now) =>
    endsBefore(invitation, Date.parse(later(now)), now)
      ? `The link expires ${shortDateTime(invitation.expires_at ?? now, now)}: choose an earlier time, or renew it`
      : null,
  );
  const form = useFormOf(editor, {
    checked: {
      body: error === null ? note.trim() : null,
      errors: new Map<'note' | 'wall', string>(error ? [['wall', error]] : []),
    },
    disabledReason,
    send: async (text, { how }: Attempt<'postpone' | undefined>) => {
      const contacted = how !== 'postpone';
      const next = contacted ? (chosen?.at ?? null) : later(clock.now());
      const body = { note: text || null, follow_up_at: next, contacted };
      return { next, contacted, ...(await actions.chase(key, body)) };
    },
    onDone: ({ next, contacted, after, logged_at }) => {
      const done = { invitation: after, undo: () => actions.undoChase(key, logged_at) };
      toast({
        about: aboutOf(key),
        title: contacted ? `${name}: follow-up logged` : `${name}: follow-up postponed`,
        text:
          next === null
            ? 'It is due again tomorrow if there is no answer.'
            : `It is due again ${minuteText(next, zone)} if there is no answer.`,
        action: { label: 'Undo', run: () => followUp.undo(done) },
      });
      followUp.done(done);
    },
  });
  const { sending } = form;
  const busy = sending.phase === 'sending' ? (sending.how ?? 'log') : null;
  const called = () => {
    form.set({ note: note || `Called ${fleet_phone}: ` });
    noteRef.current?.focus();
  };
  const call = () => {
    if (fleet_phone === null) toast({ about: 'no phone', title: `${name} has no phone number` });
    else phoneRef.current?.click();
  };
  useShortcuts(
    { p: call, l: () => form.submit(undefined), z: () => too_late === null && form.submit('postpone') },
    KEYS,
  );

  return (
    <Box component="form" mt={8} className={shared.columnTight} aria-label="Follow-up" {...form.element}>
      <TextInput
        ref={noteRef}
        {...form.text('note', 'Follow-up note')}
        placeholder="e.g. called, spoke to Sam"
        description={disabledReason}
        disabled={disabledReason !== null}
        maxLength={NOTE_MAX}
      />
      <DateTimeField
        label="Next follow-up (optional)"
        exampleBefore={invitation.expires_at}
        description={[chosen && minuteText(chosen.at, zone), too_late].filter(Boolean).join('. ') || null}
        disabled={disabledReason !== null}
        value={wall}
        error={past ? error : form.errors.get('wall')}
        onChange={(text) => form.set({ wall: text })}
      />
      <Outcome form={form} what="Follow-up not saved" />
      <div className={shared.wrappedBelow}>
        <GuardedButton
          type="submit"
          variant={first ? 'filled' : 'default'}
          disabledReason={disabledReason}
          loading={busy === 'log'}
          aria-keyshortcuts="l"
          icon={IconBell}
        >
          Log follow-up
        </GuardedButton>
        <GuardedButton
          disabledReason={disabledReason ?? too_late}
          loading={busy === 'postpone'}
          aria-keyshortcuts="z"
          icon={IconClock}
          onClick={() => form.submit('postpone')}
        >
          {too_late === null ? `Postpone to ${postponed_to}` : 'Postpone'}
        </GuardedButton>
        {fleet_phone !== null && (
          <Button
            ref={phoneRef}
            component="a"
            href={phoneLink(fleet_phone)}
            aria-keyshortcuts="p"
            leftSection={<IconPhone size={16} aria-hidden />}
            onClick={called}
          >
            Call {fleet_phone}
          </Button>
        )}
      </div>
    </Box>
  );
}

interface FinishedAction {
  readonly invitation: BoardInvitation;
  readonly undo?: () => Promise<unknown>;
}

export type FollowUp = ReturnType<typeof useFollowUp>;

interface Options {
  /** Whether the list shows invitations due for a follow-up. */
  readonly active: boolean;
  readonly items: readonly BoardInvitation[];
  readonly selected: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
}

const LIST_KEYS: ShortcutHelp = [
  [[']'], 'Next follow-up'],
  [['u'], 'Undo your last action'],
];

/**
 * Steps through the invitations due for a follow-up. An action can be undone, and never opens another invitation: what follows, such as
 * a paste of the link, is about this one.
 */
export function useFollowUp({ active, items, selected, onOpen }: Options) {
  const [opened, setOpened] = useState<string | null>(null);
  const [last, setLast] = useState<FinishedAction | null>(null);
  /** The invitation that an action is about, with its place in the list, which it may leave. */
  const [finished, setFinished] = useState<{ readonly key: string; readonly at: number } | null>(null);
  const at = items.findIndex(({ key }) => key === selected);
  const is_finished = finished !== null && finished.key === selected;
  const open = (key: string | undefined) => {
    setOpened(key ?? null);
    onOpen(key);
  };
  const undo = (what: FinishedAction) => {
    // Its message offers it, too.
    for (const { id, about } of toasts.get()) if (about === aboutOf(what.invitation.key)) toasts.hide(id);
    setLast(null);
    setFinished(null);
    what.undo?.().then(
      () => active && open(what.invitation.key),
      (error: unknown) => showProblem('Not undone', asProblem(error)),
    );
  };
  const done = (what: FinishedAction) => {
    setLast(what.undo ? what : null);
    const { key } = what.invitation;
    setFinished((before) =>
      before?.key === key ? before : { key, at: items.findIndex((one) => one.key === key) },
    );
  };
  const following = at >= 0 ? at + 1 : (finished?.at ?? 0);
  const next = (items[following] ?? items.find(({ key }) => key !== selected))?.key;
  const openNext = () => {
    if (active && next !== undefined) open(next);
  };
  useShortcuts({ ']': openNext, ...(last && { u: () => undo(last) }) }, LIST_KEYS);
  return {
    /** Null when the list shows something else. */
    progress:
      active && (at >= 0 || is_finished)
        ? { at: at + 1, of: items.length, is_finished, openNext: next === undefined ? null : openNext }
        : null,
    /** Key of the invitation opened by this hook, which receives the focus. */
    opened,
    /** Marks the first invitation of another list as opened by this hook. */
    start: (first: string | undefined) => setOpened(first ?? null),
    done,
    undo,
  };
}
