/** A link as a QR code: its modules, the drawing of them, and both as files. Light ground also in the dark theme: that is what readers expect. */
import encodeQR from 'qr';

/** Modules of light around the code, as the standard asks. */
const QUIET = 4;
/** Pixels of a module in a PNG: sharp on paper. */
const PNG_SCALE = 12;
const [DARK, LIGHT] = ['#000000', '#ffffff'];

/** Rows of modules, true = dark, with the quiet zone. Medium correction: a link is long, and print is clean. */
export function modulesOf(text: string): readonly (readonly boolean[])[] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
}

/** One path for all dark modules: runs of a row are one rectangle. */
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

/** Null when this browser gives no image. */
export function pngOf(modules: readonly (readonly boolean[])[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = modules.length * PNG_SCALE;
  const paper = canvas.getContext('2d');
  if (!paper) return Promise.resolve(null);
  paper.fillStyle = LIGHT as string;
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.fillStyle = DARK as string;
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) paper.fillRect(x * PNG_SCALE, y * PNG_SCALE, PNG_SCALE, PNG_SCALE);
    });
  });
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
