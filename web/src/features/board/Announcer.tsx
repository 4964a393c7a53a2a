import { useEffect, useRef, useState } from 'react';
import { useLive, useNewExceptions } from '../../live/context.ts';
import { exceptionNames, namesText, newText } from '../../live/exception-names.ts';
import shared from '../../ui/shared.module.css';

const ANNOUNCE_DELAY_MS = 5_000;

/** Announces new exceptions to screen readers, in batches that can be spoken. */
export function Announcer() {
  const { store, fleets } = useLive();
  const { ids } = useNewExceptions();
  const [text, setText] = useState('');
  const announced = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const added = [...ids].filter((load_id) => !announced.current.has(load_id));
    if (added.length === 0) return;
    const timer = setTimeout(() => {
      announced.current = new Set(ids);
      const names = exceptionNames(added, { store, fleets });
      setText(`${newText(names)}: ${namesText(names)}`);
    }, ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [ids, store, fleets]);
  return (
    <div aria-live="polite" className={shared.hidden}>
      {text}
    </div>
  );
}
