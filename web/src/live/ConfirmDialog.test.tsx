// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { draw } from '../testing/render.tsx';
import { ConfirmDialog, ImpactList } from './ConfirmDialog.tsx';

const run = vi.fn<(typed: string) => Promise<void>>();
const onClose = vi.fn();
const failure = (code: number, retry_after_seconds?: number) =>
  new Problem({
    code,
    message: 'It went wrong',
    reason: 'service_error',
    request_id: 'req-9',
    detail: retry_after_seconds === undefined ? null : { retry_after_seconds, message: 'wait' },
  });

beforeEach(() => {
  vi.resetAllMocks();
  run.mockResolvedValue();
});

async function open(confirm?: string) {
  const page = await draw(
    <ConfirmDialog
      title="Delete the fleet?"
      {...(confirm === undefined ? {} : { confirm })}
      action="Delete the fleet"
      keep="Keep it"
      failure_title="Not deleted"
      act={run}
      onClose={onClose}
    >
      <ImpactList>
        <li>its trucks</li>
      </ImpactList>
    </ConfirmDialog>,
  );
  const button = await screen.findByRole('button', { name: 'Delete the fleet' });
  const press = () => act(async () => button.click());
  return { ...page, button, press };
}
const alertText = () => screen.getByRole('alert').textContent;

describe('ConfirmDialog', () => {
  it('does nothing until the name is typed, then runs the action with it and closes', async () => {
    const { user, button, press } = await open('CARRIER-1');
    await press();
    expect(run).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByLabelText('Type CARRIER-1 to confirm'), ' CARRIER-1 ');
    await press();
    expect(run).toHaveBeenCalledExactlyOnceWith('CARRIER-1');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('submits on Enter in the field', async () => {
    const { user } = await open('CARRIER-1');
    await user.type(screen.getByRole('textbox'), 'CARRIER-1{Enter}');
    expect(run).toHaveBeenCalledOnce();
  });

  it('without a name to type, shows no field and focuses the cancel button', async () => {
    const { press } = await open();
    expect(screen.queryByRole('textbox')).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep it'));
    await press();
    expect(run).toHaveBeenCalledOnce();
  });

  it('stays open with the reason and the typed text when the action fails', async () => {
    run.mockRejectedValue(failure(409));
    const { user } = await open('CARRIER-1');
    await user.type(screen.getByRole('textbox'), 'CARRIER-1{Enter}');
    expect(alertText()).toMatch(/^Not deleted: It went wrong\. .*Request ID req-9\.$/);
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('CARRIER-1');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('does not claim that nothing happened when no response arrived', async () => {
    run.mockRejectedValue(failure(0));
    const { press } = await open();
    await press();
    expect(alertText()).toContain('it may have gone through');
  });

  it('says after ten seconds that there is no answer yet', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    run.mockReturnValue(new Promise(() => undefined));
    const { press } = await open();
    await press();
    expect(screen.queryByText(/No answer yet/)).toBeNull();
    await act(async () => vi.advanceTimersByTime(10_000));
    expect(screen.getByText(/No answer yet/)).toBeDefined();
  });

  it('stays disabled while the rate limit applies', async () => {
    run.mockRejectedValue(failure(429, 11));
    const { press } = await open();
    await press();
    expect(alertText()).toContain('Try again in 11 s.');
    await press();
    expect(run).toHaveBeenCalledOnce();
  });
});
