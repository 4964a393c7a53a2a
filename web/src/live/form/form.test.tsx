// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../api/problem.ts';
import { NOW } from '../../testing/loads.ts';
import { draw } from '../../testing/render.tsx';
import { type SentState, useFormDraft, useFormDrafts } from './draft.ts';
import { type Attempt, useForm, useSubmit } from './form.ts';
import { Conflicts, Outcome, SentNotice, SubmitBar } from './parts.tsx';

const WORDS = {
  refused: 'Nothing was made',
  why: ({ service_status }: Problem) => (service_status === 403 ? 'Ask its owner.' : ''),
  sent_before: <strong>This was sent before.</strong>,
  safe: 'There are never two.',
};
const response = (state: 'done' | 'unknown', message: string | null = null) => ({
  intent: { state, message },
});
const problem = (code: number, more: Partial<ConstructorParameters<typeof Problem>[0]> = {}) =>
  new Problem({ code, message: 'It went wrong', reason: 'service_error', service_status: code, ...more });
const pause = problem(429, { detail: { retry_after_seconds: 11, message: 'wait' } });
const misspelt = problem(422, {
  detail: [{ path: 'body.name', input: 'a', message: 'is reserved', error_type: 'value_error' }],
});

const call = vi.fn<(body: string, headers: object, how: string) => Promise<ReturnType<typeof response>>>();
const onDone = vi.fn();
const onUnknown = vi.fn();
const newId = vi.fn<() => string>();

const values = z.object({ name: z.string() });
const KEYS = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const STORED = 'waypost.thing.dana/new';
const stored = () => JSON.parse(sessionStorage.getItem(STORED) ?? 'null')?.value ?? null;

function KeyedForm() {
  const editor = useFormDraft({
    drafts: useFormDrafts('thing', values),
    name: 'new',
    initial: () => ({ name: 'a' }),
    newId,
  });
  const { name } = editor.values;
  const form = useSubmit(editor, {
    checked: { body: name || null, errors: new Map(name ? [] : [['name', 'must not be empty']]) },
    keyed: true,
    send: (body, { headers, how }: Attempt<string>) => call(body, headers, how),
    fieldOf: (path) => (path === 'body.name' ? 'name' : null),
    onDone,
    onUnknown,
  });
  return (
    <>
      <SentNotice submit={form} sent={editor.sent} unknown="Nobody knows." look="Look" />
      <div {...form.around}>
        <input
          aria-label="Name"
          value={name}
          onChange={({ currentTarget: { value } }) => editor.set({ name: value })}
          aria-invalid={form.errors.has('name')}
          title={form.errors.get('name')}
        />
      </div>
      <p data-sent>{editor.sent ?? 'settled'}</p>
      <SubmitBar
        submit={form}
        words={WORDS}
        action="Make it"
        disabledReason={null}
        ready={name !== ''}
        onSend={() => form.submit('with a copy')}
      >
        Makes it
      </SubmitBar>
    </>
  );
}

const open = (initialSent: SentState | null = null) => {
  const draft = { base: { name: '' }, values: { name: 'a' }, intent_id: KEYS[0], sent: initialSent };
  if (initialSent) sessionStorage.setItem(STORED, JSON.stringify({ saved_at: NOW, value: draft }));
  return draw(<KeyedForm />);
};
async function press(name: string) {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
}
const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } });
const keys = () => call.mock.calls.map(([, headers]) => Object.values(headers)[0]);
const sentState = () => document.querySelector('[data-sent]')?.textContent;

