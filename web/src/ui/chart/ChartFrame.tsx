/**
 * A chart with its title, what it says in a sentence, its twin as a table, and its files. The drawing is given; nothing of the page is known here.
 */
import { Button, Menu } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { download, fileName } from '../download.ts';
import { IconChartBar, IconDownload, IconTable } from '../icons.ts';
import { toast } from '../toasts.ts';
import { ChartTable } from './ChartTable.tsx';
import classes from './chart.module.css';
import { useChartView } from './chart-view.tsx';
import { pngOf, standAlone } from './export.ts';
import { twinCsv } from './twin.ts';
import type { Twin } from './types.ts';

export interface ChartFrameProps {
  readonly title: string;
  /** Under the title: of what, as of when, what is not whole. Goes into the files. */
  readonly about: string;
  readonly twin: Twin;
  /** Name of its files, without time and ending. */
  readonly name: string;
  readonly now: () => number;
  /** More of the head: a filter of this chart alone. */
  readonly aside?: ReactNode;
  /** Said instead of the drawing and its table: nothing to draw. */
  readonly empty?: ReactNode;
  readonly children: ReactNode;
}

export function ChartFrame({ title, about, twin, name, now, aside, empty, children }: ChartFrameProps) {
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
          <p>{about}</p>
        </div>
        {!empty && (
          <div className={classes.tools}>
            {aside}
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
