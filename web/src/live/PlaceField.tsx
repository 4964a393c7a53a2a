/** Where a stop is: the site book, a city, an address, or coordinates as people paste them, all in one field. */
import type { Site } from '@waypost/contract/api/sites';
import { useState } from 'react';
import type { LengthUnit } from '../geo/length.ts';
import { looksLikeCoordinates, parseCoordinates } from '../geo/parse-coordinates.ts';
import { Suggest } from '../ui/Suggest.tsx';
import { type PickedPlace, placeSuggestions } from './place-suggestions.ts';
import type { FieldProps } from './TruckFields.tsx';
import { usePlaces } from './use-places.ts';

export interface PlaceFieldProps extends FieldProps {
  readonly label: string;
  /** What is in the field and no place yet. */
  readonly typed: string;
  /** What is in the field: what was typed, or the place. */
  readonly value: string;
  /** Name whose similar sites are offered while nothing is typed. */
  readonly similar_to: string;
  readonly sites: readonly Site[];
  /** Of the radius of a site. */
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
  const is_position = looksLikeCoordinates(typed);
  const { places, failed } = usePlaces(focused && !is_position ? typed : '');
  const read = is_position ? parseCoordinates(typed) : null;
  /** True when it was a place. */
  const takeText = (text: string): boolean => {
    const position = looksLikeCoordinates(text) ? parseCoordinates(text) : null;
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
