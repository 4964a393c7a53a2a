/** Watched loads and monitors that need the access, and until when; those that last longer than it stand first. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { type ReactNode, useState } from 'react';
import { IconAlertTriangleFilled } from '../../ui/icons.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime, shortDateTime } from '../../ui/time.ts';
import { personLocale } from '../../ui/units.ts';
import classes from './NeedsSection.module.css';
import { countText, thingsText } from './names.ts';

export interface NeedsSectionProps {
  readonly agreement: BoardAgreement;
  readonly unknown: number;
  readonly now: number;
}

const FIRST = 6;

export function NeedsSection({ agreement, unknown, now }: NeedsSectionProps) {
  const { loads, monitors, load_list, monitor_list } = agreement.dependents;
  const [all, setAll] = useState(false);
  const doubt = unknown > 0 && (
    <p className={classes.note}>
      We don't know the fleet of every truck: {countText(unknown, 'watched load')} may depend on this
      agreement too.
    </p>
  );
  if (loads + monitors === 0)
    return (
      <Section title="Needed by">
        <p className={`${shared.secondary} ${shared.plain}`}>No load or monitor needs it.</p>
        {doubt}
      </Section>
    );
  const due = (until: string | null) => until !== null && Date.parse(until) <= now;
  // What had to be there by now needs it no more.
  const rank = ({ ends_before, needed_until }: Row) => (ends_before ? 0 : due(needed_until) ? 2 : 1);
  const rows: Row[] = [
    ...load_list.map((one) => ({
      ...one,
      key: one.load_id,
      link: (
        <Link to="/" search={{ load: one.load_id }} className={classes.link}>
          {one.load_ref ?? one.load_id.slice(0, 8)}
        </Link>
      ),
      what: !due(one.until) ? 'delivers' : due(one.needed_until) ? 'was due' : 'in transit, was due',
    })),
    ...monitor_list.map((one) => ({
      ...one,
      key: one.id,
      link: (
        <Link to="/monitors/$monitor_id" params={{ monitor_id: one.id }} className={classes.link}>
          {one.name ?? `Monitor ${one.id.slice(0, 8)}`}
        </Link>
      ),
      what: due(one.until) ? 'monitor, expired' : 'monitor, expires',
    })),
  ].sort((a, b) => rank(a) - rank(b));
  const shown = all ? rows : rows.slice(0, FIRST);
  return (
    <Section title={`Needed by ${thingsText(loads, monitors)}`}>
      <ul className={classes.list}>
        {shown.map(({ key, link, what, until, ends_before }) => (
          <li key={key} className={classes.item}>
            <span className={shared.ellipsis}>{link}</span>
            <span className={classes.until} data-late={ends_before || undefined}>
              {ends_before && <IconAlertTriangleFilled size={12} aria-label="After access ends:" />}
              {until ? (
                <time dateTime={until} title={fullDateTime(until)}>
                  {what} {shortDateTime(until, now)}
                </time>
              ) : (
                'no end date'
              )}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > FIRST && (
        <Button size="compact-xs" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${rows.length.toLocaleString(personLocale())}`}
        </Button>
      )}
      {doubt}
    </Section>
  );
}

interface Row {
  readonly key: string;
  readonly link: ReactNode;
  readonly what: string;
  readonly until: string | null;
  readonly needed_until: string | null;
  readonly ends_before: boolean;
}
