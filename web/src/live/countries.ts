/** The countries: as people write them, their codes, and their names on screen. */
import { normalizeForMatch } from '@waypost/contract/api/fleet-matching';

/** Alpha-2 and alpha-3 codes of all countries, concatenated; Kosovo by its code in common use. */
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

/** Country names are understood in the languages of North America. */
const LANGUAGES = ['en', 'es', 'fr'];

/** Common names that `Intl.DisplayNames` lacks. */
const ALIASES: Readonly<Record<string, string>> = {
  america: 'USA',
  unitedstatesofamerica: 'USA',
  theunitedstates: 'USA',
  eeuu: 'USA',
  estadosunidosdeamerica: 'USA',
  cdn: 'CAN',
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
  const all = new Map(Object.entries(ALIASES));
  for (const [two, three] of CODES) {
    all.set(two.toLowerCase(), three);
    all.set(three.toLowerCase(), three);
  }
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const [two, three] of CODES) {
      const name = display.of(two);
      if (name) all.set(normalizeForMatch(name), three);
    }
  }
  return all;
}

/** Without its signs it would be the code of Namibia. */
const NOT_GIVEN = /^\s*n[/.]a\.?\s*$/i;

/** `USA` for "us", "U.S.A.", "United States" or "Estados Unidos"; null for an unknown country. */
export function countryCodeOf(text: string): string | null {
  if (NOT_GIVEN.test(text)) return null;
  names ??= allNames();
  return names.get(normalizeForMatch(text)) ?? null;
}

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const TWO_LETTERS = new Map(CODES.map(([two, three]) => [three, two]));

/** `Mexico` for MEX; an unknown code is returned unchanged. */
export function countryName(code: string): string {
  const two = TWO_LETTERS.get(code.toUpperCase());
  return (two && ENGLISH.of(two)) || code;
}

let listed: readonly string[] | null = null;

/** Names of all countries, those of North America first. */
export function countryNames(): readonly string[] {
  const first = ['USA', 'CAN', 'MEX'];
  listed ??= [
    ...first.map(countryName),
    ...CODES.map(([, code]) => code)
      .filter((code) => !first.includes(code))
      .map(countryName)
      .toSorted((a, b) => a.localeCompare(b)),
  ];
  return listed;
}

/** What a request gets for a typed country: its code; text that is no country is returned unchanged, for its check to name. */
export const countryValue = (text: string): string => countryCodeOf(text) ?? text.trim();

/** Why three letters, which the service may know, look like no country; null if they do not. */
export const countryWarning = (text: string): string | null =>
  text.trim() === '' || countryCodeOf(text) !== null ? null : `“${text.trim()}” is not a country we know`;

/** @returns an error after the field's name; null for a country, and for three letters: the service may know codes that this list lacks */
export function countryError(text: string): string | null {
  return countryCodeOf(text) !== null || /^[a-z]{3}$/i.test(text.trim())
    ? null
    : `must be a country name or code, not “${text.trim()}”`;
}
