/** The shared-load page has its own build, so that neither it nor the board loads code of the other. */
import { defineConfig } from 'vite';
import page from './vite.config.ts';

export default defineConfig({
  plugins: page.plugins ?? [],
  publicDir: false,
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    emptyOutDir: false,
    rolldownOptions: { input: 'share.html' },
  },
});
