import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { signInSearch } from './search.ts';

describe('sign-in search parameters', () => {
  it('accept only paths within Waypost', () => {
    const back = (return_to: string) => signInSearch.parse({ return_to }).return_to;
    expect(back('/?tab=all')).toBe('/?tab=all');
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
    ])
      expect(back(bad)).toBeUndefined();
  });
  it('show an unknown problem as a failed sign-in', () => {
    expect(signInSearch.parse({ problem: 'denied' }).problem).toBe('denied');
    expect(signInSearch.parse({ problem: 'moon' }).problem).toBe('failed');
    expect(signInSearch.parse({}).problem).toBeUndefined();
  });
  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('problem', 'return_to', 'signed_out'), fc.anything({ maxDepth: 1 })),
        (search) => {
          signInSearch.parse(search);
        },
      ),
    );
  });
});
