/** What a monitor is called and found by. */
import type { MonitorCommand } from '@waypost/contract/api/monitors';
import type { MonitorState } from './reducer.ts';

const TAG = /\s*\[wp-[0-9a-z]{12}\]$/;

export function nameOf(state: MonitorState, command: MonitorCommand | null): string | null {
  const name = command?.name ?? textOf(state, 'name')?.replace(TAG, '') ?? '';
  return name.trim() === '' ? null : name.trim();
}

export function numberOf(state: MonitorState, field: string): number | null {
  const value = state.fields[field]?.v;
  return typeof value === 'number' ? value : null;
}

export function textOf(state: MonitorState, field: string): string | null {
  const value = state.fields[field]?.v;
  return typeof value === 'string' ? value : null;
}
