/** North-south interstates (odd numbers), in the format of corridors.ts. */
export const INTERSTATES_ODD = `
I-5 = Interstate 5
  -117.045 32.552 San Ysidro; -117.0842 32.6401 Chula Vista; -117.1647 32.7157 San Diego; -117.2653 32.9595 Del Mar;
  -117.292 33.037 Encinitas; -117.3795 33.1959 Oceanside; -117.612 33.427 San Clemente; -117.672 33.6 Mission Viejo;
  -117.8231 33.6695 Irvine; -117.8678 33.7456 Santa Ana; -118.0817 33.9022 Norwalk; -118.2437 34.0522 Los Angeles;
  -118.309 34.1808 Burbank; -118.439 34.282 San Fernando; -118.5426 34.3917 Santa Clarita; -118.6229 34.4889 Castaic;
  -118.8526 34.796 Gorman; -118.8648 34.8416 Lebec; -118.949 35.0036 Wheeler Ridge; -119.4696 35.4005 Buttonwillow;
  -119.6943 35.6163 Lost Hills; -119.9618 36.0083 Kettleman City; -120.238 36.253 Harris Ranch;
  -120.639 36.618 Panoche Junction; -121.016 37.098 Santa Nella; -121.1297 37.4716 Patterson; -121.4262 37.7399 Tracy;
  -121.2766 37.8227 Lathrop; -121.2908 37.9577 Stockton; -121.2725 38.1302 Lodi; -121.3716 38.4088 Elk Grove;
  -121.4944 38.5816 Sacramento; -121.7733 38.6785 Woodland; -121.9697 38.8852 Dunnigan; -122.1494 39.1546 Williams;
  -122.1936 39.5243 Willows; -122.1964 39.7474 Orland; -122.1792 39.9277 Corning; -122.2358 40.1785 Red Bluff;
  -122.2978 40.4482 Anderson; -122.3917 40.5865 Redding; -122.38 40.903 Lakehead; -122.272 41.2082 Dunsmuir;
  -122.3123 41.3102 Mount Shasta; -122.3861 41.4226 Weed; -122.6345 41.7354 Yreka; -122.7095 42.1946 Ashland;
  -122.8756 42.3265 Medford; -123.0506 42.4318 Gold Hill; -123.3307 42.4393 Grants Pass; -123.423 42.736 Glendale;
  -123.2812 42.9273 Canyonville; -123.2931 43.0201 Myrtle Creek; -123.3417 43.2165 Roseburg; -123.3126 43.3901 Sutherlin;
  -123.0595 43.7976 Cottage Grove; -123.0867 44.0521 Eugene; -123.1059 44.6365 Albany; -123.0351 44.9429 Salem;
  -122.7737 45.2998 Wilsonville; -122.6762 45.5234 Portland; -122.6615 45.6387 Vancouver; -122.744 45.9046 Woodland;
  -122.9084 46.1468 Kelso; -122.9076 46.2751 Castle Rock; -122.964 46.6621 Chehalis; -122.9543 46.7162 Centralia;
  -122.9007 47.0379 Olympia; -122.8232 47.0343 Lacey; -122.4443 47.2529 Tacoma; -122.3126 47.3223 Federal Way;
  -122.3321 47.6062 Seattle; -122.3151 47.8209 Lynnwood; -122.2021 47.979 Everett; -122.1771 48.0518 Marysville;
  -122.3341 48.4212 Mount Vernon; -122.4882 48.7595 Bellingham; -122.591 48.8465 Ferndale; -122.7471 48.9937 Blaine;

I-15 = Interstate 15
  -117.1647 32.7157 San Diego; -117.0864 33.1192 Escondido; -117.1484 33.4936 Temecula; -117.3273 33.6681 Lake Elsinore;
  -117.5664 33.8753 Corona; -117.6509 34.0633 Ontario; -117.5931 34.1064 Rancho Cucamonga; -117.404 34.233 Devore;
  -117.3009 34.4264 Hesperia; -117.2912 34.5361 Victorville; -117.0228 34.8986 Barstow; -116.81 34.91 Yermo;
  -116.42 35.06 Afton; -116.073 35.268 Baker; -115.54 35.47 Mountain Pass; -115.389 35.612 Primm; -115.1372 36.175 Las Vegas;
  -114.9 36.38 Apex; -114.59 36.638 Moapa Valley; -114.0672 36.8055 Mesquite; -113.5841 37.1041 Saint George;
  -113.365 37.235 Leeds; -113.23 37.46 New Harmony; -113.0619 37.6775 Cedar City; -112.828 37.8422 Parowan;
  -112.6411 38.2769 Beaver; -112.583 38.602 Cove Fort; -112.3235 38.9689 Fillmore; -112.108 39.25 Scipio;
  -111.8363 39.7102 Nephi; -111.7322 40.0444 Payson; -111.6585 40.2338 Provo; -111.8508 40.3916 Lehi;
  -111.8911 40.7608 Salt Lake City; -111.9711 41.0602 Layton; -111.9738 41.223 Ogden; -112.0155 41.5102 Brigham City;
  -112.1655 41.7119 Tremonton; -112.2508 42.1916 Malad City; -112.125 42.432 Downey; -112.4455 42.8713 Pocatello;
  -112.345 43.1905 Blackfoot; -112.0341 43.4666 Idaho Falls; -112.12 43.71 Roberts; -112.2 43.925 Hamer; -112.231 44.176 Dubois;
  -112.19 44.361 Spencer; -112.592 44.637 Lima; -112.6375 45.2163 Dillon; -112.684 45.633 Melrose; -112.5347 46.0038 Butte;
  -112.1208 46.2366 Boulder; -112.0361 46.5927 Helena; -112.068 47.007 Wolf Creek; -111.701 47.271 Cascade;
  -111.3008 47.5002 Great Falls; -111.55 47.56 Vaughn; -111.71 47.85 Dutton; -111.9461 48.1703 Conrad; -111.857 48.5053 Shelby;
  -111.959 48.997 Sweetgrass;

I-19 = Interstate 19
  -110.9265 32.2217 Tucson; -110.9557 31.9576 Sahuarita; -110.9937 31.8543 Green Valley; -111.0459 31.6126 Tubac;
  -110.9765 31.4715 Rio Rico; -110.9343 31.3404 Nogales;

I-17 = Interstate 17
  -112.074 33.4484 Phoenix; -112.147 33.864 Anthem; -112.1507 34.0709 Black Canyon City; -112.12 34.315 Cordes Junction;
  -111.8543 34.5636 Camp Verde; -111.64 34.945 Munds Park; -111.6513 35.1981 Flagstaff;

I-25 = Interstate 25
  -106.7783 32.3123 Las Cruces; -107.1531 32.6654 Hatch; -107.2528 33.1284 Truth or Consequences; -107.22 33.43 Red Rock;
  -106.99 33.7 San Marcial; -106.868 33.918 San Antonio; -106.8914 34.0584 Socorro; -106.84 34.42 Bernardo;
  -106.7764 34.6628 Belen; -106.7334 34.8062 Los Lunas; -106.6511 35.0845 Albuquerque; -106.5511 35.3 Bernalillo;
  -106.42 35.43 San Felipe; -106.21 35.55 La Bajada; -105.9378 35.687 Santa Fe; -105.68 35.48 Pecos;
  -105.2239 35.5939 Las Vegas; -104.706 36.008 Wagon Mound; -104.59 36.36 Springer; -104.4391 36.9034 Raton;
  -104.5005 37.1695 Trinidad; -104.7803 37.6242 Walsenburg; -104.835 37.945 Colorado City; -104.6091 38.2544 Pueblo;
  -104.7008 38.6822 Fountain; -104.8214 38.8339 Colorado Springs; -104.8728 39.0917 Monument; -104.8561 39.3722 Castle Rock;
  -104.9847 39.7392 Denver; -104.9719 39.868 Thornton; -104.98 40.16 Longmont; -104.99 40.4 Loveland;
  -105.0086 40.7039 Wellington; -104.8203 41.14 Cheyenne; -104.821 41.756 Chugwater; -104.953 42.0541 Wheatland;
  -105.02 42.5 Glendo; -105.19 42.65 Orin; -105.3822 42.7597 Douglas; -105.8722 42.8614 Glenrock; -106.3131 42.8666 Casper;
  -106.44 43.33 Midwest; -106.639 43.71 Kaycee; -106.6989 44.3483 Buffalo;

I-27 = Interstate 27
  -101.8552 33.5779 Lubbock; -101.843 33.8323 Abernathy; -101.7068 34.1848 Plainview; -101.7585 34.5359 Tulia;
  -101.9188 34.9803 Canyon; -101.8313 35.222 Amarillo;

I-29 = Interstate 29
  -94.5786 39.0997 Kansas City; -94.7825 39.3703 Platte City; -94.8466 39.7686 Saint Joseph; -95.231 40.131 Mound City;
  -95.516 40.411 Rock Port; -95.657 40.604 Hamburg; -95.7425 41.0469 Glenwood; -95.8608 41.2619 Council Bluffs;
  -95.8878 41.5564 Missouri Valley; -96.0972 42.0266 Onawa; -96.3586 42.4039 Sergeant Bluff; -96.4003 42.5 Sioux City;
  -96.4831 42.5272 North Sioux City; -96.8 42.78 Vermillion; -96.79 43.08 Beresford; -96.7003 43.55 Sioux Falls;
  -96.7062 43.8261 Dell Rapids; -96.7984 44.3114 Brookings; -97.1151 44.8994 Watertown; -97.038 45.304 Summit;
  -96.96 45.665 Sisseton; -96.99 46.068 Hankinson; -96.85 46.4 Wahpeton; -96.7898 46.8772 Fargo; -97.062 47.4039 Hillsboro;
  -97.0328 47.9253 Grand Forks; -97.2 48.412 Grafton; -97.185 48.57 Drayton; -97.238 48.998 Pembina;

I-35 = Interstate 35
  -99.5075 27.5064 Laredo; -99.355 28.041 Encinal; -99.235 28.4369 Cotulla; -99.1706 28.6675 Dilley; -99.095 28.8922 Pearsall;
  -98.7964 29.2333 Lytle; -98.4936 29.4241 San Antonio; -98.1244 29.703 New Braunfels; -97.9414 29.8833 San Marcos;
  -97.7431 30.2672 Austin; -97.6772 30.6327 Georgetown; -97.3428 31.0982 Temple; -97.1467 31.5493 Waco; -97.13 32.011 Hillsboro;
  -96.8483 32.3865 Waxahachie; -96.8067 32.7831 Dallas; -97.1331 33.2148 Denton; -97.1333 33.6259 Gainesville;
  -97.1436 34.1743 Ardmore; -97.1195 34.5045 Davis; -97.2223 34.7401 Pauls Valley; -97.4395 35.2226 Norman;
  -97.5164 35.4676 Oklahoma City; -97.4253 35.8789 Guthrie; -97.2881 36.2895 Perry; -97.2828 36.8045 Blackwell;
  -97.3717 37.2653 Wellington; -97.3375 37.6922 Wichita; -96.8623 37.8172 El Dorado; -96.64 38.04 Cassoday;
  -96.56 38.16 Matfield Green; -96.1817 38.4039 Emporia; -95.86 38.43 Lebo; -95.46 38.5 Williamsburg; -95.2678 38.6156 Ottawa;
  -94.8191 38.8814 Olathe; -94.5786 39.0997 Kansas City; -94.4191 39.2461 Liberty; -94.2411 39.7403 Cameron;
  -94.0283 40.2683 Bethany; -93.9341 40.6228 Lamoni; -93.7655 41.0339 Osceola; -93.6091 41.6005 Des Moines;
  -93.6199 42.0347 Ames; -93.5958 42.1872 Story City; -93.56 42.52 Iowa Falls; -93.5 42.66 Dows; -93.36 42.81 Latimer;
  -93.3794 43.138 Clear Lake; -93.35 43.44 Northwood; -93.3683 43.648 Albert Lea; -93.226 44.0838 Owatonna;
  -93.2688 44.295 Faribault; -93.2427 44.6497 Lakeville; -93.2638 44.98 Minneapolis; -92.9852 45.2789 Forest Lake;
  -92.9685 45.8261 Pine City; -92.9444 46.0113 Hinckley; -92.7619 46.4541 Moose Lake; -92.4594 46.7216 Cloquet;
  -92.1066 46.7833 Duluth;

I-37 = Interstate 37
  -98.4936 29.4241 San Antonio; -98.4786 28.9672 Pleasanton; -98.1825 28.4603 Three Rivers; -97.8281 28.0945 Mathis;
  -97.3964 27.8006 Corpus Christi;

I-39 = Interstate 39
  -88.9937 40.4842 Bloomington; -89.0165 40.7392 El Paso; -89.07 41.295 Oglesby; -89.1176 41.5472 Mendota;
  -89.0687 41.9239 Rochelle; -89.094 42.2711 Rockford; -89.0318 42.5084 Beloit; -89.0187 42.6828 Janesville;
  -89.4012 43.0731 Madison; -89.4626 43.5391 Portage; -89.493 43.884 Westfield; -89.5 44.21 Plainfield;
  -89.5746 44.5236 Stevens Point; -89.6301 44.9591 Wausau;

I-43 = Interstate 43
  -89.0318 42.5084 Beloit; -88.63 42.62 Delavan; -88.4 42.79 East Troy; -88.1 42.96 New Berlin; -87.9065 43.0389 Milwaukee;
  -87.8756 43.3872 Port Washington; -87.7145 43.7508 Sheboygan; -87.6576 44.0886 Manitowoc; -88.0198 44.5192 Green Bay;

I-45 = Interstate 45
  -94.7977 29.3013 Galveston; -95.0949 29.5074 League City; -95.3633 29.7633 Houston; -95.4172 30.0799 Spring;
  -95.4561 30.3119 Conroe; -95.5508 30.7235 Huntsville; -95.9116 30.9499 Madisonville; -96.058 31.4638 Buffalo;
  -96.1653 31.7246 Fairfield; -96.4689 32.0954 Corsicana; -96.6253 32.3293 Ennis; -96.8067 32.7831 Dallas;

I-49 = Interstate 49
  -92.0198 30.2241 Lafayette; -92.0815 30.5335 Opelousas; -92.07 30.68 Washington; -92.2 30.92 Bunkie;
  -92.4451 31.3113 Alexandria; -92.68 31.38 Boyce; -92.98 31.6 Cypress; -93.0863 31.7607 Natchitoches; -93.62 32.04 Mansfield;
  -93.7502 32.5251 Shreveport; -93.9 33 Ida; -94.0377 33.4418 Texarkana; -94.13 33.67 Ashdown; -94.35 34.04 De Queen;
  -94.2397 34.5862 Mena; -94.0908 34.8984 Waldron; -94.3986 35.3859 Fort Smith; -94.2219 35.4779 Alma;
  -94.1574 36.0626 Fayetteville; -94.1185 36.332 Rogers; -94.2088 36.3728 Bentonville; -94.43 36.87 Neosho;
  -94.5133 37.0842 Joplin; -94.2766 37.495 Lamar; -94.3547 37.8392 Nevada; -94.3305 38.2586 Butler;
  -94.3488 38.6533 Harrisonville; -94.5786 39.0997 Kansas City;

I-55 = Interstate 55
  -90.4815 30.067 Laplace; -90.4415 30.4388 Ponchatoula; -90.4629 30.5046 Hammond; -90.51 30.73 Amite City;
  -90.5 30.95 Kentwood; -90.4531 31.2438 McComb; -90.4407 31.5791 Brookhaven; -90.4 31.86 Hazlehurst; -90.26 32.17 Byram;
  -90.1848 32.2988 Jackson; -90.0367 32.6126 Canton; -89.89 33.08 Durant; -89.7281 33.4821 Winona; -89.8084 33.769 Grenada;
  -89.9443 34.3115 Batesville; -89.9687 34.6176 Senatobia; -90.0126 34.989 Southaven; -90.049 35.1495 Memphis;
  -90.1845 35.1465 West Memphis; -90.05 35.71 Osceola; -89.919 35.9273 Blytheville; -89.7495 36.2337 Hayti;
  -89.7 36.43 Portageville; -89.6 36.54 Marston; -89.5879 36.8767 Sikeston; -89.5182 37.3059 Cape Girardeau;
  -89.8612 37.7242 Perryville; -90.15 37.93 Sainte Genevieve; -90.3959 38.2206 Festus; -90.1979 38.6273 St. Louis;
  -89.9532 38.8114 Edwardsville; -89.6543 39.1753 Litchfield; -89.6437 39.8017 Springfield; -89.3648 40.1484 Lincoln;
  -88.9937 40.4842 Bloomington; -88.6298 40.8809 Pontiac; -88.4251 41.0945 Dwight; -88.0834 41.5252 Joliet;
  -87.65 41.85 Chicago;

I-57 = Interstate 57
  -89.5879 36.8767 Sikeston; -89.3506 36.9209 Charleston; -89.1765 37.0053 Cairo; -89.247 37.4603 Anna; -88.97 37.73 Carbondale;
  -88.9331 37.7306 Marion; -88.9201 37.9967 Benton; -88.9031 38.3173 Mount Vernon; -88.9456 38.627 Salem;
  -88.5434 39.12 Effingham; -88.3728 39.4831 Mattoon; -88.29 39.8 Tuscola; -88.2434 40.1164 Champaign; -88.1559 40.3084 Rantoul;
  -88.11 40.46 Paxton; -88.02 40.77 Gilman; -87.8611 41.12 Kankakee; -87.7417 41.42 Monee; -87.6467 41.61 Harvey;
  -87.65 41.85 Chicago;

I-59 = Interstate 59
  -89.7812 30.2752 Slidell; -89.6779 30.5256 Picayune; -89.5 30.83 Poplarville; -89.42 31.15 Purvis;
  -89.2903 31.3271 Hattiesburg; -89.1306 31.6941 Laurel; -88.99 31.88 Heidelberg; -88.82 32.17 Enterprise;
  -88.7037 32.3643 Meridian; -88.296 32.495 York; -87.8876 32.8406 Eutaw; -87.5692 33.2098 Tuscaloosa;
  -86.9544 33.4018 Bessemer; -86.8025 33.5207 Birmingham; -86.6 33.62 Trussville; -86.27 33.84 Ashville;
  -86.0064 34.0143 Gadsden; -85.7197 34.4442 Fort Payne; -85.509 34.872 Trenton; -85.3097 35.0456 Chattanooga;

I-65 = Interstate 65
  -88.043 30.6944 Mobile; -87.773 30.883 Bay Minette; -87.48 31.1 Atmore; -86.9569 31.4335 Evergreen;
  -86.6178 31.8296 Greenville; -86.3 32.3668 Montgomery; -86.6294 32.8387 Clanton; -86.76 33.1 Calera; -86.81 33.25 Alabaster;
  -86.8025 33.5207 Birmingham; -86.82 33.66 Gardendale; -86.8436 34.1748 Cullman; -86.9833 34.6059 Decatur;
  -86.9722 34.8024 Athens; -86.89 35.2 Pulaski; -86.89 35.63 Columbia; -86.8689 35.9251 Franklin; -86.7844 36.1659 Nashville;
  -86.5772 36.7223 Franklin; -86.4436 36.9903 Bowling Green; -85.97 37.14 Cave City; -85.8591 37.694 Elizabethtown;
  -85.7158 37.9884 Shepherdsville; -85.7594 38.2542 Louisville; -85.7703 38.6856 Scottsburg; -85.8902 38.9592 Seymour;
  -85.9214 39.2014 Columbus; -86.158 39.7684 Indianapolis; -86.4692 40.0484 Lebanon; -86.8753 40.4167 Lafayette;
  -87.18 40.94 Rensselaer; -87.3653 41.417 Crown Point; -87.3464 41.5934 Gary;

I-69 = Interstate 69
  -87.5559 37.9748 Evansville; -87.437 38.139 Haubstadt; -87.13 38.66 Washington; -87.03 38.88 Elnora; -86.83 38.95 Crane;
  -86.5264 39.1653 Bloomington; -86.4283 39.4278 Martinsville; -86.158 39.7684 Indianapolis; -85.6803 40.1053 Anderson;
  -85.55 40.2 Muncie; -85.55 40.56 Marion; -85.44 40.69 Warren; -85.34 40.83 Markle; -85.1289 41.1306 Fort Wayne;
  -84.9994 41.6348 Angola; -84.999 41.74 Fremont; -85.0005 41.9403 Coldwater; -84.9633 42.2723 Marshall;
  -84.5555 42.7325 Lansing; -84.17 42.89 Owosso; -83.6875 43.0125 Flint; -83.3188 43.0514 Lapeer; -83.07 43.0 Imlay City;
  -82.4249 42.9709 Port Huron;

I-71 = Interstate 71
  -85.7594 38.2542 Louisville; -85.3788 38.4076 La Grange; -85.1 38.65 Carrollton; -84.61 38.87 Walton;
  -84.6266 38.999 Florence; -84.5144 39.1271 Cincinnati; -84.14 39.47 Lebanon; -83.82 39.52 Wilmington;
  -83.56 39.65 Jeffersonville; -82.9988 39.9612 Columbus; -82.8591 40.2426 Sunbury; -82.5155 40.7584 Mansfield;
  -82.25 40.86 Ashland; -81.8637 41.1384 Medina; -81.8357 41.3145 Strongsville; -81.6954 41.4995 Cleveland;

I-75 = Interstate 75
  -80.1937 25.7743 Miami; -80.3998 26.1004 Weston; -81.15 26.16 Big Cypress; -81.796 26.1423 Naples;
  -81.8406 26.6217 Fort Myers; -82.0906 26.9762 Port Charlotte; -82.5306 27.3364 Sarasota; -82.44 27.45 Bradenton;
  -82.39 27.72 Ruskin; -82.34 27.96 Tampa; -82.23 28.52 Brooksville; -82.15 28.67 Bushnell; -82.09 28.85 Wildwood;
  -82.1401 29.1872 Ocala; -82.3248 29.6516 Gainesville; -82.6393 30.1897 Lake City; -82.8 30.32 White Springs;
  -83.1 30.6 Jennings; -83.2803 30.8333 Valdosta; -83.43 31.14 Adel; -83.5085 31.4505 Tifton; -83.7824 31.9635 Cordele;
  -83.7316 32.4582 Perry; -83.6324 32.8407 Macon; -83.9382 33.0343 Forsyth; -84.1469 33.4473 McDonough; -84.388 33.749 Atlanta;
  -84.5499 33.9526 Marietta; -84.8023 34.1653 Cartersville; -84.951 34.5026 Calhoun; -84.9702 34.7698 Dalton;
  -85.3097 35.0456 Chattanooga; -84.8766 35.1595 Cleveland; -84.593 35.4428 Athens; -84.461 35.6015 Sweetwater;
  -83.9207 35.9606 Knoxville; -84.07 36.12 Clinton; -84.2233 36.299 Caryville; -84.1269 36.5879 Jellico;
  -84.0969 36.9487 Corbin; -84.0833 37.129 London; -84.33 37.36 Mount Vernon; -84.31 37.57 Berea; -84.2947 37.7479 Richmond;
  -84.4777 37.9887 Lexington; -84.5588 38.2098 Georgetown; -84.585 38.638 Williamstown; -84.61 38.87 Walton;
  -84.6266 38.999 Florence; -84.5144 39.1271 Cincinnati; -84.3622 39.4403 Monroe; -84.1916 39.7589 Dayton;
  -84.2033 40.0395 Troy; -84.1555 40.2842 Sidney; -84.1936 40.5678 Wapakoneta; -84.1052 40.7426 Lima; -83.6499 41.0442 Findlay;
  -83.6513 41.3748 Bowling Green; -83.5552 41.6639 Toledo; -83.3977 41.9164 Monroe; -83.2696 42.2409 Taylor;
  -83.0457 42.3314 Detroit; -83.1499 42.6056 Troy; -83.25 42.71 Pontiac; -83.6875 43.0125 Flint; -83.9508 43.4195 Saginaw;
  -83.8889 43.5945 Bay City; -83.96 43.983 Standish; -84.2386 44.2764 West Branch; -84.7147 44.6614 Grayling;
  -84.6748 45.0275 Gaylord; -84.6 45.42 Indian River; -84.52 45.63 Cheboygan; -84.7275 45.8661 Saint Ignace;
  -84.6 46.23 Rudyard; -84.3453 46.4953 Sault Ste. Marie; -84.3333 46.5168 Sault Ste. Marie;

I-77 = Interstate 77
  -81.0348 34.0007 Columbia; -80.98 34.37 Winnsboro; -81.0251 34.9249 Rock Hill; -80.8431 35.2271 Charlotte;
  -80.8428 35.4107 Huntersville; -80.8101 35.5849 Mooresville; -80.8873 35.7826 Statesville; -80.8484 36.2443 Elkin;
  -80.7 36.67 Fancy Gap; -80.7348 36.7626 Hillsville; -81.0848 36.9485 Wytheville; -81.15 37.25 Bluefield;
  -81.1026 37.3662 Princeton; -81.1882 37.7782 Beckley; -81.26 37.92 Pax; -81.38 38.05 Mahan; -81.5 38.2 Chelyan;
  -81.6326 38.3498 Charleston; -81.7107 38.8187 Ripley; -81.5615 39.2667 Parkersburg; -81.4548 39.4153 Marietta;
  -81.5165 39.7478 Caldwell; -81.5885 40.0312 Cambridge; -81.4457 40.4898 New Philadelphia; -81.3785 40.7989 Canton;
  -81.519 41.0814 Akron; -81.63 41.26 Richfield; -81.6954 41.4995 Cleveland;

I-79 = Interstate 79
  -81.6326 38.3498 Charleston; -81.348 38.489 Clendenin; -80.71 38.664 Sutton; -80.4673 39.0384 Weston;
  -80.2562 39.2865 Bridgeport; -80.1426 39.4851 Fairmont; -79.9559 39.6295 Morgantown; -80.1792 39.8965 Waynesburg;
  -80.2462 40.174 Washington; -80.1873 40.2626 Canonsburg; -80.0834 40.4087 Carnegie; -80.1071 40.685 Cranberry Township;
  -80.16 41.14 Grove City; -80.17 41.2 Mercer; -80.1514 41.6414 Meadville; -80.0851 42.1292 Erie;

I-81 = Interstate 81
  -83.4149 36.0154 Dandridge; -83.35 36.11 Morristown; -82.79 36.32 Greeneville; -82.1887 36.5951 Bristol;
  -81.9774 36.7098 Abingdon; -81.5148 36.8348 Marion; -81.0848 36.9485 Wytheville; -80.7798 37.0479 Pulaski;
  -80.4089 37.1298 Christiansburg; -79.9414 37.271 Roanoke; -79.68 37.527 Buchanan; -79.4428 37.784 Lexington;
  -79.0732 38.1499 Staunton; -78.8689 38.4496 Harrisonburg; -78.5058 38.8818 Woodstock; -78.3586 38.9887 Strasburg;
  -78.1633 39.1857 Winchester; -77.9639 39.4562 Martinsburg; -77.72 39.6418 Hagerstown; -77.7278 39.7904 Greencastle;
  -77.6611 39.9376 Chambersburg; -77.5203 40.0506 Shippensburg; -77.1889 40.2015 Carlisle; -76.8844 40.2737 Harrisburg;
  -76.53 40.4 Lebanon; -76.39 40.55 Pine Grove; -76.2302 40.784 Frackville; -75.9746 40.9584 Hazleton;
  -75.8813 41.2459 Wilkes-Barre; -75.6649 41.4092 Scranton; -75.7 41.49 Clarks Summit; -75.69 41.77 Harford;
  -75.73 41.96 Great Bend; -75.918 42.0987 Binghamton; -76.1805 42.6012 Cortland; -76.1474 43.0481 Syracuse;
  -76.1277 43.567 Pulaski; -75.9108 43.9748 Watertown; -75.92 44.33 Alexandria Bay; -76.02 44.403 Lansdowne;

I-85 = Interstate 85
  -86.3 32.3668 Montgomery; -85.691 32.4241 Tuskegee; -85.4808 32.6099 Auburn; -85.3783 32.6454 Opelika;
  -85.0313 33.0393 LaGrange; -84.7997 33.3807 Newnan; -84.388 33.749 Atlanta; -83.988 33.9562 Lawrenceville;
  -83.4571 34.204 Commerce; -83.1068 34.4359 Lavonia; -82.6501 34.5034 Anderson; -82.394 34.8526 Greenville;
  -81.9321 34.9496 Spartanburg; -81.6498 35.0718 Gaffney; -81.1873 35.2621 Gastonia; -80.8431 35.2271 Charlotte;
  -80.5816 35.4089 Concord; -80.4742 35.671 Salisbury; -80.2534 35.824 Lexington; -79.792 36.0726 Greensboro;
  -79.4378 36.0957 Burlington; -78.8986 35.994 Durham; -78.3992 36.3296 Henderson; -78.1289 36.7265 South Hill;
  -77.72 36.99 McKenney; -77.4019 37.2279 Petersburg;

I-87 = Interstate 87
  -74.006 40.7143 New York City; -73.8988 40.9312 Yonkers; -73.9179 41.0906 Nyack; -74.1496 41.1148 Suffern;
  -74.0104 41.5034 Newburgh; -74.0868 41.7476 New Paltz; -73.9974 41.927 Kingston; -73.8646 42.2173 Catskill;
  -73.7562 42.6526 Albany; -73.771 42.865 Clifton Park; -73.7846 43.0831 Saratoga Springs; -73.644 43.3095 Glens Falls;
  -73.712 43.426 Lake George; -73.76 43.839 Schroon Lake; -73.72 43.97 North Hudson; -73.56 44.2 Westport;
  -73.53 44.38 Willsboro; -73.4801 44.505 Keeseville; -73.4529 44.6995 Plattsburgh; -73.447 44.986 Champlain;

I-89 = Interstate 89
  -71.5376 43.2081 Concord; -71.82 43.28 Warner; -71.99 43.41 New London; -72.14 43.49 Grantham; -72.2518 43.6423 Lebanon;
  -72.3193 43.649 White River Junction; -72.62 43.94 Randolph; -72.5754 44.2601 Montpelier; -72.7562 44.3378 Waterbury;
  -73.2121 44.4759 Burlington; -73.0832 44.8109 Saint Albans; -73.09 45.01 Swanton; -73.2626 45.3071 Saint-Jean-sur-Richelieu;
  -73.6 45.51 Montreal;

I-91 = Interstate 91
  -72.9282 41.3081 New Haven; -72.807 41.5382 Meriden; -72.6851 41.7637 Hartford; -72.5918 41.9762 Enfield;
  -72.5898 42.1015 Springfield; -72.6412 42.3251 Northampton; -72.5995 42.5876 Greenfield; -72.5579 42.8509 Brattleboro;
  -72.43 43.27 Springfield; -72.3193 43.649 White River Junction; -72.13 43.99 Bradford; -72.0151 44.4253 Saint Johnsbury;
  -72.18 44.75 Barton; -72.2051 44.9364 Newport; -72.099 45.005 Derby Line;

I-93 = Interstate 93
  -71.0598 42.3584 Boston; -71.1523 42.4793 Woburn; -71.137 42.6584 Andover; -71.2009 42.7884 Salem;
  -71.4548 42.9956 Manchester; -71.5376 43.2081 Concord; -71.589 43.4423 Tilton; -71.6881 43.757 Plymouth; -71.68 44.04 Lincoln;
  -71.7701 44.3062 Littleton; -72.0151 44.4253 Saint Johnsbury;

I-95 = Interstate 95
  -80.1937 25.7743 Miami; -80.1434 26.1223 Fort Lauderdale; -80.0831 26.3587 Boca Raton; -80.0534 26.7153 West Palm Beach;
  -80.32 27.15 Stuart; -80.3256 27.4467 Fort Pierce; -80.5 27.63 Vero Beach; -80.7 28.08 Melbourne; -80.742 28.3861 Cocoa;
  -80.8076 28.6122 Titusville; -81.1 29.2 Daytona Beach; -81.2078 29.585 Palm Coast; -81.41 29.9 Saint Augustine;
  -81.6556 30.3322 Jacksonville; -81.6898 30.8 Kingsland; -81.52 31.22 Brunswick; -81.434 31.3702 Darien;
  -81.3034 31.9383 Richmond Hill; -81.24 32.08 Savannah; -81.0807 32.2871 Hardeeville; -80.99 32.48 Ridgeland;
  -80.87 32.63 Point South; -80.6668 32.9052 Walterboro; -80.47 33.49 Santee; -80.2109 33.6952 Manning; -80.05 33.9 Turbeville;
  -79.7626 34.1954 Florence; -79.3712 34.4166 Dillon; -79.0105 34.6183 Lumberton; -78.8784 35.0527 Fayetteville;
  -78.5486 35.3821 Benson; -78.33 35.52 Smithfield; -78.12 35.6 Kenly; -77.9155 35.7213 Wilson; -77.7905 35.9382 Rocky Mount;
  -77.6542 36.4615 Roanoke Rapids; -77.5425 36.686 Emporia; -77.4019 37.2279 Petersburg; -77.4603 37.5538 Richmond;
  -77.48 37.759 Ashland; -77.4605 38.3032 Fredericksburg; -77.2497 38.6582 Woodbridge; -77.02 38.9 Washington;
  -76.8483 39.0993 Laurel; -76.6122 39.2904 Baltimore; -76.31 39.46 Bel Air; -75.8333 39.6068 Elkton; -75.7497 39.6837 Newark;
  -75.5466 39.746 Wilmington; -75.3571 39.8497 Chester; -75.1638 39.9523 Philadelphia; -74.8288 40.1551 Levittown;
  -74.7429 40.2171 Trenton; -74.4518 40.4862 New Brunswick; -74.1724 40.7357 Newark; -74.0776 40.7282 Jersey City;
  -74.006 40.7143 New York City; -73.7823 40.9115 New Rochelle; -73.5387 41.0534 Stamford; -73.1894 41.1792 Bridgeport;
  -72.9282 41.3081 New Haven; -72.3762 41.2918 Old Saybrook; -72.0995 41.3556 New London; -71.9665 41.3543 Mystic;
  -71.78 41.43 Westerly; -71.4162 41.7001 Warwick; -71.4128 41.824 Providence; -71.3826 41.8787 Pawtucket;
  -71.2856 41.9445 Attleboro; -71.1995 42.1945 Norwood; -71.0598 42.3584 Boston; -70.9287 42.5279 Peabody;
  -70.8773 42.8126 Newburyport; -70.7577 43.077 Portsmouth; -70.7362 43.0881 Kittery; -70.581 43.322 Wells;
  -70.4534 43.4926 Biddeford; -70.2589 43.6574 Portland; -70.05 43.95 Brunswick; -69.7795 44.3106 Augusta;
  -69.6317 44.552 Waterville; -69.2739 44.8353 Newport; -68.7778 44.8012 Bangor; -68.57 45.37 Lincoln; -68.52 45.61 Medway;
  -68.4 45.87 Sherman; -68.15 46.09 Oakfield; -67.8403 46.1262 Houlton;
`;
