/** A picture of any size and type that the browser can draw, as a small PNG: the server takes nothing else from this page. */

/** Pixels: twice as large as it is ever shown. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 160;

/**
 * The file drawn anew, scaled down to fit.
 * @returns base64 of a PNG; null when the browser cannot draw the file
 */
export async function logoOf(file: Blob): Promise<string | null> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    // A drawing without a size of its own, as some SVG files are, fills the space.
    const [width, height] = [image.naturalWidth || MAX_WIDTH, image.naturalHeight || MAX_HEIGHT];
    const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1] ?? null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
