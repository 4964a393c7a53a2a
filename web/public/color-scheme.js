// Runs before the first paint: light, dark, or what the system says; and less motion where it was asked for. Reads what
// src/ui/prefs.ts keeps.
(() => {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem('waypost.prefs') ?? '{}');
  } catch {
    // Storage may be forbidden or broken; the system's choice is right then.
  }
  const chosen = kept?.theme;
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (kept?.motion === 'reduced') document.documentElement.setAttribute('data-motion', 'reduced');
})();
