/** Which deliveries are shown: by state and by family of events. */
import { NativeSelect } from '@mantine/core';
import { DELIVERY_STATES } from '@waypost/contract/api/words';
import { Chips } from '../../ui/Chips.tsx';
import { FilterRow } from '../../ui/ListLayout.tsx';
import type { DeliveryFilter } from './use-deliveries.ts';
import { DELIVERY_STATE_WORD, FAMILIES } from './words.ts';

export interface FiltersProps extends DeliveryFilter {
  readonly onChange: (change: DeliveryFilter) => void;
}

export function Filters({ state, event, onChange }: FiltersProps) {
  // One event, from an address typed by hand.
  const typed = event !== undefined && !FAMILIES.some(({ value }) => value === event);
  return (
    <FilterRow>
      <Chips
        label="Filter by state"
        chips={DELIVERY_STATES.map((key) => ({ key, word: DELIVERY_STATE_WORD[key] }))}
        pressed={state ? [state] : []}
        onPress={(one) => onChange({ state: one === state ? undefined : one })}
      />
      <NativeSelect
        aria-label="Filter by family of events"
        size="xs"
        value={event ?? ''}
        data={[
          { value: '', label: 'All events' },
          ...FAMILIES,
          ...(typed ? [{ value: event, label: event }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ event: value || undefined })}
      />
    </FilterRow>
  );
}
