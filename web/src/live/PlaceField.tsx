/** The location of a stop in one field: a site of the site book, a city, an address, or pasted coordinates. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { SITE_ROUTES } from '@waypost/contract/api/site-routes';
import type { PlaceMatch, Site } from '@waypost/contract/api/sites';
import { useState } from 'react';
import { useApi } from '../api/context.ts';
import type { Http } from '../api/http.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';
import type { LengthUnit } from '../geo/length.ts';
import { coordinatesIn } from '../geo/parse-coordinates.ts';
import { Suggest } from '../ui/Suggest.tsx';
import { type PickedPlace, placeAt, placeSuggestions } from './places.ts';
import type { FieldProps } from './TruckFields.tsx';

interface PlaceFieldProps extends FieldProps {
  readonly label: string;
  /** Text that has not been resolved to a place yet. */
  readonly typed: string;
  /** The text shown: what was typed, or the name of the place. */
  readonly value: string;
  readonly similar_to: string;
  readonly sites: readonly Site[];
  readonly unit: LengthUnit;
  /** Alternative suggested when the search fails: "enter coordinates". */
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
  const { places, loading, failed } = usePlaces(focused && read === null ? typed : '');
  const pickCoordinates = (text: string): boolean => {
    const position = coordinatesIn(text);
    if (!position?.ok) return false;
    onPick(placeAt(position));
    return true;
  };
  const none = failed ? `Search failed. Try again or ${instead}.` : 'No places found.';
  return (
    <Suggest
      {...field}
      placeholder="e.g. site, city, address or coordinates"
      description={read?.ok ? `${read.understood}. Press Enter to use it.` : description}
      suggestions={focused ? placeSuggestions({ typed, similar_to, sites, places, unit, pick: onPick }) : []}
      loading={loading}
      empty={typed.trim().length < 2 ? null : loading ? 'Searching…' : none}
      onEnter={() => pickCoordinates(typed)}
      onPaste={(event) => {
        if (pickCoordinates(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        if (typed !== '') pickCoordinates(typed);
        onLeave?.();
      }}
    />
  );
}

const DEBOUNCE_MS = 200;
const MIN_LENGTH = 2;

/** @param text empty: sends no request @returns `loading`: the places are still those of an earlier text, or none */
function usePlaces(text: string) {
  const wanted = text.trim().slice(0, 100);
  const [q] = useDebouncedValue(wanted, DEBOUNCE_MS);
  const enabled = q.length >= MIN_LENGTH;
  const query = useRead(SITE_ROUTES.findPlaces, queryKeys.places(q), {
    query: { q },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return {
    places: enabled && text.trim() !== '' ? (query.data?.items ?? []) : [],
    loading: wanted.length >= MIN_LENGTH && (q !== wanted || query.isPending || query.isPlaceholderData),
    failed: enabled && query.isError,
  };
}

const MIN_POPULATION = 50_000;

/** Parts of a stop's name that may be a city, most likely first: "Fort Worth, TX" in "Walmart DC Fort Worth, TX 6094". */
export function citiesIn(name: string): readonly string[] {
  const [, before, region] = /^(.+?), ?(\p{Lu}{2})\b/u.exec(name) ?? [];
  const words = (before ?? name).trim().split(/\s+/);
  const counts = [3, 2, 1].filter((count) => count <= words.length);
  return counts
    .map((count) =>
      region ? `${words.slice(-count).join(' ')}, ${region}` : words.slice(0, count).join(' '),
    )
    .filter((text) => text.length > MIN_LENGTH);
}

/** The city in a stop's name, and all found that are called the same, it included. */
export interface CityInName {
  readonly city: PlaceMatch;
  readonly same_name: readonly PlaceMatch[];
}

function cityInName(http: Http, name: string) {
  return queryOptions({
    queryKey: queryKeys.cityIn(name),
    queryFn: async ({ signal }): Promise<CityInName | null> => {
      for (const q of citiesIn(name)) {
        const { items } = await http.call(SITE_ROUTES.findPlaces, { query: { q }, signal });
        const [city, region] = q.toLowerCase().split(/, ?/);
        const same_name = items.filter(
          (place) =>
            place.kind === 'city' &&
            place.name.toLowerCase() === city &&
            (!region || place.region?.toLowerCase() === region),
        );
        const found = same_name.find(({ population }) => region || population >= MIN_POPULATION);
        if (found) return { city: found, same_name };
      }
      return null;
    },
    enabled: name !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The city in a stop's name; null when there is none or it is still loading.
 * @param name empty: sends no request
 */
export function useCityIn(name: string): PlaceMatch | null {
  const { http } = useApi();
  return useQuery(cityInName(http, name)).data?.city ?? null;
}

/** The cities in names of stops, shortly after they are typed; those without one, or not loaded yet, are left out. */
export function useCitiesIn(names: readonly string[]): Readonly<Record<string, CityInName>> {
  const { http } = useApi();
  const [debounced] = useDebouncedValue([...new Set(names)].join('\n'), DEBOUNCE_MS);
  const wanted = debounced.split('\n').filter((name) => name !== '');
  return useQueries({
    queries: wanted.map((name) => cityInName(http, name)),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data }, at) => (data ? [[wanted[at] as string, data] as const] : [])),
      ),
  });
}
