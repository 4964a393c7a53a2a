/** A chart as a file of its own: what style sheets say of it is written into the drawing, its title stands above it. */

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

export interface StandAlone {
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
