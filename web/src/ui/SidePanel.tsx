/** What is open beside a list: a head with its title and the way to close it; below, a body that scrolls or a form of its own. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  type FocusEvent,
  type FocusEventHandler,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { IconX } from './icons.ts';
import classes from './Section.module.css';
import shared from './shared.module.css';

/** Characters that fit into the lines of a title; more scroll, and what scrolls is reached by keyboard. */
const FITS = 120;

interface PanelTitleProps {
  readonly ref?: Ref<HTMLHeadingElement>;
  readonly children: string;
}

/** Heading of what is open beside a list. A long name wraps, and one that is longer still scrolls: nothing of it is cut off. */
export function PanelTitle({ ref, children }: PanelTitleProps) {
  return (
    <h2
      ref={ref}
      tabIndex={children.length > FITS ? 0 : -1}
      className={`${shared.scrollY} ${shared.anywhere} ${classes.panelTitleTitle}`}
    >
      {children}
    </h2>
  );
}

interface SidePanelProps {
  /** Name of the region: "Delivery", "Site North yard". */
  readonly label: string;
  readonly title: string;
  /** The title takes the focus when it is drawn with one, and at each other one; null: the focus stays. */
  readonly focus_key?: string | number | null;
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

/** All the height that head and foot leave; scrolls by itself. */
export function SidePanelBody({ children }: { readonly children: ReactNode }) {
  return <div className={`${shared.scrollY} ${shared.anywhere} ${classes.body}`}>{children}</div>;
}

interface PanelFormProps {
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly onBlur?: FocusEventHandler;
  /** With the button that submits. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

/** A form that fills a side panel: its fields scroll, what sends them stays in view. */
export function PanelForm({ ref, onSubmit, onBlur, foot, children }: PanelFormProps) {
  return (
    <form
      ref={ref}
      className={shared.fillColumn}
      noValidate
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className={`${shared.fillColumn} ${shared.scrollY} ${classes.fields}`}>{children}</div>
      {foot}
    </form>
  );
}

interface FormFootProps {
  /** On the button that submits. */
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

export interface LeftFields {
  /** Ids of the form fields that were left: a field shows no error before. */
  readonly left: ReadonlySet<string>;
  /** For the form or what holds its fields. */
  readonly onBlur: (event: FocusEvent) => void;
}

export function useLeftFields(): LeftFields {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const onBlur = useCallback(({ target: { id } }: FocusEvent) => {
    if (id !== '') setLeft((before) => (before.has(id) ? before : new Set([...before, id])));
  }, []);
  return { left, onBlur };
}
