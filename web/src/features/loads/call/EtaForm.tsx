/** The ETA that the carrier gave: its stop and time, in the zone of the stop. */
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStop } from '@waypost/contract/loads';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { loadContactsQuery } from '../../../live/ContactLine.tsx';
import { useLive, useNow } from '../../../live/context.ts';
import { DateTimeField } from '../../../live/DateTimeField.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import shared from '../../../ui/shared.module.css';
import { personZone, zoneName } from '../../../ui/time.ts';
import { fromWall, toWall } from '../../../ui/zoned.ts';
import { etaText } from '../predicted.ts';
import { type ChosenEta, openStops } from './outcome.ts';

const HOUR_MS = 3600_000;

const nameOf = ({ name, sequence }: LoadStop) => isolated(name ?? `Stop ${sequence + 1}`);

interface EtaFormProps {
  readonly load: BoardLoad;
  readonly sending: boolean;
  readonly onLog: (eta: ChosenEta) => void;
}

export function EtaForm({ load, sending, onLog }: EtaFormProps) {
  const { http } = useApi();
  const { clock } = useLive();
  const { data } = useQuery(
    loadContactsQuery(http, load.load_id, load.vehicle_assignment?.vehicle.id ?? null),
  );
  const { stops, next } = openStops(load, clock.now());
  const [chosen, setChosen] = useState<number | null>(null);
  const [wall, setWall] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const proposed = useRef(new Map<number, number>());
  // In braces: some browsers return a promise, which React would call when the form closes.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const stop = stops.find(({ sequence }) => sequence === chosen) ?? next;
  if (!stop) return <p className={shared.plain}>This load has no stop ahead.</p>;
  const zone =
    data?.stop_zones.find(({ stop_sequence }) => stop_sequence === stop.sequence)?.time_zone ?? personZone();
  // Proposed once: it must not change under somebody who types.
  const usual = proposed.current.get(stop.sequence) ?? usualTime(load, stop, clock.now());
  proposed.current.set(stop.sequence, usual);
  const value = wall ?? toWall(usual, zone);
  const read = fromWall(value, zone);
  const log = () => {
    if (!read) return setError('Enter a day and a time');
    const at = nextTime(Date.parse(read.at), clock.now());
    if (at === null) return setError('Choose a time in the future');
    onLog({ stop, at: new Date(at).toISOString() });
  };
  return (
    <form
      ref={form}
      noValidate
      className={shared.columnTight}
      onSubmit={(event) => {
        event.preventDefault();
        log();
      }}
    >
      {stops.length > 1 && (
        <NativeSelect
          label="Stop"
          value={stop.sequence}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          data={stops.map((one) => ({ value: String(one.sequence), label: nameOf(one) }))}
        />
      )}
      <DateTimeField
        label={`ETA at ${nameOf(stop)}, ${zoneName(read?.at ?? clock.now(), zone)}`}
        autoFocus
        zone={zone}
        value={value}
        error={error}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(text) => {
          setWall(text);
          setError(null);
        }}
      />
      <Button type="submit" variant="filled" loading={sending}>
        Log ETA
      </Button>
    </form>
  );
}

/** Shortly before midnight a bare `00:30` means tomorrow, although it is read as today. Null: in the past. */
function nextTime(at: number, now: number): number | null {
  if (at > now) return at;
  const tomorrow = at + 24 * HOUR_MS;
  return tomorrow > now && tomorrow - now < 12 * HOUR_MS ? tomorrow : null;
}

/** Our estimate, because a late load's appointment would be logged as on time; else the appointment while it is ahead. */
function usualTime(load: BoardLoad, { sequence, estimated_arrival_at: at }: LoadStop, now: number): number {
  const estimate = load.predicted_arrivals.find(({ stop_sequence }) => stop_sequence === sequence)?.likely;
  if (estimate && Date.parse(estimate) > now) return Date.parse(estimate);
  const appointment = at === null ? 0 : Date.parse(at);
  return appointment > now ? appointment : now + HOUR_MS;
}

interface CurrentEtaProps {
  readonly load: BoardLoad;
  readonly disabledReason: string | null;
  readonly onClear: () => void;
}

/** The ETA that somebody has learned, with a way to end it. */
export function CurrentEta({ load, disabledReason, onClear }: CurrentEtaProps) {
  const { dispatcher_eta: eta } = load;
  const text = useNow((now) => (eta ? etaText(eta, now) : null));
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
