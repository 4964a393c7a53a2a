import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLive, useNewExceptions } from '../../live/context.ts';
import { exceptionNames, namesText, newText } from '../../live/exception-names.ts';
import shared from '../../ui/shared.module.css';

const ANNOUNCE_DELAY_MS = 5_000;

/**
 * Announces new exceptions to screen readers, in batches that can be spoken. Later ones do not delay a batch, and neither a pointer nor a
 * key in the list, which count exceptions as seen, takes them out of it.
 */
export function Announcer() {
  const { store, fleets } = useLive();
  const { ids } = useNewExceptions();
  const [text, setText] = useState('');
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef<ReadonlySet<string>>(new Set());
  const announce = useEffectEvent(() => {
    timer.current = undefined;
    const still = [...waiting.current].filter((load_id) => store.facts(load_id)?.attention);
    waiting.current.clear();
    if (still.length === 0) return;
    const names = exceptionNames(still, { store, fleets });
    setText(`${newText(names)}: ${namesText(names)}`);
  });
  useEffect(() => {
    for (const load_id of ids) if (!seen.current.has(load_id)) waiting.current.add(load_id);
    seen.current = ids;
    if (waiting.current.size > 0) timer.current ??= setTimeout(() => announce(), ANNOUNCE_DELAY_MS);
  }, [ids]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div aria-live="polite" className={shared.hidden}>
      {text}
    </div>
  );
}
