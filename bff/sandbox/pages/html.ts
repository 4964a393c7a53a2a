/** Frame, style and headers of all sandbox pages. Plain HTML, light and dark, down to 390 px. */
import { createHash } from 'node:crypto';

export const STYLE = `
:root { color-scheme: light dark; --paper: #f6f7f8; --card: #ffffff; --ink: #1a1d21; --soft: #5b6470; --line: #d5dae0; --field: #848d98;
  --accent: #2b5f8a; --on-accent: #ffffff; --wrong: #b3261e; --wrong-paper: #fdf0ef; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --card: #1d2025; --ink: #e8eaed; --soft: #a0a8b3;
  --line: #3a4048; --field: #7a828d; --accent: #8ab8dd; --on-accent: #10202d; --wrong: #f2b8b5; --wrong-paper: #3a2322; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 380px; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 28px 28px 24px; }
h1 { margin: 0 0 4px; font-size: 20px; font-weight: 600; line-height: 1.3; }
p { margin: 0 0 16px; color: var(--soft); }
label { display: block; margin: 0 0 4px; font-weight: 600; font-size: 13px; }
input { width: 100%; height: 40px; margin: 0 0 16px; padding: 0 12px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--field); border-radius: 6px; }
button { width: 100%; height: 40px; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { margin-top: 8px; background: transparent; color: var(--accent); border-color: var(--line); }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.wrong { margin: 0 0 16px; padding: 10px 12px; border-radius: 6px; background: var(--wrong-paper); color: var(--wrong); }
.hint { margin: 20px 0 0; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; }
code { font: 13px ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--ink); overflow-wrap: anywhere; }
`;

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

interface HtmlPage {
  readonly title: string;
  /** HTML in which external text is already escaped. */
  readonly body: string;
  readonly style: string;
  /** Additional elements of the head. */
  readonly head?: string;
}

export function htmlPage({ title, body, style, head = '' }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

/** @param directives added to the common Content-Security-Policy */
export function htmlHeaders(style: string, directives: readonly string[]): Readonly<Record<string, string>> {
  const styleHash = createHash('sha256').update(style).digest('base64');
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      ...directives,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
  };
}
