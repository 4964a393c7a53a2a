/** Sites that are half written, by their id or `new`. */
import { useTabDrafts } from '../../ui/use-tab-drafts.ts';
import { type SiteDraft, siteDraft } from './site-draft.ts';

export const useDrafts = () => useTabDrafts<SiteDraft>('waypost.site-drafts', siteDraft);
