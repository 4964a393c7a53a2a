/** Where the draft is kept, and the way back and forth. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '../../../ui/icons.ts';
import shared from '../../../ui/shared.module.css';
import classes from './Builder.module.css';
import type { DraftEditor } from './use-draft.ts';

const KEEPING = {
  fresh: 'No changes yet',
  kept: 'Draft saved on this computer',
  lost: "This browser can't save drafts. Keep this page open",
} as const;

export interface DraftLineProps {
  readonly editor: Pick<DraftEditor, 'undo' | 'redo' | 'discard' | 'keeping'>;
  readonly view: 'form' | 'map';
  /** On a phone form and map take turns; null: they stand side by side. */
  readonly onView: ((view: 'form' | 'map') => void) | null;
}

export function DraftLine({ editor, view, onView }: DraftLineProps) {
  const { undo, redo, discard, keeping } = editor;
  return (
    <div className={classes.line}>
      {onView && (
        <fieldset className={classes.views} aria-label="Form or map">
          <Button size="compact-sm" aria-pressed={view === 'form'} onClick={() => onView('form')}>
            Form
          </Button>
          <Button size="compact-sm" aria-pressed={view === 'map'} onClick={() => onView('map')}>
            Map
          </Button>
        </fieldset>
      )}
      <span className={`${shared.small} ${shared.fill}`} role="status">
        {KEEPING[keeping]}
      </span>
      {keeping !== 'fresh' && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={discard}>
          Discard
        </Button>
      )}
      <Step label="Undo (Ctrl Z)" run={undo}>
        <IconArrowBackUp size={18} aria-hidden />
      </Step>
      <Step label="Redo (Ctrl Shift Z)" run={redo}>
        <IconArrowForwardUp size={18} aria-hidden />
      </Step>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly run: (() => void) | null;
  readonly children: React.ReactNode;
}

function Step({ label, run, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={run === null} className={classes.step} onClick={() => run?.()}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
