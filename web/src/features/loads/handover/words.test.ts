import { LATE_ARRIVAL, STATES, WORSE } from '@waypost/triage/testing/states';
import { describe, expect, it } from 'vitest';
import { ago, HOUR, id, load, MINUTE, NOW, openTriage, stop } from '../../../testing/loads.ts';
import { OTHER_ZONE } from '../../../testing/zones.ts';
import { dockTime, shortDateTime } from '../../../ui/time.ts';
import { nextStopWords } from '../next-stop.ts';
import { type HandoverLoad, handoverText } from './words.ts';

const DANA = { sub: 'dana', name: 'Dana Ortiz' };

describe('the handover as text', () => {
  const entry = (n: number, change: Parameters<typeof load>[0], cause: string): HandoverLoad => ({
    item: { load_id: id(n), owner: DANA, offer: null, last_change: null },
    load: load({
      stops: [stop({ name: 'Denver DC 4', estimated_arrival_at: ago(-3 * HOUR) })],
      place: { name: 'Amarillo', region: 'TX', country: 'US', distance_meters: 19_000, direction: 'W' },
      ...change,
      load_id: id(n),
      load_ref: `LD-${n}`,
      triage: openTriage({ owner: DANA, cause }),
    }),
    cause,
    call_first: null,
  });

  it.each(STATES)('says each fact of two loads with one cause once: %s', (_state, change, cause) => {
    const text = handoverText(
      { from: DANA.name, to: null, note: '', no_contacts: false },
      [entry(1, change, cause), entry(2, change, cause)],
      NOW,
    );
    const [, ...paragraphs] = text.split('\n\n');
    expect(paragraphs).toHaveLength(1);
    expect(text).not.toMatch(/\.\.|undefined|null/);
    const [head = '', ...lines] = (paragraphs[0] ?? '').split('\n- ');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const sentences = `${head}\n${line}`.split(/\n|(?<=\.)\s/);
      expect(new Set(sentences).size).toBe(sentences.length);
      for (const fact of ['12 mi W of Amarillo', 'Appt '])
        expect(`${head} ${line}`.split(fact).length).toBeLessThan(3);
    }
  });

  it('says the lateness of a load in the words of its row, with our ETA', () => {
    const estimate = { ...LATE_ARRIVAL, running_late: false, stop_sequence: 1 };
    const stops = [stop(), stop({ sequence: 1, name: 'Pueblo yard', estimated_arrival_at: ago(HOUR) })];
    const late = { ...WORSE.late(60), stops, predicted_arrivals: [estimate] };
    const text = (cause: string) =>
      handoverText({ from: DANA.name, to: null, note: '', no_contacts: false }, [entry(1, late, cause)], NOW);
    const row = nextStopWords(entry(1, late, 'late').load, NOW);
    expect(row?.late).toBe('3 to 4 h late');
    expect(text('late')).toMatch(
      /Appt \S+ \S+, 3 to 4 h late to \S*Pueblo yard\S*\. Our ETA \S+ to \S+ \S+\. Its monitor/,
    );
    expect(text('read_failed')).toMatch(
      /Next stop: \S*Pueblo yard\S*, Appt \S+ \S+, our ETA \S+ to \S+ \S+, 3 to 4 h late\./,
    );
    expect(text('late')).not.toContain('1 h late');
  });

  it('says since when an exception is known that has returned, not when it returned', () => {
    const last_change = { kind: 'returned', by: null, at: ago(MINUTE), cause: 'no_signal' } as never;
    const { item, load, ...rest } = entry(1, {}, 'no_signal');
    const triage = openTriage({ cause: 'no_signal', opened_at: ago(2 * HOUR) });
    const returned = { ...rest, item: { ...item, last_change }, load: { ...load, triage } };
    const from = { from: DANA.name, to: null, note: '', no_contacts: false };
    expect(handoverText(from, [returned], NOW)).toContain(`Since ${shortDateTime(ago(2 * HOUR), NOW)}`);
  });

  it('says whom the loads go to, and the time of a snooze or of the last change', () => {
    const snooze = { until: ago(-HOUR), by_name: 'Bob', at: ago(MINUTE) };
    const first = entry(1, {}, 'no_signal');
    const second = entry(2, {}, 'no_signal');
    const loads = [{ ...first, load: { ...first.load, triage: openTriage({ snooze }) } }, second];
    const text = handoverText(
      { from: DANA.name, to: 'Cal', note: ' Dock 4 is closed\n', no_contacts: false },
      loads,
      NOW,
    );
    expect(text).toMatch(
      /^Handover from Dana Ortiz to Cal, .*: 2 loads\n\nNote for the shift: Dock 4 is closed\n\n/,
    );
    expect(text).toMatch(/- LD-1: .*Snoozed by Bob until .* or until something changes\.\n/);
  });

  it('names the next appointment, not a passed rest stop of a plan without types', () => {
    const stops = [
      stop({ id: id(1), stop_type: null, name: 'Rest stop Henderson', estimated_arrival_at: ago(HOUR) }),
      stop({
        id: id(2),
        sequence: 1,
        stop_type: null,
        name: 'Denver DC 4',
        estimated_arrival_at: ago(-HOUR),
      }),
    ];
    const silent = { stops, tracking_health: 'not_shared', last_position: null };
    const text = handoverText(
      { from: '', to: null, note: '', no_contacts: false },
      [entry(1, silent, 'not_shared')],
      NOW,
    );
    expect(text).toMatch(/Next stop: .?Denver DC 4.?, Appt /);
    expect(text).not.toContain('Henderson');
  });

  it("says appointments in the dock's time: of the next stop, and of a pickup that was due", () => {
    const stop_zones = { 0: OTHER_ZONE };
    const [ahead, over] = [ago(-HOUR), ago(HOUR)];
    const silent = {
      stop_zones,
      stops: [stop({ estimated_arrival_at: ahead })],
      tracking_health: 'not_shared',
      last_position: null,
    };
    const due = {
      stop_zones,
      stops: [stop({ estimated_arrival_at: over })],
      tracking_health: 'unassigned',
      vehicle_assignment: null,
    };
    const text = handoverText(
      { from: '', to: null, note: '', no_contacts: false },
      [entry(1, silent, 'not_shared'), entry(2, due, 'unassigned')],
      NOW,
    );
    expect(text).toContain(`Appt ${dockTime(ahead, NOW, OTHER_ZONE)}`);
    expect(text).toContain(`Pickup was due ${dockTime(over, NOW, OTHER_ZONE)}`);
  });

  it('names the truck, the carrier and whom to call first of each load, as far as they are known', () => {
    const known = { ...entry(1, {}, 'stale'), call_first: { name: 'Ann Lee', phone: '806 555 0142 x12' } };
    const unknown = entry(2, { vehicle_assignment: null, fleet: null }, 'stale');
    const text = handoverText({ from: '', to: null, note: '', no_contacts: false }, [known, unknown], NOW);
    expect(text).toContain(
      '\n  Truck: Unit 1187. Carrier: Ironwood Transport. Call first: Ann Lee, 806 555 0142 ext. 12\n- LD-2',
    );
    expect(text.split('Carrier: ')).toHaveLength(2);
  });

  it('names the last call and what came of it', () => {
    const last_call = {
      outcome: 'left_message',
      by_name: 'Bob',
      at: ago(HOUR),
      text: 'Asked for the gate',
    } as const;
    const called = entry(1, { last_call, vehicle_assignment: null, fleet: null }, 'stale');
    const text = handoverText({ from: DANA.name, to: null, note: '', no_contacts: false }, [called], NOW);
    expect(text).toMatch(/- LD-1: .*\n {2}Call by .?Bob.?, \d\d:\d\d: left message\. Asked for the gate$/);
    const dispatcher_eta = { stop_sequence: 0, at: ago(-2 * HOUR), by: DANA, set_at: ago(HOUR) };
    const eta = { ...last_call, outcome: 'eta', text: null } as const;
    const told = entry(1, { last_call: eta, dispatcher_eta, stop_zones: { 0: OTHER_ZONE } }, 'stale');
    expect(handoverText({ from: DANA.name, to: null, note: '', no_contacts: false }, [told], NOW)).toContain(
      `: ETA ${dockTime(dispatcher_eta.at, NOW, OTHER_ZONE)}`,
    );
    const stops = [stop({ estimated_arrival_at: ago(-HOUR) }), stop({ sequence: 1, name: 'Tulsa DC' })];
    const later = { last_call: eta, dispatcher_eta: { ...dispatcher_eta, stop_sequence: 1 }, stops };
    expect(
      handoverText(
        { from: DANA.name, to: null, note: '', no_contacts: false },
        [entry(1, later, 'stale')],
        NOW,
      ),
    ).toMatch(/: ETA \d\d:\d\d [A-Z]{3} to Tulsa DC$/);
    const cleared = entry(1, { last_call: eta, dispatcher_eta: null }, 'stale');
    expect(
      handoverText({ from: DANA.name, to: null, note: '', no_contacts: false }, [cleared], NOW),
    ).toContain(': ETA that no longer counts');
  });

  it('says the note of a call once, in the line of the call', () => {
    const said = { at: ago(MINUTE), by_name: 'Bob', text: 'Gate 4' };
    const last_call = { ...said, outcome: 'left_message' as const };
    const textOf = (note: Partial<typeof said>) => {
      const one = entry(1, { last_call }, 'no_signal');
      const triage = openTriage({ last_note: { ...said, ...note } });
      const loads = [{ ...one, load: { ...one.load, triage } }];
      return handoverText({ from: '', to: null, note: '', no_contacts: false }, loads, NOW);
    };
    expect(textOf({}).match(/Gate 4/g)).toHaveLength(1);
    expect(textOf({ by_name: 'Ann' }).match(/Gate 4/g)).toHaveLength(2);
  });
});

it('says that numbers to call may be missing when contacts could not be read', () => {
  const handover = { from: DANA.name, to: null, note: '', no_contacts: true };
  expect(handoverText(handover, [], NOW)).toContain(
    "Contacts couldn't be loaded, so numbers to call may be missing.",
  );
});
