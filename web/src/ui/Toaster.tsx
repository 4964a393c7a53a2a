/**
 * Shows toasts at the bottom of the page; on a phone the newest alone, the others behind their number. Hovering or focusing a toast
 * pauses its timeout.
 */
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { IconX } from './icons.ts';
import shared from './shared.module.css';
import classes from './Toaster.module.css';
import { type ShownToast, toasts } from './toasts.ts';
import { countText } from './units.ts';
import { useLayout } from './use-media.ts';

const SHOWN_MS = 6_000;
/** Longer, to leave time to read and decide; on a phone, where it covers rows, less. */
const UNDO_MS = { wide: 30_000, phone: 12_000 } as const;

export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const phone = useLayout() === 'phone';
  /** The newest when the others were unfolded: what comes later folds them again. */
  const [unfolded, setUnfolded] = useState(0);
  const newest = shown.at(-1)?.id ?? 0;
  const folds = phone && newest > unfolded;
  const others = shown.length - 1;
  /** What had the focus before a message got it. */
  const before = useRef<HTMLElement | null>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement, HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const hide = ({ id }: ShownToast, button: HTMLElement) => {
    if (button === document.activeElement) {
      const to = before.current?.isConnected ? before.current : document.querySelector('[role="grid"]');
      (to as HTMLElement | null)?.focus({ preventScroll: true });
    }
    toasts.hide(id);
  };
  return (
    <section
      className={`${shared.columnTight} ${classes.toasts}`}
      aria-label="Messages"
      aria-live="polite"
      onFocus={onFocus}
    >
      {folds && others > 0 && (
        <button type="button" className={classes.others} onClick={() => setUnfolded(newest)}>
          {countText(others, 'more message')}
        </button>
      )}
      {shown.map((toast) => (
        <Toast
          key={toast.id}
          toast={toast}
          hidden={folds && toast.id !== newest}
          undo_ms={UNDO_MS[phone ? 'phone' : 'wide']}
          onHide={hide}
        />
      ))}
    </section>
  );
}

interface ToastProps {
  readonly toast: ShownToast;
  /** Its time passes all the same. */
  readonly hidden: boolean;
  readonly undo_ms: number;
  /** Hides it; the focus of the button leaves it first. */
  readonly onHide: (toast: ShownToast, button: HTMLElement) => void;
}

function Toast({ toast, hidden, undo_ms, onHide }: ToastProps) {
  const { id, title, text, stays = false, action } = toast;
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused || stays) return;
    const timer = setTimeout(() => toasts.hide(id), action ? undo_ms : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [paused, stays, id, action, undo_ms]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing the timeout is not an action.
    <div
      hidden={hidden}
      className={`${shared.line} ${shared.box} ${classes.toast}`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className={`${shared.fill} ${shared.anywhere} ${classes.words}`}>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={({ currentTarget }) => {
            onHide(toast, currentTarget);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label="Dismiss"
        onClick={({ currentTarget }) => onHide(toast, currentTarget)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
