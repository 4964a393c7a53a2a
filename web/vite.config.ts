import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

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

/** The page of a shared load is built apart (vite.share.config.ts); in development this server has both. */
function sharePage(): Plugin {
  return {
    name: 'waypost-share-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.url === '/share') request.url = '/share.html';
        next();
      });
    },
  };
}

/**
 * The schema library can write its schemas down in another language, which the server does and no page. Each schema holds on to
 * that part, so the bundler would keep it: here its functions say that they were left out.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'waypost-without-json-schema',
    enforce: 'pre',
    transform: {
      filter: { id: /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
      handler: (code) => {
        const names = [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
          ([, name = '']) => name,
        );
        const left = 'const left = () => { throw new Error("left out of the page"); };\n';
        // A maker of a method is called with each schema, and what it makes by nobody.
        const stub = (name: string) => (/^create\w+Method$/.test(name) ? '() => left' : 'left');
        return {
          code: left + names.map((name) => `export const ${name} = ${stub(name)};\n`).join(''),
          map: null,
        };
      },
    },
  };
}

/** The schema library tries out whether it may generate code; the policy refuses it, and the browser reports each refusal as an issue. */
function withoutEval(): Plugin {
  return {
    name: 'waypost-without-eval',
    enforce: 'pre',
    transform: {
      filter: { id: /zod\/v4\/core\/core\.js$/ },
      handler(code) {
        const shown = code.replace('.__zod_globalConfig = {}', '.__zod_globalConfig = { jitless: true }');
        if (shown === code) this.error('zod keeps its configuration elsewhere now: set `jitless` there');
        return { code: shown, map: null };
      },
    },
  };
}

/**
 * What the frame of every page and the board's first rows show: one file in place of forty, of which each costs a head and a fetch and begins
 * compressing anew (13 kB in all). What these import comes with them.
 */
const FRAME = new RegExp(
  [
    'web/src/main',
    'web/src/frame/(AppFrame|ServiceState|pages)',
    'web/src/ui/(HealthBadge|Chips|SearchBox|Grid|EmptyState|Banner|units|prefs|Section)',
    'web/src/live/Age',
    'web/src/map/(markers|use-engine)',
    'web/src/features/loads/marker',
    'icons/Icon(MapPin|Columns|Lock|ClockExclamation|HelpCircle|ArrowsSort|Clock|Plus|ChevronRight)',
  ]
    .map((path) => `${path}\\.(tsx?|mjs)$`)
    .join('|'),
);

/**
 * What the board's first view needs besides: its list and the settings' synchronization. One file for the same reason; who starts on another page
 * loads a little more than that page needs.
 */
const BOARD = /web\/src\/(pages\/BoardPage|features\/settings\/follow|map\/MapFrame)\.tsx?$/;

/** Icons of several pages, none of them in the board's first view: as files of their own each would be named in the first script. */
const ICONS = new RegExp(
  [
    'icons/Icon(AlertTriangle|ArrowBackUp|ArrowForwardUp|Ban|CircleCheck|CirclePlus|ClockX|Download|Eye|Filter',
    '|LayoutList|Pencil|PlayerPause|PlayerPlay|Settings|Sun|Truck)\\.mjs$',
  ].join(''),
);

export default defineConfig({
  plugins: [withoutJsonSchema(), withoutEval(), react(), preloadFont(), sharePage()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // A font or icon inside a script would be a data: address, which the policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME, priority: 1 },
            { name: 'board', test: BOARD },
            { name: 'icons', test: ICONS },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // The page's own Host and Origin pass on, so that the server's origin check means something here too.
      '/api': { target: SERVER, changeOrigin: false },
      '/bff': { target: SERVER, changeOrigin: false },
    },
  },
});
