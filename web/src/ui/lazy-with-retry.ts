/** A part whose script comes when it is first shown. React remembers a failed load for ever; this tries again. */
import { type ComponentType, createElement, lazy } from 'react';
import { toast } from './toasts.ts';

/** Thrown in place of a part whose script could not be had. `PartBoundary` catches it and calls `forget`. */
export class LoadFailure extends Error {
  /** The next time that the part is shown, it is loaded again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A part of the page could not be loaded', { cause });
    this.forget = forget;
  }
}

export function lazyWithRetry<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ComponentType<P> {
  const make = () =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        throw new LoadFailure(error, () => {
          Part = make();
        });
      }
    });
  let Part = make();
  return (props: P) => createElement(Part as ComponentType<P>, props);
}

/** For a part that somebody asked for and that has no place of its own to say so. */
export function showLoadFailure(): void {
  toast({
    title: 'This part of the page did not load',
    text: 'Check your connection and try again. If that does not help, reload the page.',
  });
}
