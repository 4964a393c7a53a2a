/** Shows toasts at the bottom of the page. Hovering or focusing a toast pauses its timeout. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconX } from './icons.ts';
import shared from './shared.module.css';
import classes from './Toaster.module.css';
import { type ShownToast, toasts } from './toasts.ts';

const SHOWN_MS = 6_000;
/** Longer, to leave time to read and decide. */
const UNDO_MS = 30_000;

export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <section className={`${shared.columnTight} ${classes.toasts}`} aria-label="Messages" aria-live="polite">
      {shown.map((toast) => (
        <Toast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function Toast({ toast }: { readonly toast: ShownToast }) {
  const { id, title, text, stays = false, action } = toast;
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused || stays) return;
    const timer = setTimeout(() => toasts.hide(id), action ? UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [paused, stays, id, action]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing the timeout is not an action.
    <div
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
