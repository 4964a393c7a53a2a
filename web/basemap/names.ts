/**
 * Names of states and provinces and where to write them. Positions are chosen by eye for a label, not computed: the
 * middle of an outline falls into a lake (Michigan), the sea (Florida) or a panhandle's crook (Idaho).
 */

export interface AreaName {
  readonly code: string;
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
}

function table(text: string): AreaName[] {
  return text
    .trim()
    .split(/\s*;\s*/)
    .filter((row) => row !== '')
    .map((row) => {
      const match = /^(\S+) (-?[\d.]+) (-?[\d.]+) (.+)$/.exec(row);
      if (!match) throw new Error(`not a row of names: ${row}`);
      const [, code = '', longitude, latitude, name = ''] = match;
      return { code, name, longitude: Number(longitude), latitude: Number(latitude) };
    });
}

/** `code longitude latitude name` */
export const COUNTRIES: readonly AreaName[] = table(`
US -98.6 39.6 United States; CA -106 56.5 Canada; MX -102.3 24.2 Mexico; GL -42 72 Greenland; CU -79 21.9 Cuba;
GT -90.3 15.6 Guatemala; HN -86.6 14.8 Honduras; CO -73.5 4 Colombia; VE -66 7 Venezuela; BR -53 -10 Brazil;
PE -75 -9.5 Peru; AR -65 -35 Argentina; GB -1.8 52.8 United Kingdom; FR 2.5 46.6 France; ES -3.7 40 Spain;
DE 10.3 51 Germany; PL 19.3 52 Poland; IT 12.5 43 Italy; UA 31.5 49 Ukraine; TR 35 39 Turkey; RU 95 62 Russia;
CN 103 35.5 China; IN 79 22.5 India; JP 138 36.5 Japan; AU 134 -25 Australia; ZA 24 -29.5 South Africa;
EG 30 26.5 Egypt; NG 8 9.5 Nigeria; SA 45 24 Saudi Arabia; IR 54 32.5 Iran; KZ 67 48 Kazakhstan; ID 114 -0.5 Indonesia
`);

export const STATES: readonly AreaName[] = table(`
AL -86.8 32.9 Alabama; AK -152.5 64.5 Alaska; AZ -111.7 34.4 Arizona; AR -92.4 34.9 Arkansas; CA -119.7 37.3 California;
CO -105.5 39.0 Colorado; CT -72.7 41.6 Connecticut; DE -75.5 39.0 Delaware; DC -77.0 38.9 District of Columbia;
FL -81.6 28.1 Florida; GA -83.4 32.7 Georgia; HI -155.6 19.6 Hawaii; ID -114.5 43.6 Idaho; IL -89.3 40.0 Illinois;
IN -86.2 39.9 Indiana; IA -93.5 42.1 Iowa; KS -98.4 38.5 Kansas; KY -85.3 37.5 Kentucky; LA -92.4 31.1 Louisiana;
ME -69.2 45.3 Maine; MD -76.8 39.4 Maryland; MA -71.9 42.3 Massachusetts; MI -84.7 43.4 Michigan; MN -94.5 46.2 Minnesota;
MS -89.7 32.7 Mississippi; MO -92.5 38.4 Missouri; MT -109.6 47.0 Montana; NE -99.7 41.5 Nebraska; NV -116.7 39.5 Nevada;
NH -71.6 43.6 New Hampshire; NJ -74.5 40.1 New Jersey; NM -106.1 34.4 New Mexico; NY -75.5 42.9 New York;
NC -79.2 35.5 North Carolina; ND -100.4 47.4 North Dakota; OH -82.8 40.3 Ohio; OK -97.3 35.5 Oklahoma;
OR -120.6 43.9 Oregon; PA -77.8 40.9 Pennsylvania; RI -71.5 41.6 Rhode Island; SC -80.9 33.9 South Carolina;
SD -100.3 44.4 South Dakota; TN -86.4 35.8 Tennessee; TX -99.2 31.4 Texas; UT -111.6 39.4 Utah; VT -72.7 44.0 Vermont;
VA -78.7 37.5 Virginia; WA -120.3 47.4 Washington; WV -80.7 38.7 West Virginia; WI -89.8 44.6 Wisconsin;
WY -107.5 43.0 Wyoming; PR -66.4 18.2 Puerto Rico;
AB -114.7 55.0 Alberta; BC -124.8 54.6 British Columbia; MB -97.6 54.7 Manitoba; NB -66.4 46.6 New Brunswick;
NL -61.0 53.5 Newfoundland and Labrador; NS -63.3 45.0 Nova Scotia; ON -86.0 50.6 Ontario; PE -63.2 46.35 Prince Edward Island;
QC -72.5 52.0 Quebec; SK -105.9 54.3 Saskatchewan; YT -135.5 63.3 Yukon; NT -119.0 64.5 Northwest Territories;
NU -95.0 65.5 Nunavut;
AGU -102.35 21.95 Aguascalientes; BCN -115.1 30.4 Baja California; BCS -112.0 25.8 Baja California Sur;
CAM -90.4 18.9 Campeche; CHP -92.5 16.5 Chiapas; CHH -106.4 28.6 Chihuahua; COA -102.0 27.3 Coahuila;
COL -103.9 19.15 Colima; CMX -99.13 19.3 Ciudad de Mexico; DUR -104.9 24.9 Durango; GUA -101.0 20.9 Guanajuato;
GRO -99.9 17.6 Guerrero; HID -98.9 20.5 Hidalgo; JAL -103.6 20.6 Jalisco; MEX -99.7 19.5 Estado de Mexico;
MIC -101.9 19.2 Michoacan; MOR -99.05 18.75 Morelos; NAY -104.85 21.8 Nayarit; NLE -99.9 25.6 Nuevo Leon;
OAX -96.5 17.0 Oaxaca; PUE -97.9 19.0 Puebla; QUE -99.9 20.85 Queretaro; ROO -88.2 19.6 Quintana Roo;
SLP -100.4 22.6 San Luis Potosi; SIN -107.5 25.0 Sinaloa; SON -110.6 29.6 Sonora; TAB -92.6 17.95 Tabasco;
TAM -98.6 24.3 Tamaulipas; TLA -98.17 19.42 Tlaxcala; VER -96.4 19.4 Veracruz; YUC -89.0 20.8 Yucatan; ZAC -102.7 23.3 Zacatecas
`);
