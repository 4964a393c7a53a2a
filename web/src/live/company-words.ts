/** The names of company settings, in the settings and in the activity log. */
import type { CompanyThresholds } from '@waypost/contract/api/company';

interface LimitWords {
  readonly label: string;
  /** Empty: a number of times. */
  readonly unit: string;
}

export const LIMIT_WORDS: Readonly<Record<keyof CompanyThresholds, LimitWords>> = {
  late_after_minutes: { label: 'Late after', unit: 'min' },
  late_high_minutes: { label: 'High severity from', unit: 'min' },
  late_critical_minutes: { label: 'Critical severity from', unit: 'min' },
  delivered_after_hours: { label: 'Counts as delivered after', unit: 'h' },
  remind_after_days: { label: 'Remind fleets after', unit: 'd' },
  max_reminders: { label: 'Reminders at most', unit: '' },
};

export const COMPANY_LABELS = {
  name: 'Company name',
  contact: 'Contact for fleets',
  length_unit: 'Distance',
  volume_unit: 'Volumes',
  time_zone: 'Time zone',
  clock: 'Clock',
  late_rules: 'Late after, by customer or lane',
} as const;
