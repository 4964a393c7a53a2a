/** What was found before sending: errors apart from warnings, each leading to its field. */
import { Button, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconChevronRight,
  IconInfoCircle,
} from '../../../ui/icons.ts';
import classes from './Builder.module.css';
import type { Check } from './check.ts';
import type { DraftAction } from './draft.ts';
import type { FieldName } from './fields.ts';

export interface ChecksPanelProps {
  readonly checks: readonly Check[];
  /** True once the monitor was to be sent: what is missing is then said as an error, before only counted. */
  readonly tried: boolean;
  /** Where there is little room it waits, closed, until sending was tried. */
  readonly small: boolean;
  readonly onFocus: (field: FieldName) => void;
  readonly onFix: (action: DraftAction) => void;
}

export function ChecksPanel({ checks, tried, small, onFocus, onFix }: ChecksPanelProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const closed = chosen ?? (small && !tried);
  const errors = checks.filter(({ severity }) => severity === 'error');
  const warnings = checks.filter(({ severity }) => severity === 'warning');
  if (checks.length === 0)
    return (
      <div className={classes.panel}>
        <p className={classes.fine}>All checks passed.</p>
      </div>
    );
  const parts = [
    errors.length > 0 &&
      count(errors.length, tried ? 'error' : 'required field', tried ? 'errors' : 'required fields'),
    warnings.length > 0 && count(warnings.length, 'warning', 'warnings'),
  ];
  const Chevron = closed ? IconChevronRight : IconChevronDown;
  return (
    <section className={classes.panel} aria-label="Checks">
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={!closed}
        aria-controls={id}
        onClick={() => setChosen(!closed)}
      >
        <Chevron size={16} aria-hidden />
        <span aria-live="polite">{parts.filter(Boolean).join(', ')}</span>
      </button>
      {!closed && (
        <ul id={id} className={classes.list}>
          {checks.map((check) => (
            <Row key={check.id} check={check} onFocus={onFocus} onFix={onFix} />
          ))}
        </ul>
      )}
    </section>
  );
}

const count = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`;

interface RowProps {
  readonly check: Check;
  readonly onFocus: (field: FieldName) => void;
  readonly onFix: (action: DraftAction) => void;
}

function Row({ check, onFocus, onFix }: RowProps) {
  const { severity, sentence, reason, field, fix } = check;
  const Icon = severity === 'error' ? IconAlertTriangleFilled : IconInfoCircle;
  return (
    <li className={classes.row} data-severity={severity}>
      <button type="button" className={classes.check} onClick={() => onFocus(field)}>
        <Icon size={16} aria-hidden className={classes.icon} />
        <VisuallyHidden>{severity === 'error' ? 'Error: ' : 'Warning: '}</VisuallyHidden>
        <span>
          <strong>{sentence}</strong> <span className={classes.reason}>{reason}</span>
        </span>
      </button>
      {fix && (
        <Button size="compact-xs" className={classes.fix} onClick={() => onFix(fix.action)}>
          {fix.label}
        </Button>
      )}
    </li>
  );
}
