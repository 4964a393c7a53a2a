/** A QR code with downloads. Lazy-loaded with its library. */

import { Group } from '@mantine/core';
import encodeQR from 'qr';
import { useMemo } from 'react';
import { useLive } from '../../live/context.ts';
import { Button } from '../../ui/buttons.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';

/** Light modules around the code, required by the standard. */
const QUIET_ZONE = 4;
/** Pixels per module, sharp in print. */
const PNG_SCALE = 12;
const [DARK, LIGHT] = ['#000000', '#ffffff'];

/** Rows of modules with the quiet zone; true = dark. Medium error correction, since links are long and prints are clean. */
export function modulesOf(text: string): readonly (readonly boolean[])[] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
}

/** One path for all dark modules; each run in a row is one rectangle. */
export function pathOf(modules: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      let end = x;
      while (row[end]) end += 1;
      parts.push(`M${x} ${y}h${end - x}v1h-${end - x}z`);
      x = end;
    }
  });
  return parts.join('');
}

export function svgOf(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="${LIGHT}"/><path d="${pathOf(modules)}" fill="${DARK}"/></svg>`;
}

/** Null when the browser cannot create the image. */
function pngOf(modules: readonly (readonly boolean[])[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = modules.length * PNG_SCALE;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = LIGHT as string;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = DARK as string;
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) context.fillRect(x * PNG_SCALE, y * PNG_SCALE, PNG_SCALE, PNG_SCALE);
    });
  });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

interface QrCodeProps {
  readonly text: string;
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
    <Group gap={12}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code of the invitation link"
        shapeRendering="crispEdges"
        width={200}
        height={200}
        style={{ borderRadius: 6 }}
      >
        {/* A light background in both themes, which scanners expect. */}
        <rect width={size} height={size} fill="#fff" />
        <path d={pathOf(modules)} fill="#000" />
      </svg>
      <div className={shared.columnTight}>
        <Button icon={IconDownload} onClick={() => download(file('svg'), svgOf(modules), 'image/svg+xml')}>
          Save QR code as SVG
        </Button>
        <Button icon={IconDownload} onClick={() => void png()}>
          Save QR code as PNG
        </Button>
      </div>
    </Group>
  );
}
