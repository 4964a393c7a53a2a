/** Names of the states and provinces whose codes appear in fuel purchases. */
const LISTS = [
  `AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware; DC District of Columbia;
  FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine;
  MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada;
  NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon;
  PA Pennsylvania; PR Puerto Rico; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont;
  VA Virginia; WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming`,
  `AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; NS Nova Scotia;
  NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon`,
  // ISO 3166-2:MX. Shorter codes in use there are those of other places here, such as CO and NL.
  `AGU Aguascalientes; BCN Baja California; BCS Baja California Sur; CAM Campeche; CHP Chiapas; CHH Chihuahua; COA Coahuila; COL Colima;
  CMX Mexico City; DUR Durango; GUA Guanajuato; GRO Guerrero; HID Hidalgo; JAL Jalisco; MEX State of Mexico; MIC Michoacán; MOR Morelos;
  NAY Nayarit; NLE Nuevo León; OAX Oaxaca; PUE Puebla; QUE Querétaro; ROO Quintana Roo; SLP San Luis Potosí; SIN Sinaloa; SON Sonora;
  TAB Tabasco; TAM Tamaulipas; TLA Tlaxcala; VER Veracruz; YUC Yucatán; ZAC Zacatecas`,
];

const NAMES: ReadonlyMap<string, string> = new Map(
  LISTS.flatMap((list) => list.split(';')).map((one) => {
    const [code = '', ...words] = one.trim().split(/\s+/);
    return [code, words.join(' ')];
  }),
);

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toUpperCase();
const CODES: ReadonlyMap<string, string> = new Map(
  [...NAMES].flatMap(([code, name]) => [
    [code, code],
    [plain(name), code],
  ]),
);

/** The code of a state or province given by its code or name; null when it is none. */
export const regionCodeOf = (text: string): string | null => CODES.get(plain(text)) ?? null;

/** `Texas (TX)`; any other text is returned unchanged. */
export function regionText(code: string): string {
  const name = NAMES.get(code.toUpperCase());
  return name === undefined ? code : `${name} (${code})`;
}
