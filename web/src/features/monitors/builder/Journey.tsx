/** The stops in travel order, one expanded at a time. Reordered by drag, by buttons and by Alt with an arrow key. */

import { Button, VisuallyHidden } from '@mantine/core';
import type { Site } from '@waypost/contract/api/sites';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { roleOf } from '../../../live/load-words.ts';
import { isolated } from '../../../ui/bidi.ts';
import { IconArrowsUpDown, IconBook, IconPlus } from '../../../ui/icons.ts';
import { useFormatKey } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import { countText, plural } from '../../../ui/units.ts';
import type { Check } from './checks-journey.ts';
import { siteLink, suggestionsFor } from './convert.ts';
import type { Draft, DraftStop } from './draft.ts';
import { FieldsSection } from './FormSections.tsx';
import { stopKeyOf, useBuilder } from './fields.ts';
import { type StopMoves, StopRow } from './StopRow.tsx';

interface JourneyProps {
  readonly stops: readonly DraftStop[];
  readonly left_out: readonly DraftStop[];
  readonly passed: Draft['passed'];
  readonly opened: string | null;
  readonly drawing: string | null;
  readonly checks: readonly Check[];
}

const leftOutName = ({ name, load_stop_sequence }: DraftStop) =>
  isolated(name || `Stop ${(load_stop_sequence ?? 0) + 1}`);

const NO_SITES: readonly Site[] = [];

export const Journey = memo(function Journey(props: JourneyProps) {
  const { stops, left_out, passed, opened, drawing, checks } = props;
  useFormatKey();
  const { dispatch, open, sites, newId } = useBuilder();
  const [target, setTarget] = useState<number | null>(null);
  const dragged = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef(stops);
  useEffect(() => {
    latest.current = stops;
  });

  const move = useCallback(
    (key: string, to: number) => {
      const from = latest.current.findIndex((stop) => stop.key === key);
      const last = latest.current.length - 1;
      const at = Math.min(last, Math.max(0, to));
      if (from === -1 || at === from) return;
      dispatch({ type: 'move_stop', key, to: at });
      const name = latest.current[from]?.name.trim() || 'Stop';
      setAnnouncement(`${name} is now ${roleOf(at, last + 1)}, ${at + 1} of ${last + 1}`);
    },
    [dispatch],
  );
  const moves = useMemo<StopMoves>(
    () => ({
      move,
      dragStart: (key) => {
        dragged.current = key;
      },
      dragOver: (at) => {
        setTarget(dragged.current === null ? null : at);
        if (at === null) dragged.current = null;
      },
      drop: (at) => {
        if (dragged.current !== null) move(dragged.current, at);
        dragged.current = null;
        setTarget(null);
      },
    }),
    [move],
  );

  const suggested = useMemo(() => suggestionsFor({ stops }, sites), [stops, sites]);
  const has_error = useMemo(
    () =>
      new Set(
        checks.flatMap(({ severity, field }) => (severity === 'error' ? (stopKeyOf(field) ?? []) : [])),
      ),
    [checks],
  );
  const from = stops.findIndex(({ key }) => key === dragged.current);
  const clear = suggested.filter(({ sites }) => sites.length === 1);

  return (
    <FieldsSection
      title={`Trip (${stops.length} stops)`}
      aside={
        <div className={shared.rowTight}>
          {clear.length > 1 && (
            <Button
              size="compact-xs"
              leftSection={<IconBook size={14} aria-hidden />}
              onClick={() =>
                dispatch({
                  type: 'sites',
                  sites: Object.fromEntries(
                    clear.flatMap(({ key, sites: [site] }) => (site ? [[key, siteLink(site)]] : [])),
                  ),
                })
              }
            >
              Use {clear.length} suggested sites
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconArrowsUpDown size={14} aria-hidden />}
            onClick={() => dispatch({ type: 'reverse_stops' })}
          >
            Reverse
          </Button>
        </div>
      }
    >
      {passed && (
        <p className={shared.strongText} style={{ marginBottom: 8 }}>
          Starts at stop {passed.stops.length + 1}, because the truck has passed{' '}
          {passed.stops.map(({ name }, at) => isolated(name || `stop ${at + 1}`)).join(', ')}. A monitor would
          wait there.{' '}
          <Button size="compact-xs" onClick={() => dispatch({ type: 'start_at_origin' })}>
            Start at stop 1
          </Button>
        </p>
      )}
      <ol className={shared.list} style={{ marginInline: -16, borderBottom: '1px solid var(--wp-line)' }}>
        {stops.map((stop, at) => (
          <StopRow
            key={stop.key}
            stop={stop}
            at={at}
            count={stops.length}
            opened={opened === stop.key}
            drawing={drawing === stop.key}
            target={target === at && from !== at ? (at < from ? 'above' : 'below') : null}
            suggested={suggested.find(({ key }) => key === stop.key)?.sites ?? NO_SITES}
            has_error={has_error.has(stop.key)}
            moves={moves}
          />
        ))}
      </ol>
      {left_out.length > 0 && (
        <p className={shared.note} style={{ marginTop: 8 }}>
          {countText(left_out.length, 'stop')} without a place to track {plural(left_out.length, 'is', 'are')}{' '}
          left out: {left_out.map(leftOutName).join(', ')}.{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => dispatch({ type: 'add_left_out' })}
          >
            Add {plural(left_out.length, 'it', 'them')}
          </Button>
        </p>
      )}
      <div className={shared.wrapped} style={{ alignItems: 'center', marginTop: 12 }}>
        <Button
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            const key = newId();
            dispatch({ type: 'add_stop', key, at: stops.length - 1 });
            open(key);
          }}
        >
          Add a stop
        </Button>
        <span className={shared.note}>Stops are tracked in this order (our assumption).</span>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </FieldsSection>
  );
});
