// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { draw } from '../testing/render.tsx';
import { SentNotice, SubmitBar } from './SubmitBar.tsx';
import { type SendableDraft, type SentState, useSending } from './sending.ts';

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
const done = vi.fn();

function Form({ initialSent }: { readonly initialSent: SentState | null }) {
  const [text, setText] = useState('a');
  const [{ intent_id, sent }, setState] = useState({ intent_id: 'key-1', sent: initialSent });
  const draft: SendableDraft = {
    intent_id,
    sent,
    markSent: (next) => setState((before) => ({ ...before, sent: next })),
    newIntent: () => setState({ intent_id: 'key-2', sent: null }),
    done,
  };
  const submit = useSending({
    draft,
    body: () => text || null,
    call,
    fieldOf: (path) => (path === 'body.name' ? 'name' : null),
    textOf: () => text,
    onDone,
    onUnknown,
  });
  const { sending } = submit;
  const refused = sending.phase === 'refused' ? sending.fields[0] : undefined;
  return (
    <>
      <SentNotice submit={submit} sent={sent} unknown="Nobody knows." look="Look" />
      <input
        aria-label="Name"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        title={refused?.text === text ? refused.message : undefined}
      />
      <p data-sent>{sent ?? 'settled'}</p>
      <SubmitBar
        submit={submit}
        words={WORDS}
        action="Make it"
        disabledReason={null}
        ready={text !== ''}
        onSend={() => submit.send('with a copy')}
      >
        Makes it
      </SubmitBar>
    </>
  );
}

const open = (initialSent: SentState | null = null) => draw(<Form initialSent={initialSent} />);
async function press(name: string) {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
}
const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } });
const keys = () => call.mock.calls.map(([, headers]) => Object.values(headers)[0]);
const sentState = () => document.querySelector('[data-sent]')?.textContent;

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('useSending and SubmitBar', () => {
  it("sends the body with the draft's idempotency key, and completes the draft on success", async () => {
    call.mockResolvedValue(response('done'));
    await open();
    await press('Make it');
    expect(call).toHaveBeenCalledExactlyOnceWith('a', { 'Idempotency-Key': 'key-1' }, 'with a copy');
    expect(done).toHaveBeenCalledOnce();
    expect(onDone).toHaveBeenCalledExactlyOnceWith(response('done'));
  });

  it('sends nothing while there are errors, and says so', async () => {
    await open();
    type('');
    await press('Make it');
    expect(call).not.toHaveBeenCalled();
    expect(screen.getByText('Some fields are still empty.')).toBeTruthy();
  });

  it('marks the draft while sending, so that a crash of the page can be detected', async () => {
    call.mockReturnValue(new Promise(() => undefined));
    await open();
    await press('Make it');
    expect(sentState()).toBe('sending');
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
    expect(keys()).toEqual(['key-1', 'key-1']);
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
    expect(keys()).toEqual(['key-1', 'key-2']);
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
    expect(done).not.toHaveBeenCalled();
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
