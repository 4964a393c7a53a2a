import { Button } from '@mantine/core';
import { MAX_WATCHED_LOADS_PER_REQUEST } from '@waypost/contract/api/board';
import type { LookupCandidate, LookupItem } from '@waypost/contract/api/load-lookup';
import type { ReactNode } from 'react';
import { useNow } from '../../live/context.ts';
import { ARCHIVE_WORDS } from '../../live/outcome-words.ts';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { agoText } from '../../ui/time.ts';
import { countText, numberText } from '../../ui/units.ts';
import classes from './AddLoads.module.css';
import type { Pasted, PastedLoad } from './parse-pasted.ts';

interface LoadLinesProps {
  readonly loads: readonly PastedLoad[];
  /** By text; a line is missing while it is being looked up. */
  readonly lookup: ReadonlyMap<string, LookupItem>;
  readonly restored: ReadonlySet<string>;
  readonly onRestore: (texts: readonly string[], back: boolean) => void;
  readonly onUse: (load: PastedLoad, replacement: string) => void;
}

export function LoadLines(props: LoadLinesProps) {
  const { loads, lookup, restored, onRestore } = props;
  const archived = loads.flatMap(({ text }) => (lookup.get(text)?.outcome === 'archived' ? [text] : []));
  const left = archived.filter((text) => !restored.has(text));
  return (
    <>
      {archived.length > 1 && (
        <div>
          <Button size="compact-sm" onClick={() => onRestore(archived, left.length > 0)}>
            {left.length > 0 ? `Restore all ${archived.length} from the archive` : 'Leave in archive'}
          </Button>
        </div>
      )}
      <ul className={`${shared.box} ${shared.scrollY} ${classes.lines}`} aria-label="Result for each line">
        {loads.map((load) => (
          <Line key={load.text} load={load} item={lookup.get(load.text)} {...props} />
        ))}
      </ul>
    </>
  );
}

interface LineProps extends Pick<LoadLinesProps, 'restored' | 'onRestore' | 'onUse'> {
  readonly load: PastedLoad;
  readonly item: LookupItem | undefined;
}

function Line({ load, item, restored, onRestore, onUse }: LineProps) {
  const name = item?.load?.load_ref && item.load.load_ref !== load.text ? item.load.load_ref : null;
  const line = (words: ReactNode, problem = false, buttons: ReactNode = null) => (
    <li data-problem={problem || undefined}>
      <span className={classes.lineNumber}>Line {load.line}</span>
      <code>{isolated(load.text)}</code>
      <span>
        {name && `${isolated(name)}: `}
        {words}
      </span>
      {buttons}
    </li>
  );
  if (load.fault !== null) return line(load.fault, true);
  if (!item) return line('Checking…');
  switch (item.outcome) {
    case 'new':
      return line('Will be added');
    case 'on_board':
      return line(
        <>
          Already on the board
          <SameTruck load={item.load} />
        </>,
      );
    case 'archived': {
      const back = restored.has(load.text);
      return line(
        <ArchivedWords load={item.load} back={back} />,
        false,
        <Button size="compact-xs" aria-pressed={back} onClick={() => onRestore([load.text], !back)}>
          {back ? 'Leave in archive' : 'Restore to board'}
        </Button>,
      );
    }
    case 'several':
      return line(
        'Several loads have this number. Choose one:',
        true,
        <Candidates item={item} onUse={({ load_id }) => onUse(load, load_id)} />,
      );
    case 'unknown':
      return line(
        item.candidates.length > 0
          ? 'No load has this number. Did you mean:'
          : 'No load here has this number, and the tracking service finds loads by ID only. Add it by its load ID.',
        true,
        <Candidates item={item} onUse={({ load_ref, load_id }) => onUse(load, load_ref ?? load_id)} />,
      );
  }
}

function ArchivedWords({ load, back }: { readonly load: LookupCandidate | null; readonly back: boolean }) {
  const when = useNow((now) => (load?.archived_at ? agoText(load.archived_at, now) : ''));
  const why = load?.archived_for ? `: ${ARCHIVE_WORDS[load.archived_for]}` : '';
  return (
    <>
      Archived {when}
      {why}
      {back && '. Will be restored'}
      <SameTruck load={load} />
    </>
  );
}

/** `. Its truck is also on LD-7 at that time` */
function SameTruck({ load }: { readonly load: LookupCandidate | null }) {
  const others = load?.same_truck_loads ?? [];
  if (others.length === 0) return null;
  const names = others.map(({ load_id, load_ref }) => isolated(load_ref ?? load_id)).join(', ');
  return `. Its truck is also on ${names} at that time: possible wrong truck`;
}

interface CandidatesProps {
  readonly item: LookupItem;
  readonly onUse: (candidate: LookupCandidate) => void;
}

const WHERE = { board: 'on the board', archive: 'in the archive', posted: 'posted from Waypost' } as const;

function Candidates({ item, onUse }: CandidatesProps) {
  return item.candidates.map((candidate) => {
    const name = isolated(candidate.load_ref ?? candidate.load_id);
    // Loads with the same number differ by id.
    const id = item.outcome === 'several' ? ` ${candidate.load_id.slice(0, 8)}` : '';
    return (
      <Button key={candidate.load_id} size="compact-xs" onClick={() => onUse(candidate)}>
        Use {name}
        {id}, {WHERE[candidate.where]}
      </Button>
    );
  });
}

export function tooMany(count: number): string {
  const more = numberText(count - MAX_WATCHED_LOADS_PER_REQUEST);
  return `${numberText(count)} loads is ${more} over the limit (${numberText(MAX_WATCHED_LOADS_PER_REQUEST)})`;
}

/** `50 loads, 2 listed twice: 38 to add, 5 already on the board, 7 not added` */
export function countWords({ loads, duplicates }: Pasted, lookup: ReadonlyMap<string, LookupItem>): string {
  const counted = (outcome: LookupItem['outcome']) =>
    loads.filter(({ text }) => lookup.get(text)?.outcome === outcome).length;
  const faults = loads.filter(({ fault }) => fault !== null).length;
  const parts = [
    [counted('new'), 'to add'],
    [counted('on_board'), 'already on the board'],
    [counted('archived'), 'in the archive'],
    [counted('several') + counted('unknown') + faults, 'to check'],
  ] as const;
  const shown = parts.flatMap(([count, words]) => (count === 0 ? [] : [`${numberText(count)} ${words}`]));
  const twice = duplicates > 0 ? `, ${numberText(duplicates)} listed twice` : '';
  return `${countText(loads.length, 'load')}${twice}${shown.length > 0 ? `: ${shown.join(', ')}` : ''}`;
}

/** `12 loads added, 2 restored, 3 already on the board` */
export function doneWords({
  added,
  restored,
  on_board,
}: Record<'added' | 'restored' | 'on_board', number>): string {
  const parts = [
    added === 0 && restored > 0 ? '' : added === 0 ? 'No new loads' : `${countText(added, 'load')} added`,
    restored === 0
      ? ''
      : added === 0
        ? `${countText(restored, 'load')} restored`
        : `${numberText(restored)} restored`,
    on_board === 0 ? '' : `${numberText(on_board)} already on the board`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
