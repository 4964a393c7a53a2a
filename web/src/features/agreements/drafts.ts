/** Dates that are half changed, by agreement. */
import { type TabDrafts, useTabDrafts } from '../../ui/use-tab-drafts.ts';
import { type DatesDraft, datesDraft } from './dates.ts';

export type DatesDrafts = TabDrafts<DatesDraft>;

export const useDrafts = () => useTabDrafts<DatesDraft>('waypost.agreement-drafts', datesDraft);
