/** Pieces of the page's start-up, each with the edits that remove it, for `pnpm bench:startup`. */
import type { Mutation } from '../../bff/soak/mutation.ts';

export type Edit = Pick<Mutation, 'file' | 'text' | 'becomes'>;

export interface Variant {
  readonly piece: string;
  /** Lines of product code and build configuration that would go with the piece, without tests; counted by hand. */
  readonly lines: number;
  readonly edits: readonly Edit[];
}

const VITE = 'web/vite.config.ts';

export const VARIANTS: readonly Variant[] = [
  {
    piece: 'land placeholder before the map',
    lines: 215,
    edits: [
      {
        file: 'web/src/map/MapView.tsx',
        text: 'placeholder_view && <LandPlaceholder where={placeholder_view} theme={theme} after={after} />',
        becomes: 'placeholder_view && undefined',
      },
    ],
  },
  {
    piece: 'map waits for the rows',
    lines: 25,
    edits: [
      {
        file: 'web/src/pages/BoardPage.tsx',
        text: '                    after={readiness.rowsPainted}\n',
        becomes: '',
      },
    ],
  },
  {
    piece: 'map waits for steady frames',
    lines: 35,
    edits: [
      {
        file: 'web/src/map/use-engine.ts',
        text: '  await steadyFrames();\n  warmUpCanvas();\n  await steadyFrames();\n',
        becomes: '  warmUpCanvas();\n',
      },
      { file: 'web/src/map/engine.ts', text: '      await steadyFrames();\n', becomes: '' },
    ],
  },
  {
    piece: 'first canvas before the map',
    lines: 9,
    edits: [{ file: 'web/src/map/use-engine.ts', text: '  warmUpCanvas();\n', becomes: '' }],
  },
  {
    piece: 'files of the basemap one by one',
    lines: 12,
    edits: [
      {
        file: 'web/src/map/engine.ts',
        text: "      await this.#waitFor('idle', STEP_TIMEOUT_MS);\n      await steadyFrames();\n",
        becomes: '',
      },
    ],
  },
  {
    piece: 'marker animation',
    lines: 345,
    edits: [
      {
        file: 'web/src/map/engine.ts',
        text: '        if (this.#complete && moves.length > 0) this.#animation.request();\n',
        becomes: '',
      },
    ],
  },
  {
    piece: 'last snapshot',
    lines: 165,
    edits: [
      {
        file: 'web/src/main.tsx',
        text: `  persistSnapshot({
    session,
    store,
    snapshot: new LastSnapshot({
      caches: globalThis.caches ?? null,
      fetchList: () => http.open(BOARD_ROUTES.listLoads, { background: true }),
    }),
    hidden: () => document.hidden,
  });
`,
        becomes: '',
      },
    ],
  },
  {
    piece: 'late: script of the board asked for with the session',
    lines: 2,
    edits: [{ file: 'web/src/main.tsx', text: 'if (!SIGNS_IN) void loadBoardPage();\n', becomes: '' }],
  },
  {
    piece: 'late: parts of the board beside its script (deferred, lazyWithRetry)',
    lines: 290,
    edits: [
      {
        file: VITE,
        text: '(pages\\/BoardPage|map\\/MapFrame)\\.tsx?$/',
        becomes: [
          '(pages\\/BoardPage|map\\/MapFrame|.*\\/(LoadPanel|MapSelection|ShareDialog|AddLoads|Announcer|MoreView',
          '|KeyboardHelp|BoardViews|RowMenu|OffersLine|ListStates|PickBar|list-keys|Setup|GroupMenu|GroupHeading',
          '|FleetHeading|LoadTable|ClusterList|MapLegend|ListTools|ConnectionDetails|PersonMenuOpen|CallPopover',
          '|HistorySection|EvidenceSection|SearchPalette|run-actions|estimate-basis))\\.tsx?$/',
        ].join(''),
      },
    ],
  },
  {
    piece: 'late: parts wait for the first view (whenFirstViewReady)',
    lines: 30,
    edits: [
      { file: 'web/src/ui/deferred.tsx', text: 'void firstView.then(loadOnce)', becomes: 'void loadOnce()' },
      {
        file: 'web/src/ui/deferred.tsx',
        text: 'whenFirstViewReady = (): Promise<void> => firstView;',
        becomes: 'whenFirstViewReady = (): Promise<void> => Promise.resolve();',
      },
    ],
  },
  {
    piece: 'late: parts of the map beside its script (LazyValue, LazyOverlay)',
    lines: 140,
    edits: [
      {
        file: VITE,
        text: '(engine|basemap-style|lazy-overlay|labels)\\.ts$/',
        becomes:
          '(engine|basemap-style|lazy-overlay|labels|marker-animation|label-placer|(circle|trail|place|detail)-control)\\.ts$/',
      },
    ],
  },
  {
    piece: 'late: parts fetched ahead (fetchParts)',
    lines: 57,
    edits: [
      {
        file: 'web/src/main.tsx',
        text: "  void import('./ui/parts.ts').then(({ fetchParts }) => fetchParts(document), ignore);\n",
        becomes: '',
      },
    ],
  },
  {
    piece: 'build: first view in three files',
    lines: 45,
    edits: [
      {
        file: VITE,
        text: `            { name: 'frame', test: FRAME, priority: 1 },
            { name: 'board', test: BOARD },
            { name: 'icons', test: ICONS },
            { name: 'engine', test: ENGINE },
`,
        becomes: '',
      },
      // Their names differ then: all are minified again, as those three are.
      { file: 'web/compress.ts', text: '(frame|board|engine)-[^/]*', becomes: '[^/]*' },
    ],
  },
];
