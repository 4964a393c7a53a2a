/** Pages in the order of the rail and of a phone's "More". A new page adds a row here, and its route in router.tsx. */
import { IconMap, IconMapPin, IconRoute, IconWebhook } from '../ui/icons.ts';

export const PAGES = [
  { to: '/', label: 'Board', Icon: IconMap },
  { to: '/monitors', label: 'Monitors', Icon: IconRoute },
  { to: '/sites', label: 'Site book', Icon: IconMapPin },
  { to: '/deliveries', label: 'Deliveries', Icon: IconWebhook },
] as const;
