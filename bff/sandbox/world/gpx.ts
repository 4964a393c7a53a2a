/** Parses recorded tracks: GPX 1.0 and 1.1. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';

export interface TrackPoint {
  readonly latitude: number;
  readonly longitude: number;
  /** Milliseconds since the first point. */
  readonly offset: number;
}

export interface Track {
  readonly name: string;
  /** In order of time; at least two. */
  readonly points: readonly TrackPoint[];
}

const degrees = (limit: number) => z.coerce.number().min(-limit).max(limit);
const point = z.object({ lat: degrees(90), lon: degrees(180), time: z.string().optional() });
const list = <T extends z.ZodType>(item: T) => z.array(item).default([]);
/** The parser returns empty text for an element without content. */
const segment = z.union([z.object({ trkpt: list(point) }), z.literal('').transform(() => ({ trkpt: [] }))]);
const track = z.union([z.object({ trkseg: list(segment) }), z.literal('').transform(() => ({ trkseg: [] }))]);
const document = z.object({ gpx: z.object({ trk: list(track) }) });

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'trk' || name === 'trkseg' || name === 'trkpt',
});

/** Combines all tracks and segments of a file; omits points without a time. Throws an Error that describes the problem. */
export function parseGpx(name: string, text: string): Track {
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new Error(`not well-formed XML: ${valid.err.msg} (line ${valid.err.line})`);
  const parsed = document.safeParse(parser.parse(text));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`not a GPX track: ${issue?.path.join('.') || 'document'}: ${issue?.message}`);
  }
  const timed = parsed.data.gpx.trk
    .flatMap(({ trkseg }) => trkseg.flatMap(({ trkpt }) => trkpt))
    .flatMap(({ lat, lon, time }) => {
      if (time === undefined) return [];
      const at = Date.parse(time);
      if (Number.isNaN(at)) throw new Error(`not a time: "${time}"`);
      return [{ latitude: lat, longitude: lon, at }];
    })
    .sort((a, b) => a.at - b.at);
  const [first] = timed;
  const last = timed[timed.length - 1];
  if (!first || !last || first.at === last.at)
    throw new Error('fewer than two track points with different times');
  const points = timed.map(({ latitude, longitude, at }) => ({ latitude, longitude, offset: at - first.at }));
  return { name, points };
}
