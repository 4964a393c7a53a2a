// Runs before the first paint: light, dark, or what the system says. Same key as ui/color-scheme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('waypost.color_scheme');
  } catch {
    // Storage may be forbidden; the system's choice is right then.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
