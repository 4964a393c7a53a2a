/**
 * A chart with its title, what it says in a sentence, its twin as a table, and its files. The drawing is given; nothing of the page is known here.
 */
import { Button, Menu } from '@mantine/core';
import { createContext, type ReactNode, use, useId, useMemo, useRef } from 'react';
import { download, fileName } from '../files.ts';
import { IconChartBar, IconDownload, IconTable } from '../icons.ts';
import { type KeyWords, useShortcuts } from '../keys.ts';
import shared from '../shared.module.css';
import { toast } from '../toasts.ts';
import { ChartTable, twinCsv } from './ChartTable.tsx';
import classes from './chart.module.css';
import type { Twin } from './types.ts';

/** All charts of a page are drawings or all are tables: one choice, one key (t). The page keeps it, in its address for one. */
export type ChartView = 'chart' | 'table';

interface Choice {
  readonly view: ChartView;
  readonly turn: () => void;
}

const ChartViewContext = createContext<Choice | null>(null);

const KEYS: KeyWords = [
  [['t'], 'Switch between chart and table'],
  [['←', '→'], 'In a chart: move between values'],
  [['Enter'], 'In a chart: open details'],
];

interface ChartViewsProps {
  readonly value: ChartView;
  readonly onChange: (view: ChartView) => void;
  readonly children: ReactNode;
}

export function ChartViews({ value, onChange, children }: ChartViewsProps) {
  const choice = useMemo(
    () => ({ view: value, turn: () => onChange(value === 'chart' ? 'table' : 'chart') }),
    [value, onChange],
  );
  useShortcuts({ t: choice.turn }, KEYS);
  return <ChartViewContext value={choice}>{children}</ChartViewContext>;
}

function useChartView(): Choice {
  const choice = use(ChartViewContext);
  if (!choice) throw new Error('no ChartViews above this chart');
  return choice;
}

const SVG = 'http://www.w3.org/2000/svg';
const PADDING = 16;
const HEAD = 32;
/** What the style sheets of the page decide. */
const WRITTEN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
] as const;

interface StandAlone {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const attribute = (element: Element, name: string) => Number(element.getAttribute(name));

/**
 * @param about a line under the title: of when it is, and what is not whole
 * @param styleOf computed style, in the theme that the page has
 */
export function standAlone(
  chart: SVGSVGElement,
  title: string,
  about: string,
  styleOf: (element: Element) => CSSStyleDeclaration = getComputedStyle,
): StandAlone {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll('*')];
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = styleOf(originals[at] as Element);
    for (const name of WRITTEN) {
      const value = style.getPropertyValue(name);
      // A pattern is named without quotes in a file: not every reader takes them.
      if (value !== '') element.setAttribute(name, value.replace(/^url\("(#.*)"\)$/, 'url($1)'));
    }
    for (const name of ['class', 'role', 'tabindex', 'aria-selected', 'data-active', 'data-pick'])
      element.removeAttribute(name);
  }
  for (const reacts of copy.querySelectorAll('[data-hit]')) reacts.remove();
  const [, , inner, high] = (chart.getAttribute('viewBox') ?? '0 0 640 240').split(' ').map(Number);
  const width = (inner ?? 640) + 2 * PADDING;
  const height = (high ?? 240) + 2 * PADDING + HEAD + 8;
  const ground = styleOf(document.body).backgroundColor || '#ffffff';
  const color = styleOf(chart).color || '#1f2429';
  const font = styleOf(chart).fontFamily || 'sans-serif';
  const whole = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  }))
    whole.setAttribute(name, String(value));
  const add = (tag: string, attributes: Readonly<Record<string, string | number>>, text = '') => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text) element.textContent = text;
    whole.append(element);
  };
  add('title', {}, title);
  add('rect', { width, height, fill: ground });
  const letters = { x: PADDING, fill: color, 'font-family': font };
  add('text', { ...letters, y: PADDING + 12, 'font-size': 15, 'font-weight': 600 }, title);
  add('text', { ...letters, y: PADDING + 30, 'font-size': 11 }, about);
  copy.setAttribute('x', String(PADDING));
  copy.setAttribute('y', String(PADDING + HEAD + 8));
  copy.setAttribute('width', String(inner ?? 640));
  copy.setAttribute('height', String(high ?? attribute(chart, 'height')));
  whole.append(copy);
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

