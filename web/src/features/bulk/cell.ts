/** The text of a cell as the value that its field takes. */

import { likenessOf } from '@waypost/contract/api/likeness';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import type { CellKind } from './fields.ts';

/** Alpha-2 and alpha-3 of each country, written together; Kosovo by the code in common use. */
const CODES = (
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE ' +
  'BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS ' +
  'BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN ' +
  'COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST ' +
  'EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF ' +
  'GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD ' +
  'HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM ' +
  'JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA ' +
  'LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD ' +
  'MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM ' +
  'NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG ' +
  'PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA ' +
  'SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD ' +
  'STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON ' +
  'TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR ' +
  'VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE XKXKX '
)
  .trim()
  .split(' ')
  .map((pair) => [pair.slice(0, 2), pair.slice(2)] as const);

/** Names are understood in the languages of the continent that this is made for. */
const LANGUAGES = ['en', 'es', 'fr'];

/** Names in common use that the tables of names do not have. */
const ALSO: Readonly<Record<string, string>> = {
  america: 'USA',
  unitedstatesofamerica: 'USA',
  theunitedstates: 'USA',
  eeuu: 'USA',
  estadosunidosdeamerica: 'USA',
  uk: 'GBR',
  greatbritain: 'GBR',
  england: 'GBR',
  scotland: 'GBR',
  wales: 'GBR',
  czechrepublic: 'CZE',
  holland: 'NLD',
  turkey: 'TUR',
  southkorea: 'KOR',
  northkorea: 'PRK',
  russianfederation: 'RUS',
};

let names: Map<string, string> | null = null;

function allNames(): Map<string, string> {
  const all = new Map(Object.entries(ALSO));
  for (const [two, three] of CODES) {
    all.set(two.toLowerCase(), three);
    all.set(three.toLowerCase(), three);
  }
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const [two, three] of CODES) {
      const name = display.of(two);
      if (name) all.set(likenessOf(name), three);
    }
  }
  return all;
}

/** `USA` of "us", "U.S.A.", "United States" or "Estados Unidos"; null: no country is called so. */
export function countryCodeOf(text: string): string | null {
  names ??= allNames();
  return names.get(likenessOf(text)) ?? null;
}

export type CellValue =
  /** `undefined` is meant: the field is left out whatever the default says. */
  | { readonly value: unknown }
  /** What keeps it from being one, after the name of the field; `raw` is refused by the server too. */
  | { readonly problem: string; readonly raw: unknown };

const YES = ['true', 'yes', 'y', '1', 'x'];
const NO = ['false', 'no', 'n', '0'];

/** Our own export puts a mark before what a spreadsheet would run (ui/csv.ts). */
export function unmarked(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** Blanks and signs without width at either end, as they come along from web pages and other systems. */
const EDGES = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;

/** Text as a person reads it: on one line, with nothing unseen around it. */
const readable = (cell: string) =>
  unmarked(cell.replace(EDGES, ''))
    .replace(EDGES, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+|[^\S ]+/gu, ' ')
    .toWellFormed();

/** Null: nothing stands there, so the field is left out or takes its default. */
export function cellValue(kind: CellKind, cell: string): CellValue | null {
  if (kind === 'secret') return cell === '' ? null : { value: cell };
  const text = readable(cell);
  if (text === '') return null;
  switch (kind) {
    case 'text':
      return { value: text };
    case 'code':
      return { value: text.toUpperCase() };
    case 'country': {
      const code = countryCodeOf(text);
      if (code !== null) return { value: code };
      // Three letters that no list knows may still be known to the service.
      if (/^[a-z]{3}$/i.test(text)) return { value: text.toUpperCase() };
      return { problem: `must be a country name or code, not “${text}”`, raw: text };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      if (YES.includes(word)) return { value: true };
      if (NO.includes(word)) return { value: false };
      return { problem: `must be yes or no, not “${text}”`, raw: text };
    }
    case 'whole':
      return /^-?\d{1,9}$/.test(text)
        ? { value: Number(text) }
        : { problem: `must be a whole number, not “${text}”`, raw: text };
    case 'group':
      return { value: text.toLowerCase() === 'none' ? [] : parts(text) };
    case 'levels':
      return levels(text);
  }
}

const parts = (text: string) => text.split(/[;,|\s]+/).filter((one) => one !== '');

/** `vehicle:read; vehicle_location:read`; a name alone is read. `all` asks for read on everything, as leaving it out does. */
function levels(text: string): CellValue {
  if (/^(all|everything)$/i.test(text)) return { value: undefined };
  const value: Record<string, string> = {};
  for (const part of parts(text.replace(/\s*[:=]\s*/g, ':'))) {
    const [name = '', level = 'read'] = part.split(':');
    if (!(RESOURCE_NAMES as readonly string[]).includes(name))
      return { problem: `has an unknown resource: “${name}”`, raw: text };
    if (level !== 'read' && level !== 'read_write')
      return { problem: `of ${name} must be read or read_write, not “${level}”`, raw: text };
    value[name] = level;
  }
  return { value };
}
