/** A QR code on the screen, and as a file for print. Comes when it is asked for: the library that makes it is loaded then. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useLive } from '../../live/context.ts';
import { download, fileName } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './QrCode.module.css';
import { modulesOf, pathOf, pngOf, svgOf } from './qr.ts';

export interface QrCodeProps {
  readonly text: string;
  /** For the files. */
  readonly name: string;
}

export default function QrCode({ text, name }: QrCodeProps) {
  const { clock } = useLive();
  const modules = useMemo(() => modulesOf(text), [text]);
  const size = modules.length;
  const file = (extension: string) => fileName(`invitation-${name}`, clock.now(), extension);
  const png = async () => {
    const image = await pngOf(modules);
    if (image) download(file('png'), image, 'image/png');
    else toast({ title: 'No image created', text: "This browser can't create a PNG. Save the SVG instead." });
  };
  return (
    <div className={classes.root}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code of the invitation link"
        shapeRendering="crispEdges"
        className={classes.code}
      >
        <rect width={size} height={size} className={classes.light} />
        <path d={pathOf(modules)} className={classes.dark} />
      </svg>
      <div className={classes.files}>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(file('svg'), svgOf(modules), 'image/svg+xml')}
        >
          Save QR code as SVG
        </Button>
        <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void png()}>
          Save QR code as PNG
        </Button>
      </div>
    </div>
  );
}
