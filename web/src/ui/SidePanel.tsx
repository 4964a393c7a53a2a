import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { IconX } from './icons.ts';
import classes from './Section.module.css';
import shared from './shared.module.css';

/** Characters that fit into the visible lines of a title; longer titles scroll and are focusable for keyboards. */
const MAX_VISIBLE_LENGTH = 120;

interface PanelTitleProps {
  readonly ref?: Ref<HTMLHeadingElement>;
  readonly children: string;
}

/** Long titles wrap, and very long ones scroll; nothing is cut off. */
export function PanelTitle({ ref, children }: PanelTitleProps) {
  return (
    <h2
      ref={ref}
      tabIndex={children.length > MAX_VISIBLE_LENGTH ? 0 : -1}
      className={`${shared.scrollY} ${shared.anywhere} ${classes.panelTitleTitle}`}
    >
      {children}
    </h2>
  );
}

interface SidePanelProps {
  readonly label: string;
  readonly title: string;
  /** A change focuses the title; null: the focus stays. */
  readonly focus_key?: string | number | null;
  readonly buttons?: ReactNode;
  readonly close_words?: { readonly label: string; readonly tip: string };
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const CLOSE_WORDS = { label: 'Close the panel', tip: 'Close (Esc)' } as const;

export function SidePanel(props: SidePanelProps) {
  const { label, title, focus_key = null, buttons, close_words = CLOSE_WORDS, onClose, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus_key !== null) heading.current?.focus({ preventScroll: true });
  }, [focus_key]);
  return (
    <aside className={`${shared.column} ${classes.panel}`} aria-label={label}>
      <header className={`${shared.row} ${shared.fixed} ${classes.sidePanelHead}`}>
        <PanelTitle ref={heading}>{title}</PanelTitle>
        {buttons}
        <Tooltip label={close_words.tip}>
          <ActionIcon aria-label={close_words.label} onClick={onClose}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      {children}
    </aside>
  );
}

export function SidePanelBody({ children }: { readonly children: ReactNode }) {
  return <div className={`${shared.scrollY} ${shared.anywhere} ${classes.body}`}>{children}</div>;
}

interface PanelFormProps extends ComponentProps<'form'> {
  readonly foot: ReactNode;
}

/** A form that fills a side panel: its fields scroll, its footer stays visible. */
export function PanelForm({ foot, children, ...form }: PanelFormProps) {
  return (
    <form className={shared.fillColumn} {...form}>
      <div className={`${shared.fillColumn} ${shared.scrollY} ${classes.fields}`}>{children}</div>
      {foot}
    </form>
  );
}

interface FormFootProps {
  readonly action: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
}

export function FormFoot({ action, busy, onCancel }: FormFootProps) {
  return (
    <div className={shared.footButtons}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="filled" type="submit" loading={busy}>
        {action}
      </Button>
    </div>
  );
}
