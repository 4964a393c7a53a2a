/** The company's logo as a file: for the sign-in page and pages of people without a session, so nothing is asked of who reads it. */

import type { LogoType } from '@waypost/contract/api/company';
import type { RequestHandler } from 'express';
import { Problem } from '../http/problems.ts';
import type { Company } from './company.ts';

const FOLDER = '/company-logo/';

/** Answers with the type that was found in the bytes and with a policy under which a picture opened as a page runs nothing. */
export function serveLogo(company: Company): RequestHandler {
  return (request, response, next) => {
    if (!request.path.startsWith(FOLDER)) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'method_not_allowed', `${request.method} is not allowed here`, {
        headers: { Allow: 'GET, HEAD' },
      });
    const { logo } = company;
    if (logo?.path !== request.path) throw new Problem(404, 'not_found', 'This logo was replaced or removed');
    response
      .status(200)
      .set({
        'Content-Type': logo.type,
        'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'Content-Disposition': 'inline',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .send(logo.bytes);
  };
}

/** What a picture file says of itself, read from its first bytes alone: nothing is decoded on the server. */
export interface ImageFacts {
  readonly type: LogoType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Null when the bytes are neither a PNG nor a JPEG with a readable size. */
export function imageFacts(bytes: Buffer): ImageFacts | null {
  return pngFacts(bytes) ?? jpegFacts(bytes);
}

function pngFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Start-of-frame markers hold the size; C4, C8 and CC of that range mean something else. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