beforeEach(() => {
  let used = 0;
  newId.mockImplementation(() => KEYS[used++] ?? '');
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('a form with an idempotency key', () => {
  it("sends the body with the draft's idempotency key, and completes the draft on success", async () => {
    call.mockResolvedValue(response('done'));
    await open();
    await press('Make it');
    expect(call).toHaveBeenCalledExactlyOnceWith('a', { 'Idempotency-Key': KEYS[0] }, 'with a copy');
    expect(stored()).toBeNull();
    expect(onDone).toHaveBeenCalledExactlyOnceWith(response('done'), false);
  });

  it('sends nothing while there are errors, and says so', async () => {
    await open();
    type('');
    await press('Make it');
    expect(call).not.toHaveBeenCalled();
    expect(screen.getByText('Not complete yet.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByTitle('must not be empty'));
  });

  it('marks the draft while sending, so that a crash of the page can be detected', async () => {
    call.mockReturnValue(new Promise(() => undefined));
    await open();
    await press('Make it');
    expect([sentState(), stored().sent]).toEqual(['sending', 'sending']);
  });

  it('shows a rejection on its field until the field changes', async () => {
    call.mockRejectedValue(misspelt);
    await open();
    await press('Make it');
    expect(screen.getByTitle('is reserved')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('See the marked field');
    expect(sentState()).toBe('settled');
    type('b');
    expect(screen.queryByTitle('is reserved')).toBeNull();
  });

  it('explains a rejection that names no field', async () => {
    call.mockRejectedValue(problem(403, { request_id: 'req-9' }));
    await open();
    await press('Make it');
    const alert_text = screen.getByRole('alert').textContent;
    expect(alert_text).toMatch(/^Nothing was made: .*Ask its owner\. Request ID req-9$/);
  });

  it('counts down while the rate limit applies, then sends the same request once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    call.mockRejectedValueOnce(pause).mockResolvedValue(response('done'));
    await open();
    await press('Make it');
    expect(screen.getByRole('status').textContent).toContain('Sends automatically in 11 s.');
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(call).toHaveBeenCalledOnce();
    await act(async () => vi.advanceTimersByTime(60_000));
    expect(call).toHaveBeenCalledTimes(2);
    expect(call.mock.calls[1]).toEqual(call.mock.calls[0]);
  });

  it('says while it is sent that there is no answer yet, after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    call.mockReturnValue(new Promise(() => undefined));
    await open();
    await press('Make it');
    expect(screen.queryByText(/No answer yet/)).toBeNull();
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(screen.getByText(/No answer yet/)).toBeDefined();
  });

  it('does not send after the countdown was cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    call.mockRejectedValue(pause);
    await open();
    await press('Make it');
    await press('Do not send');
    await act(async () => vi.advanceTimersByTime(60_000));
    expect(call).toHaveBeenCalledOnce();
    expect(screen.queryByText(/by itself/)).toBeNull();
  });

  it.each([
    ['there is no response', problem(0, { reason: 'offline', service_status: null })],
    ['our server failed', problem(500, { reason: 'internal', service_status: null })],
    [
      'the response is not from our server',
      problem(200, { reason: 'unexpected_answer', service_status: null }),
    ],
  ])('retries with the same key when %s', async (_, failure) => {
    call.mockRejectedValueOnce(failure).mockResolvedValue(response('done'));
    await open();
    await press('Make it');
    expect(screen.getByRole('alert').textContent).toContain("We don't know whether it arrived.");
    expect(sentState()).toBe('no_answer');
    await press('Send again');
    expect(keys()).toEqual([KEYS[0], KEYS[0]]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('can be sent under a new key when its key was used for another request', async () => {
    call.mockRejectedValueOnce(problem(409, { service_status: null })).mockResolvedValue(response('done'));
    await open();
    await press('Make it');
    expect(screen.getByRole('alert').textContent).toContain('This was sent before.');
    await press('Send as new');
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Make it');
    expect(keys()).toEqual([KEYS[0], KEYS[1]]);
  });

  it('treats a conflict of the tracking service as a rejection', async () => {
    call.mockRejectedValue(problem(409));
    await open();
    await press('Make it');
    expect(screen.getByRole('alert').textContent).toContain('Nothing was made');
  });

  it('keeps the draft and reports an unconfirmed request', async () => {
    call.mockResolvedValue(response('unknown', 'No answer in time'));
    await open();
    await press('Make it');
    expect(onUnknown).toHaveBeenCalledExactlyOnceWith('No answer in time');
    expect(stored().sent).toBe('unknown');
    expect(screen.getByText('This draft was sent.')).toBeTruthy();
    await press('Send as new');
    expect(screen.queryByText('This draft was sent.')).toBeNull();
  });

  it.each([
    ['unknown', 'This draft was sent.'],
    ['no_answer', 'The last attempt to send this draft got no response.'],
    ['sending', 'The last attempt to send this draft got no response.'],
  ] as const)('shows the state of the last attempt after a reload: %s', async (initialSent, title) => {
    await open(initialSent);
    expect(screen.getByText(title)).toBeTruthy();
  });
});

interface Thing {
  readonly name: string;
  readonly note: string;
}
const thing = z.object({ name: z.string(), note: z.string() });
const save = vi.fn<(body: Thing) => Promise<Thing>>();

function RecordForm({ record, is_new = false }: { readonly record: Thing; readonly is_new?: boolean }) {
  const form = useForm({
    drafts: useFormDrafts('record', thing),
    name: '7',
    initial: record,
    check: (draft) => ({
      body: draft.name === '' ? null : draft,
      errors: new Map(draft.name === '' ? [['name', 'must not be empty']] : []),
    }),
    send: save,
    stored: is_new ? undefined : (answer) => answer,
    onDone,
  });
  return (
    <form {...form.element}>
      {(['name', 'note'] as const).map((field) => {
        const { label, error, ...input } = form.text(field, field);
        return <input key={field} aria-label={label} title={error} aria-invalid={!!error} {...input} />;
      })}
      <Conflicts form={form} by="Ann" labels={{ name: 'Name', note: 'Note' }} />
      <Outcome form={form} what="Not saved" />
      <output>{form.changed ? 'changed' : 'as stored'}</output>
      <button type="submit">Save</button>
      <button type="button" onClick={form.discard}>
        Discard
      </button>
    </form>
  );
}

const RECORD: Thing = { name: 'Dock', note: '' };
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

describe('a form of a record', () => {
  it('restores what was typed after a reload, until it is discarded', async () => {
    const first = await draw(<RecordForm record={RECORD} />);
    write('name', 'Gate');
    window.dispatchEvent(new Event('pagehide'));
    first.unmount();
    await draw(<RecordForm record={RECORD} />);
    expect(field('name').value).toBe('Gate');
    await press('Discard');
    expect([field('name').value, screen.getByRole('status').textContent]).toEqual(['Dock', 'as stored']);
  });

  it('keeps what was typed while it was saved, as an unsaved change', async () => {
    const { promise, resolve } = Promise.withResolvers<Thing>();
    save.mockReturnValue(promise);
    await draw(<RecordForm record={RECORD} />);
    write('note', 'Gate 4');
    await press('Save');
    write('note', 'Gate 4, ask for Sam');
    await act(async () => resolve({ name: 'Dock', note: 'Gate 4' }));
    expect(field('note').value).toBe('Gate 4, ask for Sam');
    expect(onDone).toHaveBeenCalledExactlyOnceWith({ name: 'Dock', note: 'Gate 4' }, true);
    expect(screen.getByRole('status').textContent).toBe('changed');
  });

  it('takes no more text while something new is created', async () => {
    save.mockReturnValue(new Promise(() => undefined));
    await draw(<RecordForm record={RECORD} is_new />);
    write('note', 'Gate 4');
    await press('Save');
    expect(field('note').readOnly).toBe(true);
  });

  it('says while it is saved that there is no answer yet, after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    save.mockReturnValue(new Promise(() => undefined));
    await draw(<RecordForm record={RECORD} />);
    write('note', 'Gate 4');
    await press('Save');
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(screen.getByText(/No answer yet/)).toBeDefined();
  });

  it('is sent although what a new thing begins with changes meanwhile, which nobody has to decide', async () => {
    save.mockReset().mockResolvedValue(RECORD);
    await draw(<Changing is_new />);
    write('name', 'Gate');
    await press('Ann renames it');
    await press('Save');
    expect(save.mock.calls.map(([{ name }]) => name)).toEqual(['Gate']);
  });

  it("shows a colleague's change of an untouched field at once", async () => {
    await draw(<Changing />);
    write('note', 'Gate 4');
    await press('Ann renames it');
    expect([field('name').value, field('note').value]).toEqual(['North dock', 'Gate 4']);
  });

  it.each([
    ['Keep what I typed', 'Gate'],
    ['Use this version', 'North dock'],
  ])('shows both versions of a field that a colleague changed too: %s', async (choice, name) => {
    save.mockImplementation(async (body) => body);
    await draw(<Changing />);
    write('name', 'Gate');
    write('note', 'Gate 4');
    await press('Ann renames it');
    const both = screen.getByRole('region', { name: 'Name was changed meanwhile' });
    expect(both.textContent).toContain('North dock');
    expect(field('name').value).toBe('Gate');
    await press('Save');
    expect(save).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(both);
    expect(both.textContent).toContain('Choose which version to save.');
    await press(choice);
    expect(screen.queryByRole('region', { name: 'Name was changed meanwhile' })).toBeNull();
    await press('Save');
    expect(save).toHaveBeenCalledExactlyOnceWith({ name, note: 'Gate 4' }, expect.anything());
  });

  it('shows a rejection at its field, and one without a field until something changes', async () => {
    save.mockRejectedValueOnce(misspelt);
    await draw(<RecordForm record={RECORD} />);
    await press('Save');
    expect(document.activeElement).toBe(screen.getByTitle('name is reserved'));
    expect(screen.queryByRole('alert')).toBeNull();
    save.mockRejectedValueOnce(problem(403, { request_id: 'req-9' }));
    await press('Save');
    expect(screen.getByRole('alert').textContent).toMatch(/^Not saved: .*Request ID req-9/);
    write('note', 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that a colleague was faster, although none of the same fields was changed', async () => {
    save.mockRejectedValueOnce(problem(412, { message: 'Ann has just changed it' }));
    await draw(<Changing />);
    write('note', 'Gate 4');
    await press('Save');
    await press('Ann renames it');
    expect(screen.getByRole('alert').textContent).toContain('Ann has just changed it');
    save.mockImplementation(async (body) => body);
    await press('Save');
    expect(onDone).toHaveBeenCalledExactlyOnceWith({ name: 'North dock', note: 'Gate 4' }, false);
    expect(sessionStorage.length).toBe(0);
  });

  it('counts down after a 429 and sends nothing until then', async () => {
    save.mockRejectedValueOnce(pause);
    await draw(<RecordForm record={RECORD} />);
    await press('Save');
    expect(screen.getByRole('alert').textContent).toContain('Try again in 11 s');
    await press('Save');
    expect(save).toHaveBeenCalledOnce();
  });
});

/** Ann renames the record while it is open here. */
function Changing({ is_new = false }: { readonly is_new?: boolean }) {
  const [record, setRecord] = useState(RECORD);
  return (
    <>
      <RecordForm record={record} is_new={is_new} />
      <button type="button" onClick={() => setRecord({ ...RECORD, name: 'North dock' })}>
        Ann renames it
      </button>
    </>
  );
}
