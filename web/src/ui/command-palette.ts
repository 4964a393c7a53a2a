/** Whether the command palette is open, and the input typed while its script was loading. */
import { useSyncExternalStore } from 'react';
import { Cell } from './signal.ts';

interface BufferedInput {
  readonly text: string;
  readonly entered: boolean;
}

export const MAX_SEARCH_LENGTH = 100;

const NO_INPUT: BufferedInput = { text: '', entered: false };

const opened = new Cell(false);
/** Null once the text field has rendered, and while the palette is closed. */
let buffer: BufferedInput | null = null;

export const commandPalette = {
  get: opened.get,
  set: (to: boolean): void => {
    if (to !== opened.get()) buffer = to ? NO_INPUT : null;
    opened.set(to);
  },
  /** Buffers a keystroke before the text field has rendered. @returns true when it was handled */
  bufferKey: (key: string): boolean => {
    if (buffer === null) return false;
    if (key === 'Escape') commandPalette.set(false);
    else if (key === 'Enter') buffer = { ...buffer, entered: true };
    else if (key === 'Backspace') buffer = { ...buffer, text: buffer.text.slice(0, -1) };
    else if (key.length === 1) buffer = { text: buffer.text + key, entered: false };
    else return false;
    return true;
  },
  /** Buffers pasted text before the text field has rendered. @returns true when it was handled */
  bufferPaste: (text: string): boolean => {
    if (buffer === null) return false;
    const line = text.trim().replace(/\s+/g, ' ');
    buffer = { text: (buffer.text + line).slice(0, MAX_SEARCH_LENGTH), entered: false };
    return true;
  },
  /** Returns the buffered input once; called when the text field has rendered. */
  takeBuffer: (): BufferedInput => {
    const input = buffer ?? NO_INPUT;
    buffer = null;
    return input;
  },
};

export const usePaletteOpened = (): boolean => useSyncExternalStore(opened.subscribe, opened.get);
