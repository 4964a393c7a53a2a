/** A browser's user agent in words. Order matters: most browsers name the one that they descend from, too. */
const BROWSERS = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const named = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** "Edge on Windows"; other programs by their own name. */
export function browserText(user_agent: string | null): string {
  if (user_agent === null) return 'Unknown browser';
  const browser = named(BROWSERS, user_agent);
  const system = named(SYSTEMS, user_agent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return system ? `A browser on ${system}` : (user_agent.split('/')[0] ?? user_agent);
}
