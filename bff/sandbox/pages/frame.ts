/** Frame of the pages for an invited fleet. */
import { htmlHeaders, htmlPage, STYLE as SHARED } from './html.ts';

const STYLE = `${SHARED}
main { max-width: 560px; }
h2 { margin: 24px 0 8px; font-size: 15px; font-weight: 600; }
ul { margin: 0 0 16px; padding-left: 20px; }
li { margin: 0 0 4px; }
dl { margin: 0 0 16px; padding: 8px 0; border: solid var(--line); border-width: 1px 0; }
dl div { display: grid; grid-template-columns: 170px minmax(0, 1fr); gap: 8px; padding: 2px 0; }
dt, .reached { color: var(--soft); font-size: 13px; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.reached { margin: 20px 0 0; }
@media (max-width: 480px) { dl div { grid-template-columns: 1fr; gap: 0; } main { padding: 20px 16px; } }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
legend { margin: 0 0 8px; padding: 0; font-weight: 600; font-size: 13px; }
.choice { display: flex; align-items: center; gap: 10px; min-height: 44px; margin: 0 0 8px; padding: 0 12px; font-size: 15px;
  font-weight: 400; border: 1px solid var(--field); border-radius: 6px; cursor: pointer; }
.choice input { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.choose { margin: 0 0 8px; font-size: 13px; }
form:has(input:checked) .choose { display: none; }
textarea { width: 100%; min-height: 80px; margin: 0 0 16px; padding: 8px 12px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--field); border-radius: 6px; resize: vertical; }
textarea:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; padding: 8px 0; color: var(--accent); font-weight: 600; }
button { min-height: 44px; height: auto; }
`;

/**
 * @param leadsTo URLs to which the page's forms may finally redirect. Allows their schemes instead of their hosts, because
 * browsers apply the rule to every further redirect.
 */
export function frameHeaders(leadsTo: readonly (string | null)[]): Readonly<Record<string, string>> {
  const schemes = new Set(leadsTo.flatMap((url) => (url === null ? [] : [new URL(url).protocol])));
  return htmlHeaders(STYLE, [`form-action ${["'self'", ...schemes].join(' ')}`]);
}

/** @param body HTML in which external text is already escaped */
export function frame(title: string, body: string): string {
  return htmlPage({ title, body, style: STYLE, head: '<meta name="robots" content="noindex">\n' });
}
