/** Shows toasts at the foot of the page. They wait while the pointer or the focus is on them. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconX } from './icons.ts';
import shared from './shared.module.css';
import classes from './Toaster.module.css';
import { type ShownToast, toasts } from './toasts.ts';

const SHOWN_MS = 6_000;
/** Long enough to read, decide and reach. */
const UNDO_MS = 12_000;

export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <section className={`${shared.columnTight} ${classes.toasts}`} aria-label="Messages" aria-live="polite">
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function OneToast({ toast }: { readonly toast: ShownToast }) {
  const { id, title, text, action } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => toasts.hide(id), action ? UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, id, action]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding still is no action of its own.
    <div
      className={`${shared.line} ${shared.box} ${classes.toast}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={`${shared.fill} ${shared.anywhere} ${classes.words}`}>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            toasts.hide(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => toasts.hide(id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
