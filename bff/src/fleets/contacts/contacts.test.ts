import { contactWrite, MAX_CONTACTS_PER_FLEET } from '@waypost/contract/api/contacts';
import { describe, expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import { Contacts } from './contacts.ts';

const ann = { sub: 'ann', name: 'Ann' };
const FLEET = id(1);
const person = (name: string, more: object = {}) =>
  contactWrite.parse({ fleet_id: FLEET, name, phone: '+1 806 555 0142', ...more });

describeOnBothDatabases('contacts', (fresh) => {
  async function book() {
    const { db } = await (await fresh()).open();
    const activity = new Activity(db, silentLog);
    return { db, activity, contacts: new Contacts({ db, activity, fleetName: () => 'Blue Mesa' }) };
  }

  it('are kept for each fleet, the primary contact before the others', async () => {
    const { contacts } = await book();
    await contacts.create(person('Bo'), ann);
    await contacts.create(person('Al'), ann);
    await contacts.create(person('Zoe', { is_primary: true, role: ' Dispatch ' }), ann);
    await contacts.create(person('Bo', { fleet_id: id(2) }), ann);
    expect((await contacts.ofFleet(FLEET)).map(({ name, role }) => [name, role])).toEqual([
      ['Zoe', 'Dispatch'],
      ['Al', null],
      ['Bo', null],
    ]);
    expect(await contacts.list()).toHaveLength(4);
  });

  it('at most one per fleet is primary', async () => {
    const { contacts } = await book();
    const first = await contacts.create(person('Al', { is_primary: true }), ann);
    await contacts.create(person('Bo', { is_primary: true }), ann);
    const primary = async () =>
      (await contacts.ofFleet(FLEET)).filter((one) => one.is_primary).map(({ name }) => name);
    expect(await primary()).toEqual(['Bo']);
    await contacts.update(first.contact_id, person('Al', { is_primary: true }), ann);
    expect(await primary()).toEqual(['Al']);
  });

  it.each(['BO', ' bo ', 'Ｂo'])('a name is unique within a fleet: %j', async (name) => {
    const { contacts } = await book();
    await contacts.create(person('Bo'), ann);
    await expect(contacts.create(person(name), ann)).rejects.toMatchObject({ code: 409 });
    const other = await contacts.create(person('Al'), ann);
    await expect(contacts.update(other.contact_id, person(name), ann)).rejects.toMatchObject({ code: 409 });
    await contacts.create(person(name, { fleet_id: id(2) }), ann);
  });

  it('are changed and deleted, and a deleted one is reported as not found', async () => {
    const { contacts, activity } = await book();
    const { contact_id } = await contacts.create(person('Bo'), ann);
    const changed = await contacts.update(
      contact_id,
      person('Bo B', { phone: null, email: 'b@x.example' }),
      ann,
    );
    expect(changed).toMatchObject({ contact_id, name: 'Bo B', phone: null, email: 'b@x.example' });
    await contacts.remove(contact_id, ann);
    expect(await contacts.list()).toEqual([]);
    await expect(contacts.remove(contact_id, ann)).rejects.toMatchObject({ code: 404 });
    await expect(contacts.update(contact_id, person('x'), ann)).rejects.toMatchObject({ code: 404 });
    const entries = await activity.list({ limit: 10 });
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'create_contact',
      'delete_contact',
      'update_contact',
    ]);
    for (const { detail } of entries) expect(detail).toContain('Blue Mesa');
    // The log is kept longer than personal data should be.
    expect(JSON.stringify(entries)).not.toMatch(/806 555|x\.example/);
  });

  it('an import adds, replaces and keeps as requested, completely or not at all', async () => {
    const { contacts } = await book();
    await contacts.create(person('Bo', { is_primary: true }), ann);
    const items = [person('BO', { role: 'Safety' }), person('Al', { is_primary: true })];
    expect(await contacts.import({ items, on_conflict: 'keep' }, ann)).toEqual({
      added: 1,
      replaced: 0,
      kept: 1,
    });
    expect(await contacts.import({ items, on_conflict: 'replace' }, ann)).toEqual({
      added: 0,
      replaced: 2,
      kept: 0,
    });
    expect((await contacts.ofFleet(FLEET)).map(({ name, role }) => [name, role])).toEqual([
      ['Al', null],
      ['BO', 'Safety'],
    ]);
    const twice = [person('New'), person('Cy'), person('cy')];
    await expect(contacts.import({ items: twice, on_conflict: 'keep' }, ann)).rejects.toMatchObject({
      code: 422,
      detail: [{ path: 'body.items.2.name' }],
    });
    expect(await contacts.list()).toHaveLength(2);
  });

  it('an import that replaces a contact leaves what it does not name', async () => {
    const { contacts } = await book();
    const whole = { role: 'Dispatch', phone: '+1 806 555 0142', email: 'bo@x.example', is_primary: true };
    await contacts.create(person('Bo', whole), ann);
    const items = [person('Bo', { phone: null, email: 'new@x.example' })];
    await contacts.import({ items, on_conflict: 'replace' }, ann);
    expect(await contacts.list()).toMatchObject([{ ...whole, email: 'new@x.example' }]);
    await contacts.import({ items: [person('Al', { is_primary: true })], on_conflict: 'replace' }, ann);
    expect((await contacts.list()).map(({ name, is_primary }) => [name, is_primary])).toEqual([
      ['Al', true],
      ['Bo', false],
    ]);
  });

  it('a fleet has a maximum number of contacts, also by an import', async () => {
    const { contacts } = await book();
    const items = Array.from({ length: MAX_CONTACTS_PER_FLEET }, (_, n) => person(`P ${n}`));
    await contacts.import({ items, on_conflict: 'keep' }, ann);
    await expect(contacts.create(person('One more'), ann)).rejects.toMatchObject({ code: 409 });
    const more = [person('Two more')];
    await expect(contacts.import({ items: more, on_conflict: 'keep' }, ann)).rejects.toMatchObject({
      code: 409,
    });
    expect(await contacts.ofFleet(FLEET)).toHaveLength(MAX_CONTACTS_PER_FLEET);
  });
});

describe('contact validation', () => {
  it.each(['+1 806 555 0142', '(806) 555-0142', '806.555.0142 x12', '+52 55 1234 5678 ext. 9', '8065550142'])(
    'accepts the phone %s',
    (phone) => expect(person('Bo', { phone }).phone).toBe(phone),
  );

  it.each(['555', 'call me', '+1 806 555 0142 0142 0142', 'javascript:alert(1)', '8065550142;ext=1'])(
    'refuses the phone %s',
    (phone) => expect(contactWrite.safeParse({ fleet_id: FLEET, name: 'Bo', phone }).success).toBe(false),
  );

  it('requires a phone or an email, and ignores empty fields', () => {
    const of = (more: object) => contactWrite.safeParse({ fleet_id: FLEET, name: 'Bo', ...more });
    expect(of({}).error?.issues[0]?.path).toEqual(['phone']);
    expect(of({ phone: ' ', email: '' }).success).toBe(false);
    expect(of({ email: 'bo@x.example', role: ' ' }).data).toMatchObject({ phone: null, role: null });
    expect(of({ email: 'bo at x' }).success).toBe(false);
  });
});
