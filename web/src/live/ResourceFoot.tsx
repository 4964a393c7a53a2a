/** The line below a list: how much is shown, how all this is known, as of when, and whose times these are. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FootEnd, FootSource, ListFoot, NotOnPhone, shownText } from '../ui/resource-list/ListLayout.tsx';
import { agoText, personZone, shortDateTime, zoneName } from '../ui/time.ts';
import { personLocale } from '../ui/units.ts';
import { useNow, useServiceStatus } from './context.ts';
import { useOutage } from './outage.ts';

export interface ResourceFootProps {
  /** One and many: `['entry', 'entries']`. */
  readonly words: readonly [one: string, many: string];
  readonly shown: number;
  /** Null: nobody knows; what is shown are the newest. */
  readonly total: number | null;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** The way to rows that are not here yet; null: there are none. */
  readonly more?: { readonly label: string; readonly loading: boolean; readonly run: () => void } | null;
  /** How the list is known, in a line; gives way first. */
  readonly source?: string | undefined;
  /** Why the last read failed. */
  readonly problem?: string | null;
  /** Unix milliseconds of this computer's clock; null: never. */
  readonly readAt: number | null;
  /** "again on request" */
  readonly again?: string;
  /** It was read from our server's copy of the tracking service's list: during an outage that is no newer than the outage. */
  readonly follows_service?: boolean;
  readonly children?: ReactNode;
}

export function ResourceFoot(props: ResourceFootProps) {
  const { words, shown, total, filtered, more = null, source, problem, follows_service = false } = props;
  const zone = useZoneName();
  const ago = useReadAgo(props.readAt);
  const outage = useOutageText();
  const old = follows_service ? outage : null;
  const again = old === null ? props.again : undefined;
  const read = old ?? (ago === null ? 'Never updated' : `Updated ${ago}`);
  return (
    <ListFoot>
      <span>
        {total === null
          ? newestText(shown, more !== null, filtered, words)
          : shownText(shown, total, filtered, words)}
      </span>
      {more && (
        <Button size="compact-xs" loading={more.loading} onClick={more.run}>
          {more.label}
        </Button>
      )}
      {filtered && (
        <Button size="compact-xs" onClick={props.onClear}>
          Clear filters
        </Button>
      )}
      {problem && (
        <span role="status">
          <FootSource text={`Not up to date: ${problem}`} />
        </span>
      )}
      {source && <FootSource text={source} />}
      {props.children}
      <FootEnd title={[read, again, personZone()].filter(Boolean).join(' · ')}>
        {read}
        <NotOnPhone>
          {again && `, ${again}`} · Times {zone}
        </NotOnPhone>
      </FootEnd>
    </ListFoot>
  );
}

function newestText(
  shown: number,
  more: boolean,
  filtered: boolean,
  [one, many]: ResourceFootProps['words'],
): string {
  const count = `${shown.toLocaleString(personLocale())} ${shown === 1 ? one : many}`;
  const match = shown === 1 ? ' that matches' : ' that match';
  return `${more ? 'The newest ' : ''}${count}${filtered ? match : ''}`;
}

/**
 * @param read_at Unix milliseconds of this computer's clock, which may be ahead of the server's; null: never
 * @returns `2 min ago`
 */
function useReadAgo(read_at: number): string;
function useReadAgo(read_at: number | null): string | null;
function useReadAgo(read_at: number | null): string | null {
  return useNow((now) =>
    read_at === null ? null : agoText(new Date(Math.min(read_at, now)).toISOString(), now),
  );
}

/** `May be out of date since 09:55, 12 min ago`: the last response of the tracking service; null while it responds. */
function useOutageText(): string | null {
  const outage = useOutage();
  const status = useServiceStatus();
  const since = status?.last_success_at ?? status?.since;
  return useNow((now) =>
    outage && since ? `May be out of date since ${shortDateTime(since, now)}, ${agoText(since, now)}` : null,
  );
}

/** `CST`; another one with summer time. */
const useZoneName = () => useNow((now) => zoneName(now));
