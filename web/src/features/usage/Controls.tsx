/** Which usage is shown: months, type, and for administrators whose. */
import { NativeSelect } from '@mantine/core';
import { useDisabledReason } from '../../api/context.ts';
import { readableName } from '../../ui/readable-name.ts';
import { PartnerPicker } from './PartnerPicker.tsx';
import { LAST_MONTHS, yearsOf } from './scope.ts';
import type { UsageSearch } from './search.ts';
import classes from './UsageView.module.css';

export interface ControlsProps {
  readonly search: UsageSearch;
  readonly onSearch: (change: Partial<UsageSearch>) => void;
  /** Of the range, whatever the filter. */
  readonly entity_types: readonly string[];
  readonly now: number;
}

export function Controls({ search, onSearch, entity_types, now }: ControlsProps) {
  const { year, entity_type, partner_id } = search;
  const disabledReason = useDisabledReason('administer');
  const types =
    entity_type === undefined || entity_types.includes(entity_type)
      ? entity_types
      : [...entity_types, entity_type];
  return (
    <div className={classes.controls}>
      <NativeSelect
        aria-label="Months"
        size="xs"
        value={year ?? ''}
        data={[
          { value: '', label: `Last ${LAST_MONTHS} months` },
          ...yearsOf(now, year).map((one) => ({ value: String(one), label: String(one) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ year: value === '' ? undefined : Number(value), month: undefined })
        }
      />
      <NativeSelect
        aria-label="Entity type"
        size="xs"
        value={entity_type ?? ''}
        data={[
          { value: '', label: 'All types' },
          ...types.map((value) => ({ value, label: readableName(value) })),
        ]}
        onChange={({ currentTarget: { value } }) => onSearch({ entity_type: value || undefined })}
      />
      {disabledReason === null && (
        <PartnerPicker
          key={partner_id}
          value={partner_id}
          onChange={(value) => onSearch({ partner_id: value, entity_type: undefined })}
        />
      )}
    </div>
  );
}
