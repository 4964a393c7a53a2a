/** Pages in the navigation. To add one, add a row here and its route in routes/pages.tsx. */
import type { Icon } from '@tabler/icons-react';
import type { Right } from '@waypost/contract/api/session';
import { useSession } from '../api/context.ts';
import { mayNow } from '../api/session.ts';
import {
  IconArchive,
  IconArrowsExchange,
  IconBuilding,
  IconChartBar,
  IconDeviceTv,
  IconFileCheck,
  IconGasStation,
  IconHistory,
  IconKey,
  IconMail,
  IconMap,
  IconMapPin,
  IconPlugConnected,
  IconRefresh,
  IconRoute,
  IconScreenShare,
  IconServer,
  IconSteeringWheel,
  IconUpload,
  IconUsers,
  IconWebhook,
} from '../ui/icons.ts';

/** In display order, with their headings. */
const PAGE_GROUPS = [
  ['watch', 'Watch'],
  ['onboard', 'Onboard'],
  ['report', 'Report'],
  ['run', 'Admin'],
] as const;
interface PageRow {
  readonly group: (typeof PAGE_GROUPS)[number][0];
  readonly to: string;
  readonly label: string;
  readonly Icon: Icon;
  /** Left out: everyone with read access. */
  readonly right?: Right;
}

export const PAGES = [
  { group: 'watch', to: '/', label: 'Board', Icon: IconMap },
  { group: 'watch', to: '/wall', label: 'Wall board', Icon: IconDeviceTv },
  { group: 'watch', to: '/handover', label: 'Handover', Icon: IconArrowsExchange },
  { group: 'watch', to: '/monitors', label: 'Monitors', Icon: IconRoute },
  { group: 'watch', to: '/sites', label: 'Site book', Icon: IconMapPin },
  { group: 'watch', to: '/archive', label: 'Archive', Icon: IconArchive },
  { group: 'onboard', to: '/invitations', label: 'Invitations', Icon: IconMail },
  { group: 'onboard', to: '/bulk', label: 'Bulk jobs', Icon: IconUpload, right: 'manage_onboarding' },
  { group: 'onboard', to: '/fleets', label: 'Fleets', Icon: IconBuilding },
  { group: 'onboard', to: '/agreements', label: 'Agreements', Icon: IconFileCheck },
  { group: 'onboard', to: '/drivers', label: 'Drivers', Icon: IconSteeringWheel },
  { group: 'report', to: '/usage', label: 'Usage', Icon: IconChartBar },
  { group: 'report', to: '/fuel', label: 'Fuel', Icon: IconGasStation },
  { group: 'run', to: '/activity', label: 'Activity', Icon: IconHistory, right: 'administer' },
  { group: 'run', to: '/deliveries', label: 'Incoming webhooks', Icon: IconWebhook, right: 'administer' },
  { group: 'run', to: '/system', label: 'System status', Icon: IconServer, right: 'administer' },
  { group: 'run', to: '/jobs', label: 'Background jobs', Icon: IconRefresh, right: 'administer' },
  { group: 'run', to: '/people', label: 'People', Icon: IconUsers, right: 'administer' },
  { group: 'run', to: '/api-keys', label: 'API keys', Icon: IconKey, right: 'administer' },
  { group: 'run', to: '/wall-screens', label: 'Wall screens', Icon: IconScreenShare, right: 'administer' },
  {
    group: 'run',
    to: '/outgoing-webhooks',
    label: 'Outgoing webhooks',
    Icon: IconPlugConnected,
    right: 'administer',
  },
] as const satisfies readonly PageRow[];
export type Page = (typeof PAGES)[number];

export function usePages() {
  const session = useSession();
  const shown = PAGES.filter((page) => !('right' in page) || mayNow(session, page.right));
  return PAGE_GROUPS.map(([group, label]) => ({
    group,
    label,
    pages: shown.filter((page): page is Page => page.group === group),
  })).filter(({ pages }) => pages.length > 0);
}
