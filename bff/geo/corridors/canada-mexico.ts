/** Canadian and Mexican highways and the roads to their borders, in the format of corridors.ts. */
export const CANADA_MEXICO = `
BC-99 = British Columbia Highway 99
  -122.7471 48.9937 Blaine; -122.8 49.05 White Rock; -122.8 49.19 Surrey;

AB-4 = Alberta Highways 4 and 3 (CANAMEX)
  -111.959 48.997 Sweetgrass; -112.077 49.147 Milk River; -112.2 49.283 Warner; -112.8186 49.7 Lethbridge;
  -113.4186 49.7167 Fort Macleod;

AB-2 = Queen Elizabeth II Highway and Alberta 2
  -113.4186 49.7167 Fort Macleod; -113.5852 50.0333 Claresholm; -113.7687 50.3501 Nanton; -113.8687 50.5834 High River;
  -113.9828 50.7289 Okotoks; -114.0853 51.0501 Calgary; -114.0353 51.3001 Airdrie; -114.0353 51.4334 Crossfield;
  -114.1353 51.6668 Didsbury; -114.102 51.7834 Olds; -113.95 52.033 Innisfail; -113.802 52.2668 Red Deer;
  -113.7353 52.4668 Lacombe; -113.5815 52.6768 Ponoka; -113.53 53 Wetaskiwin; -113.552 53.2668 Leduc;
  -113.4687 53.5501 Edmonton;

MB-75 = Manitoba Highway 75
  -97.238 48.998 Pembina; -97.292 49.138 Letellier; -97.3657 49.355 Morris; -97.185 49.565 Sainte Agathe;
  -97.147 49.8844 Winnipeg;

ON-402 = Ontario Highway 402
  -82.4249 42.9709 Port Huron; -82.4041 42.9787 Sarnia; -81.94 42.99 Warwick; -81.617 42.957 Strathroy; -81.233 42.9834 London;

A-15 = Autoroute 15
  -73.447 44.986 Champlain; -73.49 45.09 Saint-Bernard; -73.52 45.38 Candiac; -73.6 45.51 Montreal;

TCH-2 = Trans-Canada Highway 2
  -67.8403 46.1262 Houlton; -67.598 46.152 Woodstock; -67.25 45.97 Nackawic; -66.69 45.93 Fredericton;
  -66.4792 45.8351 Oromocto; -66.11 45.83 Jemseg; -65.0463 46.0391 Salisbury; -64.7965 46.0945 Moncton;
  -64.3846 45.9188 Sackville; -64.1987 45.8334 Amherst; -63.87 45.73 Oxford; -63.47 45.4 Masstown; -63.2654 45.3668 Truro;
  -63.35 45.14 Stewiacke; -63.53 44.93 Enfield; -63.6786 44.776 Lower Sackville; -63.5729 44.6464 Halifax;

TCH-2W = Trans-Canada Highway 2 and 185
  -67.598 46.152 Woodstock; -67.615 46.443 Florenceville; -67.708 46.737 Perth-Andover; -67.739 47.048 Grand Falls;
  -68.3251 47.3737 Edmundston; -68.645 47.552 Degelis; -68.88 47.683 Cabano; -69.5424 47.827 Riviere-du-Loup;

A-20 = Autoroute 20
  -69.5424 47.827 Riviere-du-Loup; -70.039 47.366 La Pocatiere; -70.5549 46.9804 Montmagny; -71.1779 46.8033 Levis;
  -71.633 46.533 Laurier-Station; -72 46.26 Saint-Louis-de-Blandford; -72.4824 45.8834 Drummondville;
  -72.957 45.6308 Saint-Hyacinthe; -73.436 45.591 Boucherville; -73.6 45.51 Montreal; -73.7533 45.4473 Dorval;
  -74.0325 45.4001 Vaudreuil-Dorion; -74.176 45.284 Coteau-du-Lac; -74.333 45.226 Riviere-Beaudette; -74.502 45.142 Lancaster;

ON-401 = Ontario Highway 401
  -74.502 45.142 Lancaster; -74.7281 45.0181 Cornwall; -75.1826 44.9001 Morrisburg; -75.52 44.713 Prescott;
  -75.687 44.5913 Brockville; -76.02 44.403 Lansdowne; -76.481 44.2298 Kingston; -76.9494 44.2501 Greater Napanee;
  -77.39 44.2 Belleville; -77.59 44.12 Trenton; -78.1651 43.9598 Cobourg; -78.688 43.912 Bowmanville; -78.8496 43.9001 Oshawa;
  -79.0329 43.8501 Ajax; -79.4163 43.7001 Toronto; -79.6583 43.5789 Mississauga; -79.8829 43.5168 Milton;
  -80.3127 43.3601 Cambridge; -80.7497 43.1334 Woodstock; -81.233 42.9834 London; -81.63 42.66 Glencoe; -81.9 42.47 Ridgetown;
  -82.21 42.36 Chatham; -82.43 42.27 Tilbury; -83.0165 42.3001 Windsor; -83.0457 42.3314 Detroit;

QEW = Queen Elizabeth Way
  -79.4163 43.7001 Toronto; -79.6583 43.5789 Mississauga; -79.6829 43.4501 Oakville; -79.8371 43.3862 Burlington;
  -79.8496 43.2501 Hamilton; -79.56 43.19 Grimsby; -79.23 43.17 Saint Catharines; -79.0663 43.1001 Niagara Falls;
  -78.93 42.91 Fort Erie; -78.8784 42.8865 Buffalo;

ON-400 = Ontario Highways 400 and 69
  -79.4163 43.7001 Toronto; -79.4983 43.8361 Vaughan; -79.6663 44.4001 Barrie; -79.71 44.75 Waubaushene; -79.82 45.1 MacTier;
  -80.0353 45.3473 Parry Sound; -80.52 45.78 Britt; -80.61 46.03 French River; -80.99 46.49 Greater Sudbury;

TCH-1 = Trans-Canada Highway
  -123.1193 49.2497 Vancouver; -122.8 49.19 Surrey; -122.6588 49.1011 Langley; -122.2526 49.058 Abbotsford;
  -121.9526 49.1664 Chilliwack; -121.4414 49.383 Hope; -121.443 49.867 Boston Bar; -121.58 50.23 Lytton;
  -121.32 50.81 Cache Creek; -120.85 50.75 Savona; -120.3192 50.6665 Kamloops; -119.685 50.819 Chase;
  -119.3024 50.6998 Salmon Arm; -118.98 50.837 Sicamous; -118.1953 50.9971 Revelstoke; -117.522 51.301 Rogers Pass;
  -116.9689 51.3 Golden; -116.488 51.396 Field; -116.177 51.425 Lake Louise; -115.5698 51.1762 Banff; -115.3521 51.0834 Canmore;
  -114.8 51.13 Morley; -114.0853 51.0501 Calgary; -113.3852 51.0501 Strathmore; -112.463 50.783 Bassano;
  -111.8851 50.5834 Brooks; -111.17 50.21 Suffield; -110.6766 50.0393 Medicine Hat; -110.05 49.95 Walsh;
  -109.48 49.99 Maple Creek; -109.1 49.99 Piapot; -108.48 50.1 Gull Lake; -107.8013 50.2834 Swift Current;
  -107.22 50.43 Herbert; -106.66 50.46 Chaplin; -105.82 50.46 Caronport; -105.5345 50.4001 Moose Jaw; -104.6178 50.4501 Regina;
  -103.6677 50.5334 Indian Head; -103.28 50.42 Wolseley; -102.92 50.41 Grenfell; -102.26 50.33 Whitewood;
  -101.67 50.142 Moosomin; -100.9326 49.8508 Virden; -100.47 49.79 Griswold; -99.9531 49.8469 Brandon; -99.35 49.89 Carberry;
  -98.77 49.96 MacGregor; -98.2926 49.9728 Portage la Prairie; -97.147 49.8844 Winnipeg; -96.65 49.68 Sainte-Anne;
  -95.9 49.68 Hadashville; -95.32 49.685 Falcon Lake; -94.4899 49.7674 Kenora; -93.39 49.86 Vermilion Bay;
  -92.7503 49.7833 Dryden; -92.59 49.72 Wabigoon; -91.659 49.416 Ignace; -90.96 49.22 English River; -90.466 49.052 Upsala;
  -89.93 48.82 Raith; -89.88 48.59 Shabaqua; -89.62 48.41 Kakabeka Falls; -89.2502 48.382 Thunder Bay; -88.75 48.63 Pass Lake;
  -88.53 48.79 Dorion; -88.265 49.017 Nipigon; -87.52 48.835 Rossport; -87.099 48.784 Terrace Bay; -86.34 48.76 Marathon;
  -85.274 48.593 White River; -84.7741 47.9888 Wawa; -84.62 47.34 Agawa Bay; -84.66 46.97 Pancake Bay;
  -84.3333 46.5168 Sault Ste. Marie; -83.79 46.3 Bruce Mines; -83.22 46.28 Iron Bridge; -82.958 46.187 Blind River;
  -82.55 46.21 Serpent River; -82.34 46.19 Spanish; -82.077 46.212 Massey; -81.7665 46.2584 Espanola;
  -80.99 46.49 Greater Sudbury; -80.13 46.41 Verner; -79.93 46.37 Sturgeon Falls; -79.4663 46.3168 North Bay;
  -78.702 46.317 Mattawa; -78.29 46.25 Deux Rivieres; -77.7 46.17 Rolphton; -77.4995 46.1001 Deep River;
  -77.1162 45.8168 Pembroke; -76.88 45.63 Cobden; -76.68 45.47 Renfrew; -76.3494 45.4334 Arnprior; -75.6981 45.4112 Ottawa;
  -75.08 45.31 Casselman; -74.65 45.5 Hawkesbury; -74.0325 45.4001 Vaudreuil-Dorion;

MEX-85 = Federal Highway 85
  -99.5075 27.5064 Laredo; -99.5164 27.4763 Nuevo Laredo; -99.88 26.65 La Gloria; -100.176 26.504 Sabinas Hidalgo;
  -100.1669 25.9547 Cienega de Flores; -100.3185 25.6751 Monterrey; -100.02 25.28 Allende; -99.832 25.187 Montemorelos;
  -99.5677 24.858 Linares; -99.43 24.25 Hidalgo; -99.146 23.7417 Ciudad Victoria; -99.02 23.32 Llera; -98.97 22.74 El Mante;
  -99.08 22.55 Antiguo Morelos; -99.0109 21.9963 Ciudad Valles; -98.95 21.48 Huichihuayan; -98.7893 21.2599 Tamazunchale;

MEX-57D = Federal Highway 57
  -100.5235 28.7001 Piedras Negras; -100.8511 28.3412 Allende; -101.1174 27.8559 Sabinas; -101.4206 26.9069 Monclova;
  -101.4321 26.7893 Castanos; -100.95 25.54 Ramos Arizpe; -101.0053 25.4232 Saltillo; -100.28 24.68 San Roberto;
  -100.6433 23.6482 Matehuala; -100.46 22.92 Huizache; -100.68 22.45 Villa Hidalgo; -100.9792 22.1498 San Luis Potosi;
  -100.7382 21.7962 Santa Maria del Rio; -100.5 21.16 San Luis de la Paz; -100.39 20.59 Queretaro;
  -99.9958 20.3889 San Juan del Rio; -99.82 20.23 Polotitlan; -99.5 20 Soyaniquilpan; -99.34 19.9 Tepeji;
  -99.2239 19.7212 Tepotzotlan; -99.1277 19.4285 Mexico City;

MEX-40D = Federal Highway 40D
  -100.3185 25.6751 Monterrey; -100.4581 25.6732 Santa Catarina; -101.0053 25.4232 Saltillo; -102.19 25.57 Parras;
  -103.419 25.5439 Torreon; -103.4959 25.5698 Gomez Palacio; -103.7 24.87 Cuencame; -104.12 24.45 Guadalupe Victoria;
  -104.653 24.025 Durango; -105.36 23.78 El Salto; -106.07 23.29 Concordia; -106.4062 23.2329 Mazatlan;

US-57 = US 57 and US 277
  -98.4936 29.4241 San Antonio; -98.8786 29.3558 Castroville; -99.1414 29.3475 Hondo; -99.7862 29.2097 Uvalde;
  -99.86 28.95 La Pryor; -100.4995 28.7091 Eagle Pass; -100.5235 28.7001 Piedras Negras;

MEX-45 = Federal Highway 45
  -106.4869 31.7587 El Paso; -106.425 31.69 Ciudad Juarez; -106.48 31.34 Samalayuca; -106.512 30.618 Villa Ahumada;
  -106.4 29.89 El Sueco; -106.0889 28.6353 Chihuahua; -105.47 28.19 Delicias; -105.17 27.69 Ciudad Camargo;
  -104.91 27.13 Jimenez; -104.33 26.75 Escalon; -104.13 26.52 Ceballos; -104 26.39 Yermo; -103.62 25.89 Bermejillo;
  -103.4959 25.5698 Gomez Palacio;

MEX-15D = Federal Highway 15D
  -110.9343 31.3404 Nogales; -110.942 31.308 Heroica Nogales; -110.962 30.6279 Magdalena de Kino; -111.1189 30.5407 Santa Ana;
  -111.12 30.17 Benjamin Hill; -110.99 29.6 Carbo; -110.9773 29.1026 Hermosillo; -110.898 27.919 Guaymas; -110.81 27.96 Empalme;
  -110.29 27.64 Vicam; -109.9408 27.4864 Ciudad Obregon; -109.4437 27.0703 Navojoa; -109.03 26.42 Estacion Don;
  -108.9981 25.793 Los Mochis; -108.4676 25.5675 Guasave; -108.0773 25.4587 Guamuchil; -107.69 25.09 Pericos;
  -107.3878 24.7903 Culiacan; -106.85 23.92 La Cruz; -106.4062 23.2329 Mazatlan; -105.87 22.98 El Rosario;
  -105.78 22.83 Escuinapa; -105.3637 22.494 Acaponeta; -105.14 21.95 Ruiz; -104.8957 21.5095 Tepic;
  -104.3712 21.0391 Ixtlan del Rio; -103.98 20.91 Magdalena; -103.836 20.882 Tequila; -103.3918 20.6668 Guadalajara;
  -103.0677 20.6225 Zapotlanejo; -102.79 20.65 Tepatitlan de Morelos; -102.0305 20.3424 La Piedad; -101.75 19.99 Panindicuaro;
  -101.2 20 Cuitzeo; -100.82 19.88 Zinapecuaro; -100.44 19.89 Maravatio; -99.874 19.799 Atlacomulco; -99.6532 19.2879 Toluca;
  -99.1277 19.4285 Mexico City;

MEX-80D = Federal Highway 80D
  -102.79 20.65 Tepatitlan de Morelos; -102.3304 21.2489 San Juan de los Lagos; -101.9377 21.3567 Lagos de Moreno;
  -101.39 21.91 Villa de Arriaga; -100.9792 22.1498 San Luis Potosi;
`;
