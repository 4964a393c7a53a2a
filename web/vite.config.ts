import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vite';

/** The server in development. Its PUBLIC_URL must be the address of this dev server. */
const SERVER = process.env.WAYPOST_SERVER ?? 'http://localhost:8080';

/** The first text on the page is Latin, so its font is preloaded with the page rather than after the style sheet. */
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

/** Chunks that a page may load later, with the style sheets and chunks that these need besides those of its first view. */
function partsOf(page: RegExp, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunkOf = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const parts = new Set<string>();
  const first = new Set<string>();
  const addFirst = (file: string) => {
    if (first.has(file)) return;
    first.add(file);
    for (const next of chunkOf.get(file)?.imports ?? []) addFirst(next);
  };
  const add = (file: string) => {
    const chunk = chunkOf.get(file);
    if (!chunk || first.has(file) || parts.has(file)) return;
    parts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) parts.add(style);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next);
  };
  const pages = chunks.filter(({ modules }) => Object.keys(modules).some((id) => page.test(id)));
  for (const { fileName } of [...chunks.filter(({ isEntry }) => isEntry), ...pages]) addFirst(fileName);
  for (const { dynamicImports } of pages) for (const file of dynamicImports) add(file);
  return [...parts];
}

/** Names what the board loads later, so that the page can fetch it while there is a connection (ui/parts.ts). */
function nameParts(): Plugin {
  return {
    name: 'waypost-name-parts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        {
          tag: 'meta',
          attrs: {
            name: 'parts',
            content: partsOf(/web\/src\/pages\/BoardPage\.tsx$/, bundle ?? {})
              .map((file) => `/${file}`)
              .join(' '),
          },
          injectTo: 'head' as const,
        },
      ],
    },
  };
}

/** The shared-load page has its own build (vite.share.config.ts); in development this server serves both. */
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
 * zod can export its schemas as JSON Schema, which only the server uses. Each schema references that code, so the
 * bundler would include it: here its functions are replaced by stubs that throw.
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
        const stub = 'const stub = () => { throw new Error("left out of the page"); };\n';
        // `create…Method` is called for each schema; the method that it returns is never called.
        const stubFor = (name: string) => (/^create\w+Method$/.test(name) ? '() => stub' : 'stub');
        return {
          code: stub + names.map((name) => `export const ${name} = ${stubFor(name)};\n`).join(''),
          map: null,
        };
      },
    },
  };
}

/** zod probes whether eval is allowed; the CSP blocks it, and the browser reports each violation as an issue. */
function withoutEval(): Plugin {
  return {
    name: 'waypost-without-eval',
    enforce: 'pre',
    transform: {
      filter: { id: /zod\/v4\/core\/core\.js$/ },
      handler(code) {
        const jitless = code.replace('.__zod_globalConfig = {}', '.__zod_globalConfig = { jitless: true }');
        if (jitless === code) this.error('zod keeps its configuration elsewhere now: set `jitless` there');
        return { code: jitless, map: null };
      },
    },
  };
}

/**
 * Modules of the page frame and the board's first rows, with their imports, in one file instead of forty: every
 * file costs a request, its headers and a new compression context (13 kB in total).
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
 * Modules that the board's first view needs in addition. One file for the same reason; a visit that starts on
 * another page loads slightly more than it needs.
 */
const BOARD = /web\/src\/(pages\/BoardPage|map\/MapFrame)\.tsx?$/;

/** What every map needs, in one file with the map library. */
const ENGINE = /web\/src\/map\/(engine|basemap-style|lazy-overlay|labels)\.ts$/;

/** Icons not used in the board's first view: as separate files, the first script would list each of them. */
const ICONS = new RegExp(
  [
    'icons/Icon(AlertTriangle|ArrowBackUp|ArrowForwardUp|Ban|CircleCheck|CirclePlus|ClockX|Download|Eye|Filter',
    '|LayoutList|Pencil|PlayerPause|PlayerPlay|Settings|Sun|Truck)\\.mjs$',
  ].join(''),
);

export default defineConfig({
  plugins: [withoutJsonSchema(), withoutEval(), react(), preloadFont(), nameParts(), sharePage()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Inlined fonts and icons would be data: URLs, which the CSP forbids.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME, priority: 1 },
            { name: 'board', test: BOARD },
            { name: 'icons', test: ICONS },
            { name: 'engine', test: ENGINE },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // Host and Origin are passed through unchanged, so the server's origin check also works in development.
      '/api': { target: SERVER, changeOrigin: false },
      '/bff': { target: SERVER, changeOrigin: false },
    },
  },
});
