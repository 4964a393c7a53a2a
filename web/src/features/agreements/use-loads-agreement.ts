/**
 * From a load of the board to the agreement of its fleet. The service does not say which fleet a vehicle belongs to, so it is found
 * only when that has been learnt; else the agreements that share vehicles without their locations are what there is to look at.
 */
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { useEffect, useEffectEvent, useState } from 'react';

/** @returns the load whose agreement could not be told, for a sentence about it. */
export function useLoadsAgreement(
  load_id: string | undefined,
  items: readonly BoardAgreement[] | undefined,
  onFound: (agreement_id: string | null) => void,
): string | null {
  const [looked, setLooked] = useState<string | null>(null);
  const found = useEffectEvent((id: string | null) => {
    setLooked(id === null ? (load_id ?? null) : null);
    onFound(id);
  });
  const known = items !== undefined;
  const carrier =
    load_id === undefined
      ? undefined
      : items?.find(({ dependents }) => dependents.load_list.some((load) => load.load_id === load_id))?.id;
  useEffect(() => {
    if (load_id !== undefined && known && looked !== load_id) found(carrier ?? null);
  }, [load_id, known, carrier, looked]);
  return load_id !== undefined && looked === load_id ? load_id : null;
}
