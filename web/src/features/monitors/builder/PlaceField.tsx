/** Where a stop is: the site book, a city, or coordinates as people paste them, all in one field. */
import type { Site } from '@waypost/contract/api/sites';
import { memo, useState } from 'react';
import type { LengthUnit } from '../../../geo/length.ts';
import { lengthText } from '../../../geo/length.ts';
import { looksLikeCoordinates, parseCoordinates } from '../../../geo/parse-coordinates.ts';
import { personLocale } from '../../../ui/locale.ts';
import { useWritingKey } from '../../../ui/prefs.ts';
import { Suggest, type Suggestion } from '../../../ui/Suggest.tsx';
import { coordinatesText } from '../../../ui/units.ts';
import type { DraftStop } from './draft.ts';
import { useField } from './field-props.ts';
import { stopField } from './fields.ts';
import { siteLink } from './from-load.ts';
import { wordsOf } from './match-sites.ts';
import type { Act } from './use-draft.ts';
import { usePlaces } from './use-places.ts';

export interface PlaceFieldProps {
  readonly stop: DraftStop;
  readonly title: string;
  readonly sites: readonly Site[];
  readonly unit: LengthUnit;
  readonly act: Act;
  readonly onSettle: () => void;
}

const MOST_SITES = 8;
const MOST_PLACES = 6;

export const PlaceField = memo(function PlaceField(props: PlaceFieldProps) {
  useWritingKey();
  const { stop, title, act, onSettle } = props;
  const [focused, setFocused] = useState(false);
  const typed = stop.place_text;
  const { places, failed } = usePlaces(focused && !looksLikeCoordinates(typed) ? typed : '');
  const field = useField(stopField(stop.key, 'place'));
  const coordinates = stop.center ? coordinatesText(stop.center) : '';
  const shown = typed || stop.place_name || coordinates;

  /** True when it was a place. */
  const takeText = (text: string): boolean => {
    const read = looksLikeCoordinates(text) ? parseCoordinates(text) : null;
    if (!read?.ok) return false;
    const { latitude, longitude } = read;
    act({ type: 'circle', key: stop.key, center: { latitude, longitude } });
    onSettle();
    return true;
  };
  const suggestions = focused ? suggestionsOf(props, typed, places) : [];
  const read = typed !== '' && looksLikeCoordinates(typed) ? parseCoordinates(typed) : null;
  return (
    <Suggest
      {...field}
      error={field.error}
      label={`Place of ${title}`}
      placeholder="e.g. site, city, address or coordinates"
      description={
        read?.ok
          ? `${read.understood}. Press Enter to use it.`
          : shown === stop.place_name && coordinates !== ''
            ? coordinates
            : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={shown}
      onText={(place_text) =>
        act({ type: 'stop', key: stop.key, change: { place_text } }, `place:${stop.key}`)
      }
      suggestions={suggestions}
      empty={
        typed.trim().length < 2
          ? null
          : failed
            ? 'Search failed. Try again or draw the circle.'
            : 'No places found.'
      }
      onEnter={() => takeText(typed)}
      onEscape={
        typed === '' ? undefined : () => act({ type: 'stop', key: stop.key, change: { place_text: '' } })
      }
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        if (takeText(text)) event.preventDefault();
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        if (typed !== '') takeText(typed);
        onSettle();
      }}
    />
  );
});

function suggestionsOf(
  { stop, sites, unit, act, onSettle }: PlaceFieldProps,
  typed: string,
  places: ReturnType<typeof usePlaces>['places'],
): readonly Suggestion[] {
  const read = looksLikeCoordinates(typed) ? parseCoordinates(typed) : null;
  if (read?.ok)
    return [
      {
        id: 'coordinates',
        group: 'Coordinates',
        title: coordinatesText(read),
        detail: read.understood,
        pick: () => {
          const { latitude, longitude } = read;
          act({ type: 'circle', key: stop.key, center: { latitude, longitude } });
          onSettle();
        },
      },
    ];
  return [
    ...findSites(sites, typed || stop.name).map(
      (site): Suggestion => ({
        id: site.id,
        group: 'Site book',
        title: site.name,
        detail: `${lengthText(site.radius_meters, unit)} around ${coordinatesText(site)}`,
        pick: () => {
          act({ type: 'site', key: stop.key, site: siteLink(site) });
          onSettle();
        },
      }),
    ),
    ...[
      ...nearFirst(places.filter(({ kind }) => kind === 'city')).slice(0, MOST_PLACES),
      ...places.filter(({ kind }) => kind === 'address'),
    ].map(
      (place): Suggestion => ({
        id: `${place.name} ${place.latitude} ${place.longitude}`,
        group: place.kind === 'city' ? 'Cities' : 'Addresses',
        title: [place.name, place.region, place.country].filter((part) => part).join(', '),
        detail:
          place.population > 0 ? `${place.population.toLocaleString(personLocale())} people` : undefined,
        pick: () => {
          const { latitude, longitude, name, region } = place;
          act({
            type: 'circle',
            key: stop.key,
            center: { latitude, longitude },
            name,
            place_name: region ? `${name}, ${region}` : name,
          });
          onSettle();
        },
      }),
    ),
  ];
}

/** Trucks drive here; the rest of the world comes after. */
const NEAR = new Set(['US', 'CA', 'MX']);
const nearFirst = <T extends { readonly country: string }>(places: readonly T[]): readonly T[] => [
  ...places.filter(({ country }) => NEAR.has(country)),
  ...places.filter(({ country }) => !NEAR.has(country)),
];

/** Sites whose name holds every word, in any order; those that begin with them first. */
export function findSites(sites: readonly Site[], text: string): readonly Site[] {
  const plain = text.trim().toLowerCase();
  if (plain === '') return sites.slice(0, MOST_SITES);
  const words = wordsOf(text);
  const found: Site[] = [];
  for (const site of sites) {
    const name = site.name.toLowerCase();
    const own = wordsOf(site.name);
    const fits =
      name.includes(plain) ||
      (words.length > 0 && words.every((word) => own.some((one) => one.startsWith(word))));
    if (fits) found.push(site);
  }
  const first = (site: Site) => (site.name.toLowerCase().startsWith(plain) ? 0 : 1);
  return found.toSorted((a, b) => first(a) - first(b)).slice(0, MOST_SITES);
}
