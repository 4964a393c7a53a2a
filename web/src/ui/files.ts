/** Reading files that a person chooses, and downloading files. */
import { personZone } from './time.ts';
import { toWall } from './zoned.ts';

/** Decodes UTF-8, UTF-16 or, as a fallback that accepts any bytes, Windows-1252: spreadsheets write all three. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Detected by the byte order mark, or by a zero byte next to an ASCII character at the start. */
function utf16Of([first = 0, second = 0]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const letter = (byte: number) => byte > 0 && byte < 0x80;
  if ((first === 0xff && second === 0xfe) || (letter(first) && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && letter(second))) return 'utf-16be';
  return null;
}

/** Limit in bytes, far above any realistic table. */
const TABLE_MAX = 20_000_000;
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

type TableText = { readonly text: string } | { readonly reason: string };

/** Reads a file as the text of a table. @returns the text, or why it is not one, without a final period */
export async function tableText(file: Blob): Promise<TableText> {
  if (file.size > TABLE_MAX) return { reason: 'The file is larger than 20 MB. Split it' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (WORKBOOKS.some((signature) => signature.every((byte, at) => bytes[at] === byte)))
      return { reason: 'This is an Excel workbook. Save it as CSV, then choose the CSV file' };
    const text = decodeText(bytes);
    return text.includes('\0') ? { reason: 'This file is not text. Choose a CSV file' } : { text };
  } catch {
    return { reason: "The file can't be read. It may have been moved or changed; choose it again" };
  }
}
export function download(name: string, content: BlobPart, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then; large contents must not stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `monitors-2026-11-20-2030.csv`, in the person's time zone: sorts by time, and is valid on every file system. */
export function fileName(what: string, now: number, extension = 'csv'): string {
  const at = toWall(now, personZone()).replace('T', '-').replace(':', '');
  return `${what.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '')}-${at}.${extension}`;
}
