import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES } from '../resources.ts';
import {
  DEFAULT_TEMPLATES,
  fleetZone,
  languageOf,
  MESSAGE_LANGUAGES,
  type MessageFacts,
  messageOf,
  templateFaults,
} from './message-text.ts';

const facts: MessageFacts = {
  invitation: {
    fleet_ref: 'CARRIER-7',
    fleet_name: 'Blue Mesa',
    permissions: { vehicle: 'read', vehicle_location: 'read' },
  },
  link: 'https://service.example.com/i/abc',
  expires_at: '2026-11-23T20:30:00Z',
  sender: 'Dana Ortiz',
  company: 'Northbound Freight',
  language: 'en',
  zone: 'America/Chicago',
};
const english = (more: Partial<MessageFacts> = {}) => messageOf(DEFAULT_TEMPLATES.en, { ...facts, ...more });

describe('the message', () => {
  it('states who asks, what is granted, until when, and how to decline', () => {
    const { subject, text } = english();
    expect(subject).toBe('Invitation to share telematics data with Northbound Freight (CARRIER-7)');
    expect(text).toContain('Dana Ortiz invites Blue Mesa to share telematics data with Northbound Freight');
    expect(text).toContain(
      '• see: trucks (unit, VIN, plate), where your trucks are\nNothing else, and nothing in your systems',
    );
    expect(text).toContain('accept:\nhttps://service.example.com/i/abc\n');
    expect(text).toContain('until Monday, November 23, 2026 at 2:30 PM CST');
    expect(text).toContain('Decline');
    expect(text).toMatch(/Dana Ortiz\nNorthbound Freight$/);
  });

  it('says "us" while the company has no name, and signs with the person only', () => {
    const { subject, text } = english({ company: null });
    expect(subject).toBe('Invitation to share telematics data with us (CARRIER-7)');
    expect(text).toMatch(/\n\nDana Ortiz$/);
  });

  it('is complete in every language, including resource names', () => {
    const permissions = Object.fromEntries(RESOURCE_NAMES.slice(0, -1).map((name) => [name, 'read']));
    for (const language of MESSAGE_LANGUAGES) {
      const { subject, text } = messageOf(DEFAULT_TEMPLATES[language], {
        ...facts,
        language,
        invitation: { ...facts.invitation, permissions },
      });
      expect(`${subject} ${text}`).not.toMatch(/[{}_]/);
      expect(text).toContain(facts.link);
      expect(text).toContain('2026');
      expect(templateFaults(DEFAULT_TEMPLATES[language])).toEqual({ subject: null, text: null });
    }
  });

  it('isolates right-to-left names and removes characters that could break a header', () => {
    const invitation = {
      ...facts.invitation,
      fleet_name: 'شركة النقل',
      fleet_ref: 'A\r\nBcc: all@example.com',
    };
    const { subject, text } = english({ invitation });
    expect(text).toContain('invites \u2068شركة النقل\u2069 to share');
    expect(subject).toBe(
      'Invitation to share telematics data with Northbound Freight (A Bcc: all@example.com)',
    );
  });

  it('is in the fleet’s zone where its country has one, and else in the sender’s', () => {
    expect(fleetZone('cri', 'America/Chicago')).toBe('America/Costa_Rica');
    expect(fleetZone('USA', 'America/Chicago')).toBe('America/Chicago');
    expect(english({ zone: fleetZone(null, 'UTC') }).text).toContain('November 23, 2026 at 8:30 PM UTC');
  });

  it('is in a zone of northwest Mexico by the name of the trade', () => {
    expect(english({ zone: 'America/Hermosillo' }).text).toContain('PM MST');
  });
  it('says permissions and time zones as people read them in Spanish and French', () => {
    const inLanguage = (language: 'es' | 'fr', zone: string) =>
      messageOf(DEFAULT_TEMPLATES[language], { ...facts, language, zone }).text;
    expect(inLanguage('es', 'America/Chicago')).toContain(
      '• ver: camiones (unidad, VIN, placas), dónde están sus camiones',
    );
    expect(inLanguage('es', 'America/Chicago')).toMatch(/2:30\sp\.m\. \(hora de Chicago\)/);
    expect(inLanguage('es', 'America/Bogota')).toContain('(hora de Colombia)');
    expect(inLanguage('fr', 'America/Chicago')).toMatch(/14\sh\s30 \(heure normale du Centre\)/);
    const december = messageOf(DEFAULT_TEMPLATES.fr, {
      ...facts,
      language: 'fr',
      expires_at: '2026-12-01T20:30:00Z',
    });
    expect(december.text).toContain('mardi 1er décembre 2026');
  });

  it('has the spaces that French puts before a colon, which do not break', () => {
    const { text } = messageOf(DEFAULT_TEMPLATES.fr, { ...facts, language: 'fr' });
    expect(text).toContain('Notre référence\u00a0: CARRIER-7');
    expect(text).toContain('• voir\u00a0: camions (unité, NIV, plaque), où se trouvent vos camions');
    expect(text).not.toMatch(/ [:;?!]/);
    // A name is never changed.
    expect(messageOf(DEFAULT_TEMPLATES.fr, { ...facts, language: 'fr', company: 'Wow !' }).text).toContain(
      'Wow !',
    );
  });

  it('states plainly when everything is requested', () => {
    const text = (permissions: Record<string, string> | null) =>
      english({ invitation: { ...facts.invitation, permissions } }).text;
    expect(text(null)).toContain("read all of your fleet's telematics data");
    expect(text({ vehicle: 'read', user: 'read_write' })).toContain(
      '• see and change: drivers and other users\nNothing else.',
    );
    expect(text({})).toContain('you share no data');
    const all = Object.fromEntries(RESOURCE_NAMES.map((name) => [name, 'read']));
    // What the rest is other than comes first.
    expect(text({ ...all, user: 'read_write' })).toContain(
      '• see and change: drivers and other users\n• see: all other data\nNothing else.',
    );
  });
});

it('a placeholder inside a value is not replaced', () => {
  expect(english({ sender: '{link}' }).text).toMatch(/\{link\}\nNorthbound Freight$/);
});

it('the language follows the country', () => {
  expect(['MEX', 'mex', 'USA', null, 'FRA', 'XYZ'].map(languageOf)).toEqual([
    'es',
    'es',
    'en',
    'en',
    'fr',
    'en',
  ]);
});

it('a template without the link, or with the link in its subject, is rejected', () => {
  expect(templateFaults({ subject: 'A {link}', text: 'none' })).toEqual({
    subject: expect.stringContaining('must not contain {link}'),
    text: expect.stringContaining('must contain {link}'),
  });
  expect(templateFaults({ subject: 'A', text: '{link} {oops}' }).text).toContain('{oops}');
});
