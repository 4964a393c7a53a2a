/** Frame of the pages that an invited fleet sees: plain HTML, no script, light and dark, down to 390 px. */
import { createHash } from 'node:crypto';
import { escapeHtml, STYLE as SHARED } from '../identity/pages.ts';

const STYLE = `${SHARED}
main { max-width: 560px; }
h2 { margin: 24px 0 8px; font-size: 15px; font-weight: 600; }
ul { margin: 0 0 16px; padding-left: 20px; }
li { margin: 0 0 4px; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
legend { margin: 0 0 8px; padding: 0; font-weight: 600; font-size: 13px; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 44px; margin: 0 0 8px; padding: 0 12px; font-size: 15px;
  font-weight: 400; border: 1px solid var(--field); border-radius: 6px; cursor: pointer; }
.choice input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
textarea { width: 100%; min-height: 80px; margin: 0 0 16px; padding: 8px 12px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--field); border-radius: 6px; resize: vertical; }
textarea:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; padding: 8px 0; color: var(--accent); font-weight: 600; }
button { min-height: 44px; height: auto; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Headers of a page.
 * @param leadsTo addresses to which its forms may lead in the end. Their schemes are let through, not their hosts: a browser holds
 *   every further redirect of that address to the same rule.
 */
export function frameHeaders(leadsTo: readonly (string | null)[]): Readonly<Record<string, string>> {
  const schemes = new Set(leadsTo.flatMap((url) => (url === null ? [] : [new URL(url).protocol])));
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      `form-action ${["'self'", ...schemes].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
  };
}

/** @param body HTML; everything that came from outside is escaped already */
export function frame(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}
