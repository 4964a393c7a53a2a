/** Its name, and which subscription receives its events. */
import { NativeSelect, TextInput } from '@mantine/core';
import { MONITOR_NAME_MAX } from '@waypost/contract/monitors';
import { memo, useState } from 'react';
import { useWritingKey } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import classes from './Builder.module.css';
import { useField } from './field-props.ts';
import type { Act } from './use-draft.ts';

export interface LabelsSectionProps {
  readonly name: string;
  readonly webhook_group_id: string;
  /** Subscriptions that known monitors report to. */
  readonly groups: readonly string[];
  readonly act: Act;
  readonly onSettle: () => void;
}

const OTHER = 'other';

export const LabelsSection = memo(function LabelsSection(props: LabelsSectionProps) {
  useWritingKey();
  const { name, webhook_group_id, groups, act, onSettle } = props;
  const label = useField('name');
  const group = useField('webhook_group_id');
  const known = webhook_group_id === '' || groups.includes(webhook_group_id);
  const [other, setOther] = useState(false);
  const typed = other || !known;
  return (
    <section className={classes.fieldsSection} aria-labelledby="builder-labels">
      <div className={classes.fieldsHead}>
        <h2 id="builder-labels" className={classes.title}>
          Name and events
        </h2>
      </div>
      <div className={shared.stack}>
        <TextInput
          {...label}
          label="Name"
          placeholder="e.g. load or bill of lading number"
          description={
            name.length > 200
              ? `${name.trim().length} of ${MONITOR_NAME_MAX} characters`
              : 'Shown on every event.'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          onChange={({ currentTarget }) => act({ type: 'name', name: currentTarget.value }, 'name')}
          onBlur={onSettle}
        />
        <NativeSelect
          label="Send events to"
          value={typed ? OTHER : webhook_group_id}
          data={[
            { value: '', label: 'Waypost (default)' },
            ...groups.map((id) => ({ value: id, label: `Subscription ${id}` })),
            { value: OTHER, label: 'Another subscription…' },
          ]}
          onChange={({ currentTarget }) => {
            setOther(currentTarget.value === OTHER);
            act({
              type: 'webhook',
              webhook_group_id: currentTarget.value === OTHER ? '' : currentTarget.value,
            });
          }}
        />
        {typed && (
          <TextInput
            {...group}
            label="Subscription ID"
            placeholder="e.g. 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60"
            value={webhook_group_id}
            onChange={({ currentTarget }) =>
              act({ type: 'webhook', webhook_group_id: currentTarget.value.trim() }, 'webhook_group_id')
            }
            onBlur={onSettle}
          />
        )}
        {(typed || webhook_group_id !== '') && (
          <p className={shared.note}>
            Events sent elsewhere don't reach Waypost. It then relies on regular checks.
          </p>
        )}
      </div>
    </section>
  );
});
