import { Box, Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { DraftLine } from '../../../live/form/parts.tsx';
import { IconButton, type IconButtonProps } from '../../../ui/buttons.tsx';
import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronRight,
  IconInfoCircle,
} from '../../../ui/icons.ts';
import shared from '../../../ui/shared.module.css';
import { countText } from '../../../ui/units.ts';
import classes from './Builder.module.css';
import type { Check } from './checks-journey.ts';
import type { DraftAction } from './draft.ts';
import type { FieldName } from './fields.ts';
import type { BuilderDraft } from './use-draft.tsx';

interface ChecksPanelProps {
  readonly checks: readonly Check[];
  /** True after a send attempt: missing fields then show as errors, before that only as a count. */
  readonly tried: boolean;
  /** On small screens the panel stays collapsed until a send attempt. */
  readonly small: boolean;
  readonly onFocus: (field: FieldName) => void;
  readonly onFix: (action: DraftAction) => void;
}

export function ChecksPanel({ checks, tried, small, onFocus, onFix }: ChecksPanelProps) {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const closed = chosen ?? (small && !tried);
  const errors = checks.filter(({ severity }) => severity === 'error');
  const warnings = checks.filter(({ severity }) => severity === 'warning');
  if (checks.length === 0)
    return (
      <div className={classes.panel}>
        <Box component="p" className={shared.small} px={16} py={6}>
          All checks passed.
        </Box>
      </div>
    );
  // What has a way out is a decision; in a field, something is missing or not valid.
  const incomplete = tried ? [] : errors.filter(({ fix }) => !fix);
  const others = errors.length - incomplete.length;
  const parts = [
    incomplete.length > 0 && countText(incomplete.length, 'field to complete', 'fields to complete'),
    others > 0 && (tried ? countText(others, 'error', 'errors') : `${others} to decide`),
    warnings.length > 0 && countText(warnings.length, 'warning', 'warnings'),
  ];
  const Chevron = closed ? IconChevronRight : IconChevronDown;
  return (
    <section className={`${shared.column} ${classes.panel}`} aria-label="Checks">
      <button
        ref={toggle}
        type="button"
        className={`${shared.row} ${classes.toggle}`}
        aria-expanded={!closed}
        aria-controls={id}
        onClick={() => setChosen(!closed)}
      >
        <Chevron size={16} aria-hidden />
        <span aria-live="polite">{parts.filter(Boolean).join(', ')}</span>
      </button>
      {!closed && (
        <ul id={id} className={shared.scrollY} style={{ paddingBottom: 8 }}>
          {checks.map((check) => (
            <Row
              key={check.id}
              check={check}
              opened={check.id === (checks.some(({ id }) => id === opened) ? opened : checks[0]?.id)}
              onFocus={(field) => {
                setOpened(check.id);
                onFocus(field);
              }}
              onFix={(action) => {
                // The button goes with its check.
                toggle.current?.focus();
                onFix(action);
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  readonly check: Check;
  /** The others are cut after a line, unless something has to be decided. */
  readonly opened: boolean;
  readonly onFocus: (field: FieldName) => void;
  readonly onFix: (action: DraftAction) => void;
}

function Row({ check, opened, onFocus, onFix }: RowProps) {
  const { severity, sentence, reason, field, fix, why } = check;
  const Icon = severity === 'error' ? IconAlertTriangleFilled : IconInfoCircle;
  const must_decide = severity === 'error' && fix !== undefined;
  return (
    <li className={classes.row} data-severity={severity} data-opened={opened || must_decide || undefined}>
      <button
        type="button"
        className={classes.check}
        title={opened || must_decide ? undefined : `${sentence} ${reason}`}
        onClick={() => onFocus(field)}
      >
        <Icon size={16} aria-hidden className={classes.icon} />
        <VisuallyHidden>{severity === 'error' ? 'Error: ' : 'Warning: '}</VisuallyHidden>
        <span>
          <strong>{sentence}</strong> <span className={shared.secondary}>{reason}</span>
        </span>
      </button>
      {fix && (
        <Button size="compact-xs" flex="none" onClick={() => onFix(fix.action)}>
          {fix.label}
        </Button>
      )}
      {why && (
        <Link to="/" search={{ load: why }} className={`${shared.small} ${shared.fixed}`}>
          Show load
        </Link>
      )}
    </li>
  );
}

interface EditLineProps {
  readonly editor: Pick<BuilderDraft, 'undo' | 'redo' | 'discard' | 'save_state'>;
  readonly view: 'form' | 'map';
  readonly onView: ((view: 'form' | 'map') => void) | null;
}

export function EditLine({ editor, view, onView }: EditLineProps) {
  const { undo, redo, discard, save_state } = editor;
  return (
    <div className={`${shared.rowTight} ${classes.line}`}>
      {onView && (
        <fieldset className={shared.rowTight} style={{ marginRight: 8 }} aria-label="Form or map">
          <Button size="compact-sm" aria-pressed={view === 'form'} onClick={() => onView('form')}>
            Form
          </Button>
          <Button size="compact-sm" aria-pressed={view === 'map'} onClick={() => onView('map')}>
            Map
          </Button>
        </fieldset>
      )}
      <DraftLine save_state={save_state} onDiscard={discard} className={`${shared.small} ${shared.fill}`} />
      <ToolButton label="Undo (Ctrl Z)" icon={IconArrowBackUp} icon_size={18} run={undo} />
      <ToolButton label="Redo (Ctrl Shift Z)" icon={IconArrowForwardUp} icon_size={18} run={redo} />
    </div>
  );
}

interface ToolButtonProps extends IconButtonProps {
  /** Null: not now. */
  readonly run: (() => void) | null;
}

export const ToolButton = ({ run, ...button }: ToolButtonProps) => (
  <IconButton {...button} disabled={run === null} className={classes.step} onClick={() => run?.()} />
);
