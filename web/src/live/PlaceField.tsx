/** Where a stop is: the site book, a city, an address, or coordinates as people paste them, all in one field. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SITE_ROUTES } from '@waypost/contract/api/site-routes';
import type { PlaceMatch, Site } from '@waypost/contract/api/sites';
import { useState } from 'react';
import { useApi } from '../api/context.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';
import type { LengthUnit } from '../geo/length.ts';
import { coordinatesIn } from '../geo/parse-coordinates.ts';
import { Suggest } from '../ui/Suggest.tsx';
import { type PickedPlace, placeSuggestions } from './places.ts';
import type { FieldProps } from './TruckFields.tsx';

interface PlaceFieldProps extends FieldProps {
  readonly label: string;
  /** What is in the field and no place yet. */
  readonly typed: string;
  /** What is in the field: what was typed, or the place. */
  readonly value: string;
  readonly similar_to: string;
  readonly sites: readonly Site[];
  readonly unit: LengthUnit;
  /** What else to do when the search failed: "enter coordinates". */
  readonly instead: string;
  readonly onText: (text: string) => void;
  readonly onPick: (place: PickedPlace) => void;
  readonly onEscape?: (() => void) | undefined;
  readonly onLeave?: () => void;
}

export function PlaceField(props: PlaceFieldProps) {
  const { typed, similar_to, sites, unit, instead, description, onPick, onLeave, ...field } = props;
  const [focused, setFocused] = useState(false);
  const read = coordinatesIn(typed);
  const { places, failed } = usePlaces(focused && read === null ? typed : '');
  const takeText = (text: string): boolean => {
    const position = coordinatesIn(text);
    if (!position?.ok) return false;
    const { latitude, longitude } = position;
    onPick({ latitude, longitude, name: null, place_name: null, site: null });
    return true;
  };
  const none = failed ? `Search failed. Try again or ${instead}.` : 'No places found.';
  return (
    <Suggest
      {...field}
      placeholder="e.g. site, city, address or coordinates"
      description={read?.ok ? `${read.understood}. Press Enter to use it.` : description}
      suggestions={focused ? placeSuggestions({ typed, similar_to, sites, places, unit, pick: onPick }) : []}
      empty={typed.trim().length < 2 ? null : none}
      onEnter={() => takeText(typed)}
      onPaste={(event) => {
        if (takeText(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        if (typed !== '') takeText(typed);
        onLeave?.();
      }}
    />
  );
}

const AFTER_MS = 200;
const SHORTEST = 2;

/** @param text empty: nothing is asked */
export function usePlaces(text: string): { places: readonly PlaceMatch[]; failed: boolean } {
  const [q] = useDebouncedValue(text.trim().slice(0, 100), AFTER_MS);
  const asked = q.length >= SHORTEST;
  const query = useRead(SITE_ROUTES.findPlaces, queryKeys.places(q), {
    query: { q },
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return {
    places: asked && text.trim() !== '' ? (query.data?.items ?? []) : [],
    failed: asked && query.isError,
  };
}

const WELL_KNOWN = 50_000;

/**
 * What may be a city in a stop's name, most likely first: "Fort Worth, TX" of "Walmart DC Fort Worth, TX 6094", and of a name without a region its first words,
 * "Lincoln" of "Lincoln Terminal 5".
 */
export function citiesIn(name: string): readonly string[] {
  const [, before, region] = /^(.+?), ?(\p{Lu}{2})\b/u.exec(name) ?? [];
  const words = (before ?? name).trim().split(/\s+/);
  const counts = [3, 2, 1].filter((count) => count <= words.length);
  return counts
    .map((count) =>
      region ? `${words.slice(-count).join(' ')}, ${region}` : words.slice(0, count).join(' '),
    )
    .filter((text) => text.length > SHORTEST);
}

/** The city that a name begins with or holds; null: none, or not known yet. @param name empty: nothing is asked */
export function useCityIn(name: string): PlaceMatch | null {
  const { http } = useApi();
  const query = useQuery({
    queryKey: queryKeys.cityIn(name),
    queryFn: async ({ signal }) => {
      for (const q of citiesIn(name)) {
        const { items } = await http.call(SITE_ROUTES.findPlaces, { query: { q }, signal });
        const [city, region] = q.toLowerCase().split(/, ?/);
        const found = items.find(
          (one) =>
            one.kind === 'city' &&
            one.name.toLowerCase() === city &&
            (region ? one.region?.toLowerCase() === region : one.population >= WELL_KNOWN),
        );
        if (found) return found;
      }
      return null;
    },
    enabled: name !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return query.data ?? null;
}
