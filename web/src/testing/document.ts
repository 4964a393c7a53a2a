/**
 * Set-up of the tests that draw. Their files share a worker, its document and the libraries, whose loading takes longer than most of the tests;
 * each file gets fresh copies of our own modules and an empty document.
 */
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

vi.resetModules();
// React keeps a stack for each element that it creates: with Vitest's hundred lines of each, an eighth of these tests' time.
Error.stackTraceLimit = 10;
afterEach(cleanup);
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  for (const root of [document.documentElement, document.body])
    for (const { name } of [...root.attributes]) root.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = '';
  history.replaceState(null, '', '/');
});

/** A desk. */
Object.defineProperty(window, 'innerWidth', { configurable: true, value: 1440 });

/** Elements have no size in a test; a list of no height would show no row. */
const SIZE = { offsetWidth: 420, offsetHeight: 800, clientHeight: 800 } as const;
for (const [name, value] of Object.entries(SIZE))
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });

// A text field that grows listens for fonts.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

configure({
  // Parts of a page come by import, which takes its time on a machine that does other work.
  asyncUtilTimeout: 8_000,
  // A wait for an element fails many times before it is there: the document is printed only when the message is read.
  getElementError: (message, container) => {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => `${message}\n\n${prettyDOM(container)}`,
    });
    return error;
  },
});
