// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.body.innerHTML = `
    <main tabindex="-1">
      <div role="grid" tabindex="0"><button id="row">Call</button></div>
      <div id="side"><aside id="form"><h2 tabindex="-1">Invite a fleet</h2><button id="send">Send</button></aside></div>
    </main>`;
  end = keepFocus(document);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const at = (query: string) => document.querySelector<HTMLElement>(query) as HTMLElement;
const settled = () => vi.advanceTimersByTimeAsync(1_000);
const text = () => document.activeElement?.textContent;

describe('when the element with the focus goes away', () => {
  it('the heading of what took its place has the focus', async () => {
    at('#send').focus();
    at('#side').innerHTML = '<aside><h2 tabindex="-1">Mesa Freight</h2><button>Copy link</button></aside>';
    await settled();
    expect(text()).toBe('Mesa Freight');
  });

  it('the heading beside it has the focus when it is disabled', async () => {
    at('#send').focus();
    const heading = vi.spyOn(at('h2'), 'focus');
    at('#send').setAttribute('disabled', '');
    await vi.advanceTimersByTimeAsync(1);
    // As browsers do a moment later, which happy-dom does not.
    vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
    await settled();
    expect(heading).toHaveBeenCalledOnce();
  });

  it('the page has it when nothing took its place', async () => {
    at('#send').focus();
    at('#side').remove();
    await settled();
    expect(document.activeElement).toBe(at('main'));
  });

  it('nothing moves when somebody else has given the focus a place', async () => {
    at('#send').focus();
    at('#form').remove();
    at('[role="grid"]').focus();
    await settled();
    expect(document.activeElement).toBe(at('[role="grid"]'));
  });

  it.each([
    ['a person had clicked elsewhere before', () => at('#send').blur(), '#side'],
    ['it was in a row of a list, which goes as the list scrolls', () => at('#row').focus(), '#row'],
  ])('nothing moves when %s', async (_, before, gone) => {
    at('#send').focus();
    before();
    await Promise.resolve();
    at(gone).remove();
    await settled();
    expect(document.activeElement).toBe(document.body);
  });
});
