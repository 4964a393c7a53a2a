/**
 * Where to go after signing in (rule 4): a path of our own, nothing else. Anything doubtful becomes the board.
 * Browsers read `\` as `/` and drop tabs and line breaks, so those are refused before the address is parsed.
 */
const PLACEHOLDER = 'https://waypost.invalid';

export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2000) return '/';
  if (!value.startsWith('/') || value.startsWith('//')) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
  if (/[\u0000-\u001f\u007f\\]/.test(value)) return '/';
  let url: URL;
  try {
    url = new URL(value, PLACEHOLDER);
  } catch {
    return '/';
  }
  if (url.origin !== PLACEHOLDER) return '/';
  const path = url.pathname + url.search + url.hash;
  // `/..//host` and the like turn into `//host` only after they are resolved.
  if (path.startsWith('//') || path.startsWith('/bff/') || path.startsWith('/api/')) return '/';
  return path;
}
