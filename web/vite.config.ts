import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where the server listens in development; PUBLIC_URL of that server is then this one's address. */
const SERVER = process.env.WAYPOST_SERVER ?? 'http://localhost:8080';

/** The first text on the page is Latin: its font file is asked for with the page, not after the style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'waypost-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}

export default defineConfig({
  plugins: [react(), preloadFont()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // A font or icon inside a script would be a data: address, which the policy refuses.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      // The page's own Host and Origin pass on, so that the server's origin check means something here too.
      '/api': { target: SERVER, changeOrigin: false },
      '/bff': { target: SERVER, changeOrigin: false },
    },
  },
  test: {
    // Whole pages are drawn in some of them, beside other work on small machines.
    testTimeout: 20_000,
  },
});
