/** Status of a monitor in a word and a shape. No colour: colour means health, and a status is none. */
import type { Icon } from '@tabler/icons-react';
import { IconBan, IconCircleCheck, IconClockX, IconEye, IconHelpCircle } from '../../../ui/icons.ts';
import type { MonitorState } from './facts.ts';

export const STATE: Readonly<Record<MonitorState, { word: string; Icon: Icon }>> = {
  active: { word: 'Active', Icon: IconEye },
  completed: { word: 'Completed', Icon: IconCircleCheck },
  expired: { word: 'Expired', Icon: IconClockX },
  cancelled: { word: 'Cancelled', Icon: IconBan },
  other: { word: 'Unknown', Icon: IconHelpCircle },
};

/** With the raw value beside a word that represents something nobody knows. */
export function stateText(state: MonitorState, raw: string | null): string {
  return state === 'other' && raw !== null ? `Unknown: ${raw}` : STATE[state].word;
}
