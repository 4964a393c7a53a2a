/** A chart with title, description, equivalent table, and export to files. Independent of the chart type and the page. */
import { Button, Menu } from '@mantine/core';
import { createContext, type ReactNode, use, useId, useMemo, useRef } from 'react';
import { download, fileName } from '../files.ts';
import { IconChartBar, IconDownload, IconTable } from '../icons.ts';
import { type ShortcutHelp, useShortcuts } from '../keys.ts';
import shared from '../shared.module.css';
import { toast } from '../toasts.ts';
import { ChartTable, chartTableCsv } from './ChartTable.tsx';
import classes from './chart.module.css';
import { linePath } from './scale.ts';
import type { TableData } from './types.ts';

/**
 * Whether all charts of a page are shown as charts or as tables, switched with `t`. The page stores it, for example in its URL.
 */
export type ChartView = 'chart' | 'table';

interface Choice {
  readonly view: ChartView;
  readonly toggle: () => void;
}

const ChartViewContext = createContext<Choice | null>(null);

const KEYS: ShortcutHelp = [
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
    () => ({ view: value, toggle: () => onChange(value === 'chart' ? 'table' : 'chart') }),
    [value, onChange],
  );
  useShortcuts({ t: choice.toggle }, KEYS);
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
/** Style properties written into an exported SVG, because it has no style sheets. */
const INLINED_STYLES = [
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

interface StandaloneSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

const attribute = (element: Element, name: string) => Number(element.getAttribute(name));

/**
 * Converts a rendered chart into an SVG that needs no style sheets, with title and description.
 * @param about line below the title: date, and what is incomplete
 * @param styleOf computed style in the page's current theme
 */
export function toStandaloneSvg(
  chart: SVGSVGElement,
  title: string,
  about: string,
  styleOf: (element: Element) => CSSStyleDeclaration = getComputedStyle,
): StandaloneSvg {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll('*')];
  for (const [at, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = styleOf(originals[at] as Element);
    for (const name of INLINED_STYLES) {
      const value = style.getPropertyValue(name);
      // Some SVG readers do not accept quotes in url().
      if (value !== '') element.setAttribute(name, value.replace(/^url\("(#.*)"\)$/, 'url($1)'));
    }
    for (const name of ['class', 'role', 'tabindex', 'aria-selected', 'data-active', 'data-pick'])
      element.removeAttribute(name);
  }
  for (const hit_area of copy.querySelectorAll('[data-hit]')) hit_area.remove();
  const [, , chart_width, chart_height] = (chart.getAttribute('viewBox') ?? '0 0 640 240')
    .split(' ')
    .map(Number);
  const width = (chart_width ?? 640) + 2 * PADDING;
  const height = (chart_height ?? 240) + 2 * PADDING + HEAD + 8;
  const background = styleOf(document.body).backgroundColor || '#ffffff';
  const color = styleOf(chart).color || '#1f2429';
  const font = styleOf(chart).fontFamily || 'sans-serif';
  const root = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    xmlns: SVG,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  }))
    root.setAttribute(name, String(value));
  const add = (tag: string, attributes: Readonly<Record<string, string | number>>, text = '') => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text) element.textContent = text;
    root.append(element);
  };
  add('title', {}, title);
  add('rect', { width, height, fill: background });
  const text_style = { x: PADDING, fill: color, 'font-family': font };
  add('text', { ...text_style, y: PADDING + 12, 'font-size': 15, 'font-weight': 600 }, title);
  add('text', { ...text_style, y: PADDING + 30, 'font-size': 11 }, about);
  copy.setAttribute('x', String(PADDING));
  copy.setAttribute('y', String(PADDING + HEAD + 8));
  copy.setAttribute('width', String(chart_width ?? 640));
  copy.setAttribute('height', String(chart_height ?? attribute(chart, 'height')));
  root.append(copy);
  return { text: new XMLSerializer().serializeToString(root), width, height };
}

/** Renders at twice the screen size, for print. @throws Error when the browser cannot render it */
export async function pngOf({ text, width, height }: StandaloneSvg, scale = 2): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image created')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

interface ChartFrameProps {
  readonly title: string;
  /** Below the title: subject, date, and what is incomplete. Also written into exported files. */
  readonly about: string;
  readonly table: TableData;
  /** File name without time and extension. */
  readonly name: string;
  readonly now: () => number;
  readonly empty?: ReactNode;
  readonly children: ReactNode;
}

export function ChartFrame({ title, about, table, name, now, empty, children }: ChartFrameProps) {
  const { view, toggle } = useChartView();
  const figure = useRef<HTMLElement>(null);
  const id = useId();
  const Other = view === 'chart' ? IconTable : IconChartBar;
  const drawing = () => {
    const chart = figure.current?.querySelector<SVGSVGElement>('svg[data-chart]');
    return chart ? toStandaloneSvg(chart, title, about) : null;
  };
  const svg = () => {
    const standalone = drawing();
    if (standalone) download(fileName(name, now(), 'svg'), standalone.text, 'image/svg+xml');
  };
  const png = async () => {
    const standalone = drawing();
    if (!standalone) return;
    try {
      download(fileName(name, now(), 'png'), await pngOf(standalone), 'image/png');
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
              onClick={toggle}
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
                <Menu.Item onClick={() => download(fileName(name, now()), chartTableCsv(table))}>
                  Table as CSV
                </Menu.Item>
                {/* A chart that is not displayed has no size. */}
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
      {empty ?? (view === 'chart' ? children : <ChartTable label={title} table={table} />)}
    </figure>
  );
}

interface SparklineProps {
  /** Oldest first; null: unknown, which interrupts the line. */
  readonly values: readonly (number | null)[];
  /** Index of the value that the number next to it shows. */
  readonly at: number;
}

const WIDTH = 72;
const HEIGHT = 24;
const EDGE = 3;

/** A small line chart next to a number, scaled between minimum and maximum, without axis or labels. */
export function Sparkline({ values, at }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const x = (n: number) => EDGE + (n / (values.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (value: number) =>
    max === min ? HEIGHT / 2 : HEIGHT - EDGE - ((value - min) / (max - min)) * (HEIGHT - 2 * EDGE);
  const path = linePath(values.map((value, n) => (value === null ? null : { x: x(n), y: y(value) })));
  const current = values[at] ?? null;
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden focusable="false">
      <path className={classes.stroke} d={path} />
      {current !== null && <circle className={classes.dot} cx={x(at)} cy={y(current)} r={2.5} />}
    </svg>
  );
}
