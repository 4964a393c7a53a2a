/**
 * The command palette: finds records by any reference, and pages and actions by their words. Enter opens the first row; pressed
 * before the results have arrived, it takes effect when they do.
 */
import { Modal, VisuallyHidden } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { explain } from '../../api/problem.ts';
import { PositionAge } from '../../live/Age.tsx';
import { useFacts, useLoad } from '../../live/context.ts';
import { MAX_SEARCH_LENGTH } from '../../ui/command-palette.ts';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { IconSearch } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { placeText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { KINDS, matchedValue, type SearchHit } from './hits.ts';
import classes from './Palette.module.css';
import { type Command, groupsOf, matchingCommands, type Row, useSearchResults } from './rows.ts';

interface PaletteProps {
  readonly onClose: () => void;
  readonly commands: readonly Command[];
  /** Shown before anything is typed, newest first. */
  readonly recent: readonly SearchHit[];
  readonly onHit: (hit: SearchHit) => void;
  readonly onCommand: (command: Command) => void;
  /** Called when the field gets the focus. Returns what was typed before that, and whether Enter was pressed. */
  readonly onReady: () => { readonly text: string; readonly entered: boolean };
}

export function Palette({ onClose, ...rest }: PaletteProps) {
  const phone = useLayout() === 'phone';
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen={phone}
      size={600}
      yOffset="12vh"
      // The page never scrolls, and the scroll lock would add a style element without the CSP nonce.
      lockScroll={false}
      centered={false}
      padding={0}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search everything">
        {/* Modal.Content would put the class on its outer frame too. */}
        <div className={classes.content} data-phone={phone || undefined}>
          <PaletteBody {...rest} onClose={onClose} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteBody({ commands, recent, onHit, onCommand, onReady, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  /** Index of the row that the person moved to; null: the first. */
  const [moved, setMoved] = useState<number | null>(null);
  /** The query for which Enter was pressed before its results arrived. */
  const [entered, setEntered] = useState<string | null>(null);
  const q = text.trim();
  const results = useSearchResults(q);
  const waiting = results.q !== q;
  const groups = groupsOf(q, results, matchingCommands(commands, q), recent);
  const rows = groups.flatMap((group) => group.rows);
  const active = Math.min(moved ?? 0, rows.length - 1);
  const id = useId();
  /** Text typed before the field was mounted, until the field shows it; text typed into the field is appended to it. */
  const early = useRef('');
  useEffect(() => {
    if (text !== '') early.current = '';
  }, [text]);
  const list = useRef<HTMLDivElement>(null);

  const choose = (row: Row | undefined) => {
    if (!row || row.command?.disabledReason) return;
    onClose();
    if (row.command) onCommand(row.command);
    else onHit(row.hit);
  };
  const answered = entered !== null && entered === results.q && !waiting;
  useEffect(() => {
    if (!answered) return;
    setEntered(null);
    choose(rows[0]);
  });
  useEffect(() => {
    list.current?.querySelector(`[data-row="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const move = (to: number) => setMoved(rows.length === 0 ? null : (to + rows.length) % rows.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'Enter') {
      if (waiting && moved === null) setEntered(q);
      else choose(rows[active]);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.head}>
        <IconSearch size={18} aria-hidden />
        <input
          className={classes.input}
          role="combobox"
          aria-label="Search everything"
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          placeholder="Load, unit, VIN, plate, monitor, fleet, site or action"
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          onFocus={() => {
            const previous = onReady();
            if (previous.text === '') return;
            early.current = previous.text;
            setText((typed) => previous.text + typed);
            if (previous.entered) setEntered(previous.text.trim());
          }}
          onBlur={keepFocus}
          onChange={({ currentTarget }) => {
            setText(early.current + currentTarget.value);
            setMoved(null);
            setEntered(null);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={`${shared.fixedSmall} ${classes.close}`} onClick={onClose}>
          Esc<VisuallyHidden>to close</VisuallyHidden>
        </button>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        aria-busy={waiting}
        tabIndex={-1}
        className={classes.list}
      >
        {groups.map(({ name, rows: of, from }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list of options.
          <div key={name} role="group" aria-label={name}>
            <div
              className={`${shared.small} ${shared.strong}`}
              style={{ padding: '8px 8px 4px' }}
              aria-hidden
            >
              {name}
            </div>
            {of.map((row, index) => (
              <PaletteRow
                key={row.key}
                id={`${id}-${from + index}`}
                index={from + index}
                row={row}
                active={from + index === active}
                onChoose={() => choose(row)}
                onPoint={() => setMoved(from + index)}
              />
            ))}
          </div>
        ))}
      </div>
      <PaletteFoot
        q={q}
        waiting={waiting}
        count={rows.length}
        problem={results.problem}
        more={results.more}
      />
    </>
  );
}

/** Takes the focus back when a page that has just opened moves it elsewhere while someone types. */
function keepFocus({ currentTarget: field, relatedTarget: to }: FocusEvent<HTMLInputElement>) {
  if (to instanceof Node && field.closest('[role="dialog"]')?.contains(to)) return;
  queueMicrotask(() => {
    if (field.isConnected && document.hasFocus()) field.focus();
  });
}

const COVERED =
  'Search covers loads, trucks, monitors, fleets and their contacts, drivers, invitations, sites, lists, the archive and pages.';

interface FootProps extends Pick<ReturnType<typeof useSearchResults>, 'q' | 'problem' | 'more'> {
  readonly waiting: boolean;
  readonly count: number;
}

function PaletteFoot({ q, waiting, count, problem, more }: FootProps) {
  const words = () => {
    if (problem) {
      const { title, text } = explain(problem);
      return `Search is unavailable: ${title}. ${text ?? ''}`;
    }
    if (q === '') return 'Type a reference, VIN, plate, name or page';
    if (waiting) return 'Searching…';
    if (count === 0) return `No results for “${q}”. ${COVERED}`;
    return `${count} found${more ? ', and more. Keep typing to narrow the results' : ''}`;
  };
  return (
    <div className={`${shared.fixedSmall} ${classes.foot}`}>
      <span role="status">{words()}</span>
      <span aria-hidden className={`${shared.fixed} ${classes.keys}`}>
        ↑ ↓ move · Enter opens
      </span>
    </div>
  );
}

interface PaletteRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  readonly active: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

/** One row: a search hit (with health, place and age of a watched load), a page or an action. */
function PaletteRow({ id, index, row, active, onChoose, onPoint }: PaletteRowProps) {
  const disabledReason = row.command?.disabledReason ?? null;
  const Icon = row.command ? row.command.Icon : KINDS[row.hit.kind].Icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-disabled={disabledReason !== null || undefined}
      data-row={index}
      className={classes.row}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !active && onPoint()}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden className={shared.secondary} />
      {row.hit ? (
        <HitLines hit={row.hit} />
      ) : (
        <span className={shared.fillWords}>
          <span className={`${shared.strong} ${shared.ellipsis}`}>{row.command.label}</span>
          {disabledReason && <span className={shared.smallLine}>{disabledReason}</span>}
        </span>
      )}
    </div>
  );
}

function HitLines({ hit }: { readonly hit: SearchHit }) {
  const by = matchedValue(hit);
  return (
    <>
      <span className={shared.fillWords}>
        <span className={`${shared.strong} ${shared.ellipsis}`}>
          {hit.title}
          <VisuallyHidden>, {KINDS[hit.kind].one}</VisuallyHidden>
        </span>
        <span className={shared.smallLine}>{[hit.subtitle, by].filter(Boolean).join(' · ')}</span>
      </span>
      {hit.load_id !== null && <TrackingSummary load_id={hit.load_id} />}
    </>
  );
}

function TrackingSummary({ load_id }: { readonly load_id: string }) {
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts) return null;
  return (
    <span className={shared.column} style={{ alignItems: 'flex-end', minWidth: 0, maxWidth: '55%' }}>
      <HealthBadge health={facts.health} raw={load.tracking_health} />
      {load.last_position && (
        <span
          className={`${shared.rowTight} ${shared.small}`}
          style={{ maxWidth: '100%', lineHeight: '16px', whiteSpace: 'nowrap' }}
        >
          {load.place && <span className={shared.smallLine}>{placeText(load.place)}</span>}
          {load.place && ' · '}
          {/* The place may be truncated, the age must not be. */}
          <PositionAge load={load} ago className={shared.fixed} />
        </span>
      )}
    </span>
  );
}
