/** What of the tracking service's answer could not be read: how much, and on demand which values, as they came. */
import type { UnreadRows } from '@waypost/contract/unread';
import classes from './Banner.module.css';
import { personLocale } from './locale.ts';
import shared from './shared.module.css';

export interface UnreadLineProps {
  readonly unread: UnreadRows;
  /** One and many: `['agreement', 'agreements']`. */
  readonly words: readonly [string, string];
  /** True where there are totals beside it, which lack what could not be read. */
  readonly totals?: boolean;
}

export function unreadText(
  { left_out, incomplete }: UnreadRows,
  [one, many]: readonly [string, string],
  totals = false,
): string | null {
  const count = (value: number) => `${value.toLocaleString(personLocale())} ${value === 1 ? one : many}`;
  const said = [
    left_out > 0 && `${count(left_out)} could not be read.`,
    incomplete > 0 && `${count(incomplete)} ${incomplete === 1 ? 'has' : 'have'} unreadable values.`,
    totals && left_out + incomplete > 0 && 'Not included in the totals.',
  ].filter((one) => one !== false);
  return said.length === 0 ? null : said.join(' ');
}

export function UnreadLine({ unread, words, totals }: UnreadLineProps) {
  const text = unreadText(unread, words, totals);
  if (text === null) return null;
  const more = unread.left_out + unread.incomplete - unread.items.length;
  return (
    <details className={classes.unreadLineRoot} aria-label="Couldn't be read">
      <summary>{text}</summary>
      <ul className={classes.items}>
        {unread.items.map((item, i) => (
          <li key={i}>
            {item.id !== null && <code>{item.id}</code>}
            <UnreadValues values={item.values} />
          </li>
        ))}
        {more > 0 && <li>{more.toLocaleString(personLocale())} more, not shown</li>}
      </ul>
    </details>
  );
}

/** Values as they came, each with the reason. */
export function UnreadValues({ values }: { readonly values: UnreadRows['items'][number]['values'] }) {
  return (
    <ul className={classes.values}>
      {values.map(({ path, raw, reason }) => (
        <li key={`${path} ${raw}`}>
          {path !== '' && <strong>{path}: </strong>}
          <code className={classes.raw}>{raw}</code> <span className={shared.secondary}>({reason})</span>
        </li>
      ))}
    </ul>
  );
}
