/** The page of a shared load, built apart: who opens one loads nothing of the board, and the board nothing of this page. */
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
