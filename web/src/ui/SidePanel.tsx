/** What is open beside a list: a head with its title and the way to close it; below, a body that scrolls or a form of its own. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconX } from './icons.ts';
import { PanelTitle } from './PanelTitle.tsx';
import classes from './Section.module.css';

export interface SidePanelProps {
  /** Name of the region: "Delivery", "Site North yard". */
  readonly label: string;
  readonly title: string;
  /** The title takes the focus when it is drawn with one, and at each other one; null: the focus stays. */
  readonly focus_key?: string | number | null;
  /** Buttons between the title and the one that closes. */
  readonly buttons?: ReactNode;
  /** Of the button that closes, where it does not say enough of a panel: its name, and what it says on hover. */
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
    <aside className={classes.panel} aria-label={label}>
      <header className={classes.sidePanelHead}>
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

/** All the height that head and foot leave; scrolls by itself. */
export function SidePanelBody({ children }: { readonly children: ReactNode }) {
  return <div className={classes.body}>{children}</div>;
}