/** Twice the size of the screen's, for paper. @throws Error when the browser cannot draw it. */
export async function pngOf({ text, width, height }: StandAlone, times = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * times);
    canvas.height = Math.round(height * times);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image created')))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

interface ChartFrameProps {
  readonly title: string;
  /** Under the title: of what, as of when, what is not whole. Goes into the files. */
  readonly about: string;
  readonly twin: Twin;
  /** Name of its files, without time and ending. */
  readonly name: string;
  readonly now: () => number;
  /** Said instead of the drawing and its table: nothing to draw. */
  readonly empty?: ReactNode;
  readonly children: ReactNode;
}

export function ChartFrame({ title, about, twin, name, now, empty, children }: ChartFrameProps) {
  const { view, turn } = useChartView();
  const figure = useRef<HTMLElement>(null);
  const id = useId();
  const Other = view === 'chart' ? IconTable : IconChartBar;
  const drawing = () => {
    const chart = figure.current?.querySelector<SVGSVGElement>('svg[data-chart]');
    return chart ? standAlone(chart, title, about) : null;
  };
  const svg = () => {
    const drawn = drawing();
    if (drawn) download(fileName(name, now(), 'svg'), drawn.text, 'image/svg+xml');
  };
  const png = async () => {
    const drawn = drawing();
    if (!drawn) return;
    try {
      download(fileName(name, now(), 'png'), await pngOf(drawn), 'image/png');
    } catch {
      toast({
        title: `${title}: no image created`,
        text: "This browser can't create a PNG. Use SVG instead.",
      });
    }
  };
  return (
    <figure ref={figure} className={classes.frame} aria-labelledby={id}>
      <figcaption className={classes.head}>
        <div className={classes.names}>
          <h2 id={id}>{title}</h2>
          <p className={shared.note}>{about}</p>
        </div>
        {!empty && (
          <div className={`${shared.rowTight} ${shared.fixed} ${classes.tools}`}>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<Other size={14} aria-hidden />}
              title="t"
              aria-keyshortcuts="t"
              aria-label={`${title}: show as ${view === 'chart' ? 'table' : 'chart'}`}
              onClick={turn}
            >
              {view === 'chart' ? 'Table' : 'Chart'}
            </Button>
            <Menu>
              <Menu.Target>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  aria-label={`${title}: save`}
                >
                  Save
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => download(fileName(name, now()), twinCsv(twin))}>
                  Table as CSV
                </Menu.Item>
                {/* A drawing that is not on the screen has no size. */}
                <Menu.Item disabled={view === 'table'} onClick={svg}>
                  Chart as SVG
                </Menu.Item>
                <Menu.Item disabled={view === 'table'} onClick={() => void png()}>
                  Chart as PNG
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
      </figcaption>
      {empty ?? (view === 'chart' ? children : <ChartTable label={title} twin={twin} />)}
    </figure>
  );
}

interface SparklineProps {
  /** Oldest first; null: not known, and the line is broken there. */
  readonly values: readonly (number | null)[];
  /** The one that the figure is of. */
  readonly at: number;
}

const WIDTH = 72;
const HEIGHT = 24;
const EDGE = 3;

/** The course of a figure beside it, between its least and its most, without axis or words: whoever wants to read it has the chart. */
export function Sparkline({ values, at }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (n: number) => EDGE + (n / (values.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE);
  const path = values
    .map((value, n) => {
      if (value === null) return '';
      const begins = n === 0 || values[n - 1] === null;
      return `${begins ? 'M' : 'L'}${x(n).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const here = values[at] ?? null;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden focusable="false">
      <path className={classes.stroke} d={path} />
      {here !== null && <circle className={classes.dot} cx={x(at)} cy={y(here)} r={2.5} />}
    </svg>
  );
}
