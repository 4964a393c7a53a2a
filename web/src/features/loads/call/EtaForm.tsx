/** The ETA that the carrier gave: its stop and time, in the zone of the stop. */
import { Button, NativeSelect } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import { etaAhead } from '@waypost/triage/dispatcher-eta';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import { useLive, useNow } from '../../../live/context.ts';
import { AHEAD_EXAMPLES, TimeAheadField } from '../../../live/DateTimeField.tsx';
import { useFormDraft, useFormDrafts } from '../../../live/form/draft.ts';
import { checkedWith, useFormOf } from '../../../live/form/form.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import shared from '../../../ui/shared.module.css';
import { dockTime, personZone, zoneName } from '../../../ui/time.ts';
import { fromWall, parseTime, toWall } from '../../../ui/zoned.ts';
import { etaText, stopZone } from '../predicted.ts';
import { type ChosenEta, openStops, snoozeOfCall } from './outcome.ts';

const nameOf = ({ name, sequence }: LoadStop) => isolated(name ?? `Stop ${sequence + 1}`);

/** Null: as proposed. */
const etaDraft = z.object({ chosen: z.number().nullable(), wall: z.string().nullable() });
const NOTHING_CHOSEN: z.infer<typeof etaDraft> = { chosen: null, wall: null };
export const useEtas = () => useFormDrafts('eta', etaDraft);

interface EtaFormProps {
  readonly load: BoardLoad;
  readonly drafts: ReturnType<typeof useEtas>;
  /** Text typed before the form was loaded. */
  readonly typed: string;
  readonly sending: boolean;
  /** The default snooze applies, so that the form names it. */
  readonly snoozes: boolean;
  /** Drops the draft once it is logged. */
  readonly onLog: (eta: ChosenEta) => void;
}

export function EtaForm({ load, drafts, typed, sending, snoozes, onLog }: EtaFormProps) {
  const { clock } = useLive();
  const { stops, next } = openStops(load, clock.now());
  const editor = useFormDraft({ drafts, name: load.load_id, initial: NOTHING_CHOSEN });
  const { chosen, wall } = editor.values;
  const stop = stops.find(({ sequence }) => sequence === chosen) ?? next;
  const zone = stopZone(load, stop?.sequence) ?? personZone();
  const said = etaAhead(load, clock.now());
  // Nothing that nobody said: one key would log it as the carrier's word.
  const value =
    wall ?? (said && said.stop.sequence === stop?.sequence ? toWall(Date.parse(said.eta.at), zone) : '');
  const read = fromWall(value, zone);
  const at = read && Date.parse(read.at) > clock.now() ? read.at : null;
  const form = useFormOf(editor, {
    checked: checkedWith(stop && at !== null ? { stop, at } : null, {
      wall: at === null && `${read ? 'Choose a time in the future' : 'Enter a time'}, e.g. ${AHEAD_EXAMPLES}`,
    }),
    send: async (eta) => {
      onLog(eta);
      return false;
    },
    onDone: () => undefined,
  });
  const typeFirst = useEffectEvent(() => {
    if (typed !== '') form.set({ wall: parseTime(typed, clock.now(), zone, { ahead: true }) ?? typed });
  });
  useEffect(() => typeFirst(), []);
  const { ref } = form.element;
  // In braces: some browsers return a promise, which React would call when the form closes.
  useEffect(() => {
    (ref.current as HTMLElement | null)?.scrollIntoView({ block: 'nearest' });
  }, [ref]);
  if (!stop) return null;
  const until =
    at !== null && snoozeOfCall({ load, outcome: 'eta', snooze: 'usual', eta: { stop, at } }, clock.now());
  return (
    <form {...form.element} className={shared.columnTight} data-eta>
      {stops.length > 1 && (
        <NativeSelect
          label="Stop"
          value={stop.sequence}
          onChange={({ currentTarget }) => form.set({ chosen: Number(currentTarget.value) })}
          data={stops.map((one) => ({ value: String(one.sequence), label: nameOf(one) }))}
        />
      )}
      <TimeAheadField
        label={`ETA at ${nameOf(stop)}, ${zoneName(read?.at ?? clock.now(), zone)}`}
        autoFocus
        zone={zone}
        value={value}
        error={form.errors.get('wall')}
        onFocus={({ currentTarget }) => typed === '' && currentTarget.select()}
        onChange={(text) => form.set({ wall: text })}
      />
      {snoozes && (
        <p className={shared.note}>
          {at === null
            ? 'Snooze until the ETA, none if it is on time'
            : until
              ? `Snooze until ${dockTime(until, clock.now(), stopZone(load, stop.sequence))}`
              : 'No snooze'}
        </p>
      )}
      <Button type="submit" variant="filled" loading={sending}>
        Log ETA
      </Button>
    </form>
  );
}

interface CurrentEtaProps {
  readonly load: BoardLoad;
  readonly disabledReason: string | null;
  readonly onClear: () => void;
}

/** The ETA that somebody has learned, with a way to end it. */
export function CurrentEta({ load, disabledReason, onClear }: CurrentEtaProps) {
  const { dispatcher_eta: eta } = load;
  const text = useNow((now) => (eta ? etaText(eta, now, stopZone(load, eta.stop_sequence)) : null));
  const passed = useNow((now) => eta != null && Date.parse(eta.at) <= now);
  const stop = load.stops.find(({ sequence }) => sequence === eta?.stop_sequence);
  if (!eta || !stop) return null;
  return (
    <div className={shared.row}>
      <span className={shared.fill}>
        {text} at {nameOf(stop)}
        {passed && ', passed'}
      </span>
      <GuardedButton size="compact-sm" disabledReason={disabledReason} onClick={onClear}>
        Clear ETA
      </GuardedButton>
    </div>
  );
}
