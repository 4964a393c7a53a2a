/**
 * Index of what needs attention: what to do now, then each cause with its loads, how many are new, and how many nobody has. Lists the
 * loads of the chosen line below it.
 */
import { quietFleetOfGroup } from '@waypost/triage/fleet';
import { isCause } from '@waypost/triage/score';
import { type KeyboardEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import {
  type Attention,
  type AttentionSnapshot,
  BAND_WORD,
  type CauseSummary,
} from '../../live/attention.ts';
import { useLive, useNow } from '../../live/context.ts';
import { quietFleetTitle } from '../../live/fleets.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { useFormatKey } from '../../ui/prefs.ts';
import shared from '../../ui/shared.module.css';
import { durationText } from '../../ui/time.ts';
import { countText, numberText } from '../../ui/units.ts';
import classes from './CauseIndex.module.css';
import { causeText } from './cause-words.ts';

interface CauseIndexProps {
  readonly attention: Attention;
  /** `now`, `all`, or the key of a cause or quiet fleet. */
  readonly part: string;
  readonly onPart: (part: string) => void;
  /** One line that opens, to leave room for the loads. */
  readonly brief: boolean;
}

/** A longer index leaves too little room for the loads: causes to watch that have nothing new and nothing to do now are folded. */
const MOST_LINES = 12;

const NOW_ORDER =
  'Of the loads that nobody has: Critical first, then High; in each, appointments of the next 2 h, then those passed, the latest first, then later ones. Watch comes last, and only while its appointment is near.';

interface Line {
  readonly key: string;
  readonly title: string;
  readonly count: number;
  readonly note?: string;
  readonly cause?: CauseSummary;
  /** Its severity is said in words: it is another than that of the cause before, or not that of all its loads. */
  readonly in_words?: boolean;
}

const waitingNote = (waiting: number) => `${countText(waiting, 'change')} not shown yet`;

function nowNote({ count, ids, not_taken, waiting }: AttentionSnapshot['now']): string {
  if (waiting > 0) return waitingNote(waiting);
  if (count === 0) return 'none that nobody has';
  return `${not_taken > ids.length ? `of ${not_taken}` : 'all'} not taken, by severity`;
}

function linesOf(
  { causes, now, waiting }: AttentionSnapshot,
  titleOf: (key: string) => string,
): readonly Line[] {
  const total = causes.reduce((sum, { loads }) => sum + loads, 0);
  return [
    {
      key: 'now',
      title: 'Now',
      count: now.count,
      note: nowNote(now),
    },
    {
      key: 'all',
      title: 'All by cause',
      count: total,
      note: waiting > 0 ? waitingNote(waiting) : 'worst first',
    },
    ...causes.map((cause, n) => ({
      key: cause.key,
      title: titleOf(cause.key),
      count: cause.loads,
      cause,
      in_words: cause.band !== causes[n - 1]?.band || cause.of_band < cause.loads,
    })),
  ];
}

export function CauseIndex({ attention, part, onPart, brief }: CauseIndexProps) {
  useFormatKey();
  const { fleets } = useLive();
  const snapshot = useSyncExternalStore(attention.subscribe, attention.snapshot);
  const [opened, setOpened] = useState(false);
  const titleOf = (key: string): string => {
    const fleet_id = quietFleetOfGroup(key);
    const fleet = fleet_id === null ? null : fleets.get(fleet_id);
    if (fleet) return quietFleetTitle(fleet);
    return isCause(key) ? causeText(key) : 'No pings from a fleet';
  };
  const all = linesOf(snapshot, titleOf);
  if (snapshot.causes.length === 0) return null;
  const folds = !brief && all.length > MOST_LINES;
  const isShown = ({ key, cause }: Line) =>
    key === part || (!brief && !(cause?.band === 'watch' && cause.fresh === 0 && !cause.in_now));
  const lines = (brief || folds) && !opened ? all.filter(isShown) : all;
  const hidden = all.length - lines.length;
  const choose = (key: string) => {
    if (brief) setOpened(!opened);
    else if (key === 'now') setOpened(false);
    if (key !== part) onPart(key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const to = all[all.findIndex(({ key }) => key === part) + step];
    if (step === 0 || !to || brief) return;
    event.preventDefault();
    // One that is folded cannot have the focus yet.
    if (!lines.includes(to)) flushSync(() => setOpened(true));
    onPart(to.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${to.key}"]`)?.focus();
  };
  const chevron = (
    <IconChevronDown size={16} aria-hidden className={classes.chevron} data-opened={opened || undefined} />
  );
  const drawLine = (line: Line) => (
    <IndexLine key={line.key} line={line} checked={line.key === part} onChoose={choose}>
      {brief && line.key === part && chevron}
    </IndexLine>
  );
  return (
    <div className={classes.index}>
      <div role="radiogroup" aria-label="What to list" onKeyDown={onKeyDown}>
        <div className={classes.lines}>{lines.filter(({ cause }) => !cause).map(drawLine)}</div>
        {lines.some(({ cause }) => cause) && <Heads />}
        <div className={classes.lines}>{lines.filter(({ cause }) => cause).map(drawLine)}</div>
      </div>
      {folds && (hidden > 0 || opened) && (
        <button
          type="button"
          className={`${classes.line} ${shared.secondary}`}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {opened ? 'Fewer causes' : `${countText(hidden, 'more cause')} to watch`}
          {chevron}
        </button>
      )}
    </div>
  );
}

/** Of the columns; for a screen reader, each line has the words. */
function Heads() {
  const head = (
    <div className={classes.head}>
      <span>Cause</span>
      <span>Not taken, longest</span>
    </div>
  );
  return (
    <div className={classes.heads} aria-hidden>
      {head}
      {head}
    </div>
  );
}

/** `Critical`; `5 critical` of a cause some of whose loads are less severe. */
const bandText = ({ band, of_band, loads }: CauseSummary): string =>
  of_band < loads ? `${of_band} ${BAND_WORD[band].toLowerCase()}` : BAND_WORD[band];

/** `Late. High. 2 of 5 loads not taken, the oldest for 25 min.` */
function causeTip(title: string, cause: CauseSummary, oldest: string): string {
  const { loads, not_taken } = cause;
  const open = `${not_taken} of ${countText(loads, 'load')} not taken`;
  const how_long = not_taken > 0 && oldest ? `, the oldest for ${oldest}` : '';
  return `${title}. ${bandText(cause)}. ${open}${how_long}.`;
}

interface IndexLineProps {
  readonly line: Line;
  readonly checked: boolean;
  readonly onChoose: (key: string) => void;
  readonly children: ReactNode;
}

function IndexLine({ line, checked, onChoose, children }: IndexLineProps) {
  const { key, title, count, note, cause, in_words } = line;
  const oldest = useNow((now) => (cause?.oldest_at == null ? '' : durationText(now - cause.oldest_at)));
  const how_long = oldest && `, ${oldest}`;
  const tip = cause ? causeTip(title, cause, oldest) : key === 'now' ? NOW_ORDER : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot contain the columns.
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      tabIndex={checked ? 0 : -1}
      data-key={key}
      data-band={cause?.band}
      className={classes.line}
      title={tip}
      onClick={() => onChoose(key)}
    >
      {cause && <span aria-hidden className={classes.band} data-band={cause.band} />}
      <span className={classes.title}>{title}</span>
      <span className={`${shared.fixed} ${shared.strong}`}>{numberText(count)}</span>{' '}
      {cause && (
        <span className={in_words ? classes.words : shared.hidden}>
          <span>{bandText(cause)}</span>
        </span>
      )}
      {cause && cause.fresh > 0 && (
        <span className={shared.fresh}>
          {cause.fresh}
          <span className={classes.new}> new</span>
        </span>
      )}
      {note && <span className={`${shared.small} ${shared.ellipsis}`}>{note}</span>}
      <span className={classes.open} data-gives={(cause?.not_taken ?? 0) > 0 || undefined}>
        {cause && cause.not_taken === 0 && 'all taken'}
        {cause && cause.not_taken > 0 && (
          <>
            <span className={shared.hidden}>{`not taken: ${numberText(cause.not_taken)}${how_long}`}</span>
            <span aria-hidden>{numberText(cause.not_taken)}</span>
            {oldest && <span aria-hidden>{how_long}</span>}
          </>
        )}
      </span>
      {children}
    </button>
  );
}
