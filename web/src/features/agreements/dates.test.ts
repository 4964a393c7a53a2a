import { type AgreementUpdate, agreementUpdate } from '@waypost/contract/agreements';
import { describe, expect, it } from 'vitest';
import { agreementOf, inHours, NO_DEPENDENTS, needs } from '../../testing/agreements.ts';
import { NOW } from '../../testing/loads.ts';
import { changeOf, type DatesDraft, draftOf, effectOf, errorsOf, submitText, undoOf } from './dates.ts';
import { expiryRiskOf, expiryRiskText, extensionOf } from './state.ts';

const ended = { effective_date: inHours(-100), expiration_date: inHours(24) };
const endless = { effective_date: inHours(-100), expiration_date: null };

it.each<[string, AgreementUpdate, Parameters<typeof undoOf>[1], AgreementUpdate | null]>([
  [
    'an end that was moved',
    { expiration_date: inHours(48) },
    ended,
    { expiration_date: ended.expiration_date },
  ],
  ['an end that was not there', { expiration_date: inHours(48) }, endless, { expiration_date: null }],
  ['a start', { effective_date: inHours(1) }, ended, { effective_date: ended.effective_date }],
  [
    'no start where there was none',
    { effective_date: inHours(1) },
    { ...endless, effective_date: null },
    null,
  ],
])('undoes a change: %s', (_, change, before, undo) => expect(undoOf(change, before)).toEqual(undo));

describe('the request for a change', () => {
  it.each<[string, typeof ended | typeof endless, Partial<DatesDraft>, object]>([
    ['nothing that was left alone', ended, {}, {}],
    [
      'only the end, when only that was moved',
      ended,
      { expiration_date: inHours(48) },
      { expiration_date: inHours(48) },
    ],
    ['null for an end that is removed', ended, { no_end: true }, { expiration_date: null }],
    ['nothing for an end that was never there', endless, { no_end: true }, {}],
    [
      'an end where there was none',
      endless,
      { no_end: false, expiration_date: inHours(2) },
      { expiration_date: inHours(2) },
    ],
    ['only the beginning', endless, { effective_date: inHours(-2) }, { effective_date: inHours(-2) }],
    ['never null for the beginning, whatever was emptied', ended, { effective_date: null }, {}],
    [
      'nothing when only seconds differ, which the fields do not have',
      ended,
      { expiration_date: new Date(NOW + 24 * 3_600_000 + 20_000).toISOString() },
      {},
    ],
  ])('contains %s', (_, agreement, edited, change) => {
    const sent = changeOf({ ...draftOf(agreement), ...edited }, agreement);
    expect(sent).toEqual(change);
    expect(agreementUpdate.parse(sent)).toEqual(change);
  });
});

describe('validation', () => {
  it.each<[string, Partial<DatesDraft>, object]>([
    ['nothing', {}, {}],
    [
      'a beginning that was emptied',
      { effective_date: null },
      { effective_date: expect.stringMatching(/needs a start date/) },
    ],
    [
      'an end that was emptied without saying that there is none',
      { expiration_date: null },
      { expiration_date: expect.stringMatching(/No end/) },
    ],
    [
      'an end before the beginning',
      { expiration_date: inHours(-100) },
      { expiration_date: expect.stringMatching(/after it starts/) },
    ],
    ['nothing about a moved beginning', { effective_date: inHours(3) }, {}],
    [
      'a beginning moved past the end',
      { effective_date: inHours(30) },
      { expiration_date: expect.stringMatching(/after it starts/) },
    ],
    ['nothing about the end when there is none', { no_end: true, expiration_date: null }, {}],
  ])('reports: %s', (_, edited, errors) => {
    expect(errorsOf({ ...draftOf(ended), ...edited }, ended)).toEqual(errors);
  });
});

