// Sets the color scheme and reduced motion before the first paint, from the preferences that src/ui/prefs.ts
// stores.
(() => {
  let stored = null;
  try {
    stored = JSON.parse(localStorage.getItem('waypost.prefs') ?? '{}');
  } catch {
    // Storage may be forbidden or broken; fall back to the system's choice.
  }
  const chosen = stored?.theme;
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (stored?.motion === 'reduced') document.documentElement.setAttribute('data-motion', 'reduced');
})();
