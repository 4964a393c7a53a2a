import { type ReactNode, useMemo } from 'react';
import { useConfig } from '../api/config.ts';
import { MapDataContext } from './use-engine.ts';

/** What the operator has set up for the maps of the page. */
export function MapDataProvider({ children }: { children: ReactNode }) {
  const config = useConfig();
  const data = useMemo(
    () => ({ tiles_url: config?.map_tiles_url ?? null, imagery: config?.map_satellite ?? null }),
    [config],
  );
  return <MapDataContext value={data}>{children}</MapDataContext>;
}