describe('the label of the submit button', () => {
  const active = { status: 'active', ...ended } as const;
  it.each<[object, RegExp]>([
    [{ expiration_date: inHours(48) }, /^Extend access to Nov 22, 20:30 UTC$/],
    [{ expiration_date: inHours(3) }, /^End access today, 23:30 UTC$/],
    [{ expiration_date: inHours(-1) }, /^End access now$/],
    [{ expiration_date: null }, /^Remove end date$/],
    [{ effective_date: inHours(3) }, /^Start access today, 23:30 UTC$/],
    [{ effective_date: inHours(3), expiration_date: inHours(9) }, /^Change access dates$/],
  ])('%j', (change, text) => {
    expect(submitText(change, active, NOW, 'UTC')).toMatch(text);
  });
});

describe('the effect of a change', () => {
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  const short = agreementOf(1, { expiration_date: inHours(24), dependents: needs(24) });

  it('lists what is covered by the extension', () => {
    const effect = effectOf(short, [], { expiration_date: inHours(72) }, NOW);
    expect(names(effect.covered)).toEqual(['LD-101', 'Denver run']);
    expect(effect).toMatchObject({ uncovered: [], stops: false, begins: false });
  });
  it('lists what still lasts longer', () => {
    const effect = effectOf(short, [], { expiration_date: inHours(40) }, NOW);
    expect([names(effect.covered), names(effect.uncovered)]).toEqual([['LD-101'], ['Denver run']]);
  });
  it('reports that data stops, and for whom', () => {
    const effect = effectOf(short, [], { expiration_date: inHours(-1) }, NOW);
    expect(effect).toMatchObject({ stops: true, covered: [] });
    expect(names(effect.uncovered)).toEqual(['LD-100', 'LD-101', 'Denver run']);
  });
  it('loses nothing that another agreement of the fleet covers', () => {
    const effect = effectOf(short, [agreementOf(2)], { expiration_date: inHours(-1) }, NOW);
    expect(effect).toMatchObject({ stops: false, uncovered: [] });
  });
  it('ignores other agreements without trucks or with a gap', () => {
    const change = { expiration_date: inHours(2) };
    for (const other of [{ scopes: { user: 'read' } }, { effective_date: inHours(3) }] as const) {
      const effect = effectOf(short, [agreementOf(2, other)], change, NOW);
      expect(names(effect.uncovered)).toEqual(['LD-100', 'LD-101', 'Denver run']);
    }
  });
  it('reports that data starts again', () => {
    const over = agreementOf(1, { expiration_date: inHours(-1), dependents: needs(1000) });
    const effect = effectOf(over, [], { expiration_date: inHours(72) }, NOW);
    expect(effect).toMatchObject({ begins: true, uncovered: [] });
    expect(names(effect.covered)).toHaveLength(3);
  });
});

describe('expiry risk', () => {
  it.each([
    [
      'ends before some of them',
      agreementOf(1, { expiration_date: inHours(24), dependents: needs(24) }),
      'before 1 watched load delivers and 1 monitor expires',
    ],
    ['ends after all of them', agreementOf(1, { expiration_date: inHours(99), dependents: needs(99) }), null],
    [
      'is over while they are watched',
      agreementOf(1, { expiration_date: inHours(-2), dependents: needs(99) }),
      '2 watched loads and 1 monitor still need it',
    ],
    [
      'is over, and all had to be there by now',
      agreementOf(1, { expiration_date: inHours(-2), dependents: needs(99, [-9, -8, -7]) }),
      null,
    ],
    ['is over, and nothing is known to need it', agreementOf(1, { expiration_date: inHours(-2) }), null],
    ['is cancelled: no date can help', agreementOf(1, { status: 'cancelled', dependents: needs(99) }), null],
    ['is paused: no date can help', agreementOf(1, { status: 'paused', dependents: needs(99) }), null],
  ])('access %s', (_, agreement, text) => {
    const risk = expiryRiskOf(agreement, NOW);
    expect(risk && expiryRiskText(risk)).toBe(text);
  });

  it('proposes a day after the last need, never the past', () => {
    expect(extensionOf(agreementOf(1, { dependents: needs(1) }), NOW)).toBe(inHours(72));
    expect(extensionOf(agreementOf(1, { dependents: needs(1, [-9, -8, -7]) }), NOW)).toBe(inHours(24));
    expect(extensionOf(agreementOf(1, { dependents: NO_DEPENDENTS }), NOW)).toBe(inHours(24));
  });
});
