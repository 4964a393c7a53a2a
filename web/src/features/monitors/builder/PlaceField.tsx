/** Where a stop is: the site book, a city, or coordinates as people paste them, all in one field. */
import type { Site } from '@waypost/contract/api/sites';
import { memo, useState } from 'react';
import type { LengthUnit } from '../../../geo/length.ts';
import { looksLikeCoordinates, parseCoordinates } from '../../../geo/parse-coordinates.ts';
import { type PickedPlace, placeSuggestions } from '../../../live/place-suggestions.ts';
import { usePlaces } from '../../../live/use-places.ts';
import { useWritingKey } from '../../../ui/prefs.ts';
import { Suggest } from '../../../ui/Suggest.tsx';
import { coordinatesText } from '../../../ui/units.ts';
import type { DraftStop } from './draft.ts';
import { useField } from './field-props.ts';
import { stopField } from './fields.ts';
import { siteLink } from './from-load.ts';
import type { Act } from './use-draft.ts';

export interface PlaceFieldProps {
  readonly stop: DraftStop;
  readonly title: string;
  readonly sites: readonly Site[];
  readonly unit: LengthUnit;
  readonly act: Act;
  readonly onSettle: () => void;
}

export const PlaceField = memo(function PlaceField(props: PlaceFieldProps) {
  useWritingKey();
  const { stop, title, sites, unit, act, onSettle } = props;
  const [focused, setFocused] = useState(false);
  const typed = stop.place_text;
  const { places, failed } = usePlaces(focused && !looksLikeCoordinates(typed) ? typed : '');
  const field = useField(stopField(stop.key, 'place'));
  const coordinates = stop.center ? coordinatesText(stop.center) : '';
  const shown = typed || stop.place_name || coordinates;

  const pick = ({ site, latitude, longitude, name, place_name }: PickedPlace) => {
    const center = { latitude, longitude };
    if (site) act({ type: 'site', key: stop.key, site: siteLink(site) });
    else if (name === null) act({ type: 'circle', key: stop.key, center });
    else act({ type: 'circle', key: stop.key, center, name, place_name: place_name ?? name });
    onSettle();
  };
  /** True when it was a place. */
  const takeText = (text: string): boolean => {
    const read = looksLikeCoordinates(text) ? parseCoordinates(text) : null;
    if (!read?.ok) return false;
    const { latitude, longitude } = read;
    act({ type: 'circle', key: stop.key, center: { latitude, longitude } });
    onSettle();
    return true;
  };
  const suggestions = focused
    ? placeSuggestions({ typed, similar_to: stop.name, sites, places, unit, pick })
    : [];
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
