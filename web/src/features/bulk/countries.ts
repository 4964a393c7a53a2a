/** Countries as people write them, as the three-letter codes that the service takes (ISO 3166-1 alpha-3). */
import { likenessOf } from '@waypost/contract/api/likeness';

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
