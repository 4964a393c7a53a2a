/** Hands what the page has made to the person as a file. */

export function download(name: string, content: BlobPart, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it up by then; content of megabytes must not stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `monitors-2026-11-20-2030.csv`: sorts by time, and holds nothing that a file system minds. */
export function fileName(what: string, now: number, extension = 'csv'): string {
  const at = new Date(now).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `${what.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '')}-${at}.${extension}`;
}
