/** Foot of the list: how much is shown, the way out of a filter, how all this is known, as of when, and whose times these are. */
import { Button } from '@mantine/core';
import { useTold } from '../../../live/context.ts';
import { useReadAgo, useZoneName } from '../../../live/read-ago.ts';
import { ClearText, FootEnd, FootSource, ListFoot, NotOnPhone, shownText } from '../../../ui/ListFoot.tsx';
import { personZone } from '../../../ui/time.ts';
import { sourceWords } from './source-words.ts';
import type { MonitorListState } from './store.ts';

export interface MonitorsFootProps {
  readonly shown: number;
  readonly total: number;
  readonly filtered: boolean;
  readonly state: MonitorListState;
  readonly onClear: () => void;
  /** Reads more of those that ended long ago; null: there are no more. */
  readonly onOlder: (() => void) | null;
}

export function MonitorsFoot({ shown, total, filtered, state, onClear, onOlder }: MonitorsFootProps) {
  const zone = useZoneName();
  const known = useTold((now) => (state.sources ? sourceWords(state.sources, now) : ''));
  const ago = useReadAgo(state.read_at);
  const read = ago === null ? '' : `List read ${ago}, kept by events`;
  return (
    <ListFoot slim>
      <span>{shownText(shown, total, filtered, ['monitor', 'monitors'])}</span>
      {onOlder && (
        <Button size="compact-xs" loading={state.reading_ended} onClick={onOlder}>
          Show older
        </Button>
      )}
      {filtered && <ClearText onClear={onClear} />}
      <FootSource text={known} />
      <FootEnd title={`${read} · ${personZone()}`}>
        {read && <NotOnPhone>{read} · </NotOnPhone>}Times {zone}
      </FootEnd>
    </ListFoot>
  );
}
