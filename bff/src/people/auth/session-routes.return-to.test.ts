import { fc, runs } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { safeReturnTo } from './session-routes.ts';

const ours = 'https://waypost.example';

describe('return_to', () => {
  it.each(['/', '/?load=1', '/monitors/new', '/?q=a%2Fb#x', '/loads/ü'])('keeps our own path %s', (path) => {
    expect(new URL(safeReturnTo(path), ours).href).toBe(new URL(path, ours).href);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    '/.//evil.example',
    ' /x',
    '',
    '/bff/logout',
    '/api/loads',
    `/${'a'.repeat(3000)}`,
    undefined,
    ['/a', '/b'],
    '/a\\b',
    '/a\tb',
    '/a\nb',
    '/a\u0000b',
  ])('turns %j into the board', (value) => {
    expect(safeReturnTo(value)).toBe('/');
  });

  it('never leads to another origin, whatever is sent', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '/',
        '\\',
        '.',
        ':',
        '@',
        '?',
        '#',
        '%2f',
        '%5c',
        '\t',
        '\n',
        '\r',
        '\0',
        'a',
        'evil.example',
        'https:',
        '；',
        '。',
      ),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.webUrl(), fc.string(), fc.webPath()), (value) => {
        const path = safeReturnTo(value);
        expect(path.startsWith('/')).toBe(true);
        expect(new URL(path, ours).origin).toBe(ours);
        // Parsed like the Location header by a browser.
        expect(new URL(path, `${ours}/bff/callback?code=1`).origin).toBe(ours);
      }),
      { numRuns: runs(1000) },
    );
  });
});
