/** East-west interstates (even numbers), in the format of corridors.ts. */
export const INTERSTATES_EVEN = `
I-8 = Interstate 8
  -117.1647 32.7157 San Diego; -116.9625 32.7948 El Cajon; -116.7664 32.8351 Alpine; -116.47 32.71 Campo; -116.13 32.64 Jacumba;
  -115.994 32.739 Ocotillo; -115.5631 32.792 El Centro; -115.3803 32.8112 Holtville; -115.1 32.73 Gordons Well;
  -114.635 32.739 Winterhaven; -114.6244 32.7253 Yuma; -114.1469 32.6728 Wellton; -113.541 32.796 Dateland;
  -113.21 32.86 Sentinel; -112.7168 32.9478 Gila Bend; -112.27 32.84 Freeman; -112.02 32.84 Stanfield;
  -111.7574 32.8795 Casa Grande;

I-10 = Interstate 10
  -118.2437 34.0522 Los Angeles; -118.0276 34.0686 El Monte; -117.6509 34.0633 Ontario; -117.2898 34.1083 San Bernardino;
  -116.9772 33.9295 Beaumont; -116.545 33.905 Palm Springs; -116.2168 33.7207 Indio; -115.721 33.661 Chiriaco Summit;
  -115.402 33.713 Desert Center; -114.9 33.608 Wileys Well; -114.5964 33.6103 Blythe; -114.23 33.6639 Quartzsite;
  -113.93 33.66 Brenda; -113.36 33.61 Salome; -112.937 33.494 Tonopah; -112.5838 33.3703 Buckeye; -112.074 33.4484 Phoenix;
  -111.8413 33.3062 Chandler; -111.7574 32.8795 Casa Grande; -111.5548 32.7559 Eloy; -111.2254 32.4367 Marana;
  -110.9265 32.2217 Tucson; -110.712 32.0479 Vail; -110.2945 31.9679 Benson; -109.832 32.2529 Willcox;
  -109.226 32.268 San Simon; -108.7087 32.3504 Lordsburg; -108.42 32.2 Separ; -108.08 32.24 Gage; -107.7586 32.2687 Deming;
  -107.42 32.24 Akela; -106.7783 32.3123 Las Cruces; -106.6058 32.004 Anthony; -106.4869 31.7587 El Paso;
  -106.1586 31.5023 Fabens; -105.85 31.28 Fort Hancock; -105.7 31.19 Esperanza; -105.357 31.175 Sierra Blanca;
  -104.8307 31.0403 Van Horn; -104.218 31.069 Kent; -103.7 30.99 Balmorhea; -102.8793 30.894 Fort Stockton;
  -102.3 30.89 Bakersfield; -101.85 30.72 Sheffield; -101.2007 30.7102 Ozona; -100.6434 30.5668 Sonora; -100.05 30.48 Roosevelt;
  -99.772 30.4894 Junction; -99.68 30.42 Segovia; -99.37 30.17 Mountain Home; -99.1403 30.0474 Kerrville;
  -98.732 29.7947 Boerne; -98.4936 29.4241 San Antonio; -97.9647 29.5688 Seguin; -97.6475 29.6805 Luling; -97.11 29.7 Flatonia;
  -96.9 29.69 Schulenburg; -96.5397 29.7066 Columbus; -96.16 29.77 Sealy; -95.8244 29.7858 Katy; -95.3633 29.7633 Houston;
  -94.9774 29.7355 Baytown; -94.3841 29.8202 Winnie; -94.1018 30.0861 Beaumont; -93.7365 30.093 Orange;
  -93.3774 30.2366 Sulphur; -93.2044 30.2131 Lake Charles; -92.6571 30.2224 Jennings; -92.3746 30.2141 Crowley;
  -92.0198 30.2241 Lafayette; -91.8993 30.2735 Breaux Bridge; -91.6 30.36 Whiskey Bay; -91.2101 30.4521 Port Allen;
  -91.1875 30.4433 Baton Rouge; -90.9201 30.2385 Gonzales; -90.4815 30.067 Laplace; -90.2417 29.9941 Kenner;
  -90.0751 29.9547 New Orleans; -89.7812 30.2752 Slidell; -89.41 30.392 Bay Saint Louis; -89.0928 30.3674 Gulfport;
  -88.8278 30.4113 Ocean Springs; -88.5561 30.3658 Pascagoula; -88.043 30.6944 Mobile; -87.9036 30.6035 Daphne;
  -87.7531 30.6182 Loxley; -87.2169 30.4213 Pensacola; -87.0397 30.6324 Milton; -86.5705 30.7621 Crestview;
  -86.1152 30.721 DeFuniak Springs; -85.6796 30.7919 Bonifay; -85.2269 30.7744 Marianna; -84.5833 30.5871 Quincy;
  -84.2807 30.4383 Tallahassee; -83.8713 30.5451 Monticello; -83.41 30.41 Madison; -82.984 30.295 Live Oak;
  -82.6393 30.1897 Lake City; -82.1221 30.2822 Macclenny; -81.6556 30.3322 Jacksonville;

I-20 = Interstate 20
  -104.218 31.069 Kent; -103.79 31.3 Toyah; -103.4932 31.4229 Pecos; -102.8927 31.5943 Monahans; -102.3676 31.8457 Odessa;
  -102.0779 31.9974 Midland; -101.7885 32.1293 Stanton; -101.4787 32.2504 Big Spring; -100.8646 32.3882 Colorado City;
  -100.4059 32.471 Sweetwater; -99.7331 32.4487 Abilene; -99.39 32.4 Baird; -98.979 32.388 Cisco; -98.8176 32.4015 Eastland;
  -98.68 32.46 Ranger; -98.42 32.51 Thurber; -98.06 32.63 Millsap; -97.7973 32.7593 Weatherford; -97.3208 32.7254 Fort Worth;
  -97.1081 32.7357 Arlington; -96.8067 32.7831 Dallas; -96.2753 32.736 Terrell; -95.8633 32.5565 Canton;
  -95.4094 32.5157 Lindale; -94.87 32.45 Kilgore; -94.3674 32.5449 Marshall; -93.973 32.4429 Greenwood;
  -93.7502 32.5251 Shreveport; -93.7321 32.516 Bossier City; -93.2868 32.6154 Minden; -92.6379 32.5232 Ruston;
  -92.1193 32.5093 Monroe; -91.7549 32.4774 Rayville; -91.1868 32.4085 Tallulah; -90.8779 32.3526 Vicksburg;
  -90.3218 32.3415 Clinton; -90.1848 32.2988 Jackson; -89.9859 32.2732 Brandon; -89.4742 32.3646 Forest; -89.16 32.33 Newton;
  -88.7037 32.3643 Meridian; -88.296 32.495 York; -87.8876 32.8406 Eutaw; -87.5692 33.2098 Tuscaloosa;
  -86.9544 33.4018 Bessemer; -86.8025 33.5207 Birmingham; -86.5444 33.5482 Leeds; -86.2861 33.5862 Pell City;
  -85.835 33.6143 Oxford; -85.5875 33.649 Heflin; -85.1455 33.7212 Bremen; -85.08 33.67 Carrollton;
  -84.7477 33.7515 Douglasville; -84.388 33.749 Atlanta; -84.0177 33.6676 Conyers; -83.8602 33.5968 Covington;
  -83.48 33.56 Madison; -83.18 33.54 Greensboro; -82.5046 33.4707 Thomson; -81.9748 33.471 Augusta;
  -81.9651 33.5018 North Augusta; -81.7 33.65 Aiken; -81.55 33.81 Batesburg; -81.2362 33.9815 Lexington;
  -81.0348 34.0007 Columbia; -80.62 34.19 Camden; -80.2484 34.2182 Bishopville; -79.7626 34.1954 Florence;

I-24 = Interstate 24
  -88.98 37.61 Pulleys Mill; -88.732 37.1512 Metropolis; -88.6 37.0834 Paducah; -88.05 37.06 Eddyville; -87.8353 36.865 Cadiz;
  -87.5 36.78 Hopkinsville; -87.3594 36.5298 Clarksville; -86.7844 36.1659 Nashville; -86.5186 35.9828 Smyrna;
  -86.3903 35.8456 Murfreesboro; -86.0886 35.4817 Manchester; -85.8397 35.2401 Monteagle; -85.6261 35.0742 Jasper;
  -85.3097 35.0456 Chattanooga;

I-30 = Interstate 30
  -97.3208 32.7254 Fort Worth; -97.1081 32.7357 Arlington; -96.8067 32.7831 Dallas; -96.4597 32.9312 Rockwall;
  -96.1108 33.1384 Greenville; -95.6011 33.1384 Sulphur Springs; -95.2213 33.1887 Mount Vernon; -94.9683 33.1568 Mount Pleasant;
  -94.4155 33.4598 New Boston; -94.0377 33.4418 Texarkana; -93.5916 33.6671 Hope; -93.381 33.8026 Prescott;
  -93.0538 34.1209 Arkadelphia; -92.813 34.3623 Malvern; -92.5868 34.5645 Benton; -92.2896 34.7465 Little Rock;

I-40 = Interstate 40
  -117.0228 34.8986 Barstow; -116.688 34.827 Newberry Springs; -116.16 34.721 Ludlow; -115.245 34.733 Essex;
  -114.6141 34.8481 Needles; -114.053 35.1894 Kingman; -113.65 35.14 Blake Ranch; -113.35 35.16 Silver Springs;
  -113.1 35.24 Anvil Rock; -112.874 35.326 Seligman; -112.484 35.225 Ash Fork; -112.191 35.2495 Williams;
  -111.6513 35.1981 Flagstaff; -111.41 35.2 Winona; -111.09 35.115 Two Guns; -110.6974 35.0242 Winslow;
  -110.1582 34.9023 Holbrook; -109.78 35.07 Petrified Forest; -109.53 35.13 Navajo; -109.333 35.216 Sanders;
  -108.7426 35.5281 Gallup; -108.2234 35.4025 Thoreau; -107.8526 35.1476 Grants; -107.383 35.035 Laguna;
  -106.6511 35.0845 Albuquerque; -106.1914 35.0614 Edgewood; -106.0492 34.99 Moriarty; -105.67 35.01 Clines Corners;
  -104.6825 34.9387 Santa Rosa; -104.26 35.07 Newkirk; -103.7269 35.1719 Tucumcari; -103.331 35.106 San Jon;
  -102.665 35.275 Adrian; -102.428 35.243 Vega; -101.8313 35.222 Amarillo; -101.106 35.203 Groom; -100.6 35.225 McLean;
  -100.249 35.2142 Shamrock; -99.6401 35.2912 Sayre; -99.4043 35.412 Elk City; -98.9673 35.5156 Clinton;
  -98.7076 35.5262 Weatherford; -97.955 35.5323 El Reno; -97.5164 35.4676 Oklahoma City; -96.9253 35.3273 Shawnee;
  -96.305 35.4326 Okemah; -95.9819 35.4398 Henryetta; -95.523 35.4701 Checotah; -94.7875 35.4604 Sallisaw;
  -94.3986 35.3859 Fort Smith; -93.8277 35.487 Ozark; -93.4666 35.4715 Clarksville; -93.1338 35.2784 Russellville;
  -92.7441 35.1509 Morrilton; -92.4421 35.0887 Conway; -92.2896 34.7465 Little Rock; -91.8999 34.784 Lonoke;
  -91.1946 34.8879 Brinkley; -90.7898 35.0082 Forrest City; -90.1845 35.1465 West Memphis; -90.049 35.1495 Memphis;
  -89.6615 35.2962 Arlington; -89.22 35.59 Brownsville; -88.814 35.6145 Jackson; -88.39 35.79 Parker's Crossroads;
  -88 35.86 Tennessee River; -87.78 35.9 Buffalo; -87.36 36.01 Dickson; -86.7844 36.1659 Nashville; -86.2911 36.2081 Lebanon;
  -85.93 36.15 Carthage; -85.75 36.13 Silver Point; -85.5016 36.1628 Cookeville; -85.0269 35.949 Crossville;
  -84.5524 35.934 Harriman; -83.9207 35.9606 Knoxville; -83.4149 36.0154 Dandridge; -83.1877 35.967 Newport;
  -83 35.57 Waynesville; -82.554 35.6009 Asheville; -82.0093 35.684 Marion; -81.6848 35.7454 Morganton;
  -81.3412 35.7332 Hickory; -80.8873 35.7826 Statesville; -80.57 35.92 Mocksville; -80.2442 36.0999 Winston-Salem;
  -79.792 36.0726 Greensboro; -79.4378 36.0957 Burlington; -78.8986 35.994 Durham; -78.6386 35.7721 Raleigh;
  -78.5486 35.3821 Benson; -78.12 35 Warsaw; -78.05 34.73 Wallace; -77.9447 34.2257 Wilmington;

I-44 = Interstate 44
  -98.4934 33.9137 Wichita Falls; -98.5706 34.0979 Burkburnett; -98.3903 34.6087 Lawton; -97.9364 35.0526 Chickasha;
  -97.5164 35.4676 Oklahoma City; -96.8809 35.7017 Chandler; -96.6581 35.7487 Stroud; -96.1142 35.9987 Sapulpa;
  -95.9928 36.154 Tulsa; -95.6161 36.3126 Claremore; -95.1541 36.6387 Vinita; -94.8775 36.8745 Miami; -94.5133 37.0842 Joplin;
  -93.8185 37.1037 Mount Vernon; -93.2982 37.2153 Springfield; -92.9071 37.3387 Marshfield; -92.6638 37.6806 Lebanon;
  -92.2007 37.8287 Waynesville; -91.7713 37.9514 Rolla; -91.4035 38.0628 Cuba; -91.1604 38.2081 Sullivan;
  -90.7415 38.482 Pacific; -90.4068 38.5834 Kirkwood; -90.1979 38.6273 St. Louis;

I-64 = Interstate 64
  -90.8529 38.8114 Wentzville; -90.5771 38.6631 Chesterfield; -90.1979 38.6273 St. Louis; -89.9112 38.5923 O'Fallon;
  -89.38 38.37 Nashville; -88.9031 38.3173 Mount Vernon; -88.37 38.24 Fairfield; -87.99 38.24 Grayville;
  -87.437 38.139 Haubstadt; -86.99 38.16 Dale; -86.85 38.2 Ferdinand; -86.47 38.25 Sulphur; -86.12 38.22 Corydon;
  -85.8241 38.2856 New Albany; -85.7594 38.2542 Louisville; -85.2236 38.212 Shelbyville; -84.8733 38.2009 Frankfort;
  -84.4777 37.9887 Lexington; -84.1796 37.9901 Winchester; -83.9433 38.0565 Mount Sterling; -83.433 38.184 Morehead;
  -82.949 38.333 Grayson; -82.67 38.37 Ashland; -82.4451 38.4192 Huntington; -82.29 38.41 Barboursville; -82.02 38.43 Hurricane;
  -81.83 38.41 Nitro; -81.6326 38.3498 Charleston; -81.5 38.2 Chelyan; -81.38 38.05 Mahan; -81.26 37.92 Pax;
  -81.1882 37.7782 Beckley; -80.4456 37.8018 Lewisburg; -79.9939 37.7935 Covington; -79.4428 37.784 Lexington;
  -79.0732 38.1499 Staunton; -78.8895 38.0685 Waynesboro; -78.4767 38.0293 Charlottesville; -78.21 37.97 Zion Crossroads;
  -77.9 37.78 Gum Spring; -77.62 37.65 Short Pump; -77.4603 37.5538 Richmond; -77.2 37.52 Bottoms Bridge; -76.83 37.39 Toano;
  -76.7075 37.2707 Williamsburg; -76.4697 37.0834 Newport News; -76.2852 36.8468 Norfolk;

I-70 = Interstate 70
  -112.583 38.602 Cove Fort; -112.0841 38.7725 Richfield; -111.8599 38.9577 Salina; -111.37 38.75 Fremont Junction;
  -110.78 38.87 Ghost Rock; -110.42 38.93 San Rafael Reef; -110.16 38.995 Green River; -109.71 38.97 Thompson Springs;
  -109.3 39.04 Cisco; -108.9 39.2 Mack; -108.729 39.1589 Fruita; -108.5507 39.0639 Grand Junction; -108.0529 39.4519 Parachute;
  -107.7831 39.5347 Rifle; -107.3248 39.5505 Glenwood Springs; -106.8286 39.6553 Eagle; -106.3742 39.6403 Vail;
  -106.0743 39.6321 Silverthorne; -105.5136 39.7425 Idaho Springs; -104.9847 39.7392 Denver; -104.8319 39.7294 Aurora;
  -104.43 39.74 Bennett; -104.22 39.71 Byers; -104.04 39.61 Deer Trail; -103.94 39.46 Agate; -103.6922 39.2639 Limon;
  -103.07 39.29 Flagler; -102.2694 39.3061 Burlington; -101.7102 39.3508 Goodland; -101.0524 39.3958 Colby;
  -100.85 39.13 Oakley; -100.24 39.06 Quinter; -99.8796 39.025 WaKeeney; -99.3268 38.8792 Hays; -98.861 38.8953 Russell;
  -98.47 38.84 Wilson; -97.9 38.86 Brookville; -97.6114 38.8403 Salina; -97.2139 38.9172 Abilene;
  -96.8314 39.0286 Junction City; -96.55 39.07 Manhattan; -96.17 39.06 Paxico; -95.678 39.0483 Topeka;
  -95.2352 38.9717 Lawrence; -94.5786 39.0997 Kansas City; -94.2816 39.017 Blue Springs; -93.72 39.03 Higginsville;
  -93.42 38.98 Sweet Springs; -92.7432 38.9736 Boonville; -92.3341 38.9517 Columbia; -91.94 38.95 Kingdom City;
  -91.45 38.91 New Florence; -91.1415 38.8114 Warrenton; -90.8529 38.8114 Wentzville; -90.4812 38.7839 Saint Charles;
  -90.1979 38.6273 St. Louis; -89.9845 38.6703 Collinsville; -89.4131 38.8923 Greenville; -89.0937 38.9606 Vandalia;
  -88.5434 39.12 Effingham; -87.9925 39.2992 Casey; -87.6936 39.3914 Marshall; -87.4139 39.4667 Terre Haute;
  -87.13 39.47 Brazil; -86.8 39.54 Cloverdale; -86.3994 39.7042 Plainfield; -86.158 39.7684 Indianapolis;
  -85.7694 39.785 Greenfield; -85.39 39.835 New Castle; -84.8902 39.8289 Richmond; -84.1916 39.7589 Dayton;
  -83.8088 39.9242 Springfield; -82.9988 39.9612 Columbus; -82.0132 39.9404 Zanesville; -81.5885 40.0312 Cambridge;
  -80.9001 40.0806 Saint Clairsville; -80.7209 40.064 Wheeling; -80.2462 40.174 Washington; -79.6095 40.2192 New Stanton;
  -79.0781 40.0084 Somerset; -78.5039 40.0187 Bedford; -78.24 39.999 Breezewood; -78.1797 39.699 Hancock;
  -77.72 39.6418 Hagerstown; -77.4105 39.4143 Frederick; -76.85 39.3 Ellicott City; -76.6122 39.2904 Baltimore;

I-72 = Interstate 72
  -91.3585 39.7084 Hannibal; -91.04 39.7 Barry; -90.65 39.67 Griggsville; -90.229 39.7339 Jacksonville;
  -89.6437 39.8017 Springfield; -88.9548 39.8403 Decatur; -88.5734 40.0278 Monticello; -88.2434 40.1164 Champaign;

I-74 = Interstate 74
  -90.5776 41.5236 Davenport; -90.5151 41.5067 Moline; -90.3712 40.9478 Galesburg; -90.28 40.91 Knoxville;
  -89.88 40.82 Brimfield; -89.589 40.6936 Peoria; -88.9937 40.4842 Bloomington; -88.76 40.35 Le Roy; -88.4 40.18 Mahomet;
  -88.2434 40.1164 Champaign; -87.63 40.1245 Danville; -87.39 40.16 Covington; -86.8744 40.0412 Crawfordsville;
  -86.158 39.7684 Indianapolis; -85.7769 39.5214 Shelbyville; -85.4836 39.3373 Greensburg; -85.2222 39.3 Batesville;
  -84.5144 39.1271 Cincinnati;

I-76 = Interstate 76
  -104.9847 39.7392 Denver; -104.8205 39.9853 Brighton; -104.64 40.07 Hudson; -104.07 40.23 Wiggins;
  -103.7999 40.2503 Fort Morgan; -103.6238 40.2589 Brush; -103.2077 40.6255 Sterling; -102.8 40.84 Crook;
  -102.27 40.96 Julesburg; -102.1 41.05 Big Springs;

I-76 PA = Interstate 76 (Ohio Turnpike, Pennsylvania Turnpike)
  -81.9 41.03 Seville; -81.519 41.0814 Akron; -81.2421 41.1576 Ravenna; -80.6495 41.0998 Youngstown;
  -80.3192 40.752 Beaver Falls; -80.1071 40.685 Cranberry Township; -79.7881 40.4212 Monroeville; -79.6095 40.2192 New Stanton;
  -79.0781 40.0084 Somerset; -78.5039 40.0187 Bedford; -78.24 39.999 Breezewood; -77.95 40.08 Fort Littleton;
  -77.48 40.1 Newville; -77.1889 40.2015 Carlisle; -76.8844 40.2737 Harrisburg; -76.55 40.19 Elizabethtown;
  -75.89 40.16 Morgantown; -75.396 40.0893 King of Prussia; -75.1638 39.9523 Philadelphia; -75.1196 39.926 Camden;

I-78 = Interstate 78
  -76.53 40.4 Lebanon; -76.29 40.47 Bethel; -75.9819 40.5556 Hamburg; -75.77 40.58 Kutztown; -75.63 40.58 Fogelsville;
  -75.4902 40.6084 Allentown; -75.3705 40.6259 Bethlehem; -75.2207 40.6884 Easton; -75.1902 40.6937 Phillipsburg;
  -74.9099 40.6368 Clinton; -74.6482 40.6008 Bridgewater; -74.64 40.65 Bedminster; -74.3647 40.7156 Summit;
  -74.2632 40.6976 Union; -74.1724 40.7357 Newark; -74.0776 40.7282 Jersey City; -74.006 40.7143 New York City;

I-80 = Interstate 80
  -122.4194 37.7749 San Francisco; -122.2708 37.8044 Oakland; -122.2566 38.1041 Vallejo; -122.04 38.2494 Fairfield;
  -121.9877 38.3566 Vacaville; -121.7405 38.5449 Davis; -121.4944 38.5816 Sacramento; -121.288 38.7521 Roseville;
  -121.0769 38.8966 Auburn; -120.9533 39.1007 Colfax; -120.38 39.32 Soda Springs; -120.1833 39.328 Truckee;
  -119.8138 39.5296 Reno; -119.2518 39.608 Fernley; -118.92 39.8 Nightingale; -118.4735 40.1793 Lovelock;
  -118.27 40.44 Rye Patch; -118.07 40.68 Mill City; -117.7357 40.973 Winnemucca; -117.49 40.95 Golconda; -117.13 40.79 Valmy;
  -116.9343 40.6421 Battle Mountain; -116.48 40.63 Beowawe; -116.104 40.7138 Carlin; -115.7631 40.8324 Elko;
  -115.45 40.95 Halleck; -115.27 41.07 Deeth; -114.9645 41.1116 Wells; -114.48 41.03 Oasis; -114.0734 40.7391 West Wendover;
  -113.29 40.73 Knolls; -112.76 40.76 Delle; -112.46 40.69 Grantsville; -111.8911 40.7608 Salt Lake City;
  -111.5 40.72 Park City; -111.4 40.92 Coalville; -110.9632 41.2683 Evanston; -110.29 41.33 Lyman; -109.87 41.54 Little America;
  -109.4663 41.5286 Green River; -109.2029 41.5875 Rock Springs; -108.78 41.68 Point of Rocks; -108.37 41.62 Table Rock;
  -107.974 41.672 Wamsutter; -107.2387 41.7911 Rawlins; -107.11 41.78 Sinclair; -106.84 41.76 Walcott;
  -106.412 41.688 Elk Mountain; -106.21 41.59 Arlington; -105.9 41.5 Cooper Cove; -105.5911 41.3114 Laramie;
  -104.8203 41.14 Cheyenne; -104.0691 41.1819 Pine Bluffs; -103.663 41.2358 Kimball; -102.978 41.1428 Sidney;
  -102.47 41.08 Chappell; -102.1 41.05 Big Springs; -101.7196 41.1281 Ogallala; -101.13 41.14 Sutherland;
  -100.7654 41.1239 North Platte; -100.1607 40.9295 Gothenburg; -99.7415 40.7808 Lexington; -99.0815 40.6995 Kearney;
  -98.342 40.925 Grand Island; -97.592 40.8681 York; -96.667 40.8 Lincoln; -96.53 40.89 Waverly; -96.2 41.12 Gretna;
  -95.9404 41.2563 Omaha; -95.8608 41.2619 Council Bluffs; -95.62 41.45 Neola; -95.33 41.5 Avoca; -95.01 41.496 Atlantic;
  -94.643 41.5 Adair; -94.32 41.5 Stuart; -94.01 41.53 De Soto; -93.6091 41.6005 Des Moines; -93.048 41.6997 Newton;
  -92.7224 41.743 Grinnell; -92 41.69 Williamsburg; -91.5302 41.6611 Iowa City; -91.35 41.66 West Branch; -90.77 41.6 Walcott;
  -90.5776 41.5236 Davenport; -90.5151 41.5067 Moline; -90.1543 41.4481 Geneseo; -89.4648 41.3681 Princeton;
  -89.07 41.295 Oglesby; -88.8426 41.3456 Ottawa; -88.4212 41.3573 Morris; -88.0834 41.5252 Joliet; -87.6467 41.61 Harvey;
  -87.5 41.5834 Hammond; -87.3464 41.5934 Gary; -87.1762 41.5759 Portage; -86.89 41.66 Michigan City; -86.25 41.6834 South Bend;
  -85.9767 41.682 Elkhart; -85.42 41.735 Howe; -84.999 41.74 Fremont; -84.6 41.61 Montpelier; -84.14 41.6 Wauseon;
  -83.5552 41.6639 Toledo; -83.1219 41.3503 Fremont; -82.61 41.28 Norwalk; -82.1077 41.3684 Elyria;
  -81.8357 41.3145 Strongsville; -81.63 41.26 Richfield; -81.4407 41.2401 Hudson; -81.34 41.23 Streetsboro;
  -80.98 41.19 Newton Falls; -80.6495 41.0998 Youngstown; -80.17 41.2 Mercer; -79.3853 41.2148 Clarion;
  -79.0831 41.1612 Brookville; -78.76 41.1192 DuBois; -78.4392 41.0273 Clearfield; -77.7783 40.9134 Bellefonte;
  -77.45 41.04 Lock Haven; -76.8477 41.012 Milton; -76.4549 41.0037 Bloomsburg; -75.9746 40.9584 Hazleton;
  -75.1946 40.9868 Stroudsburg; -74.7065 40.899 Netcong; -74.426 40.8579 Parsippany; -74.1718 40.9168 Paterson;
  -74.016 40.8976 Teaneck;

I-82 = Interstate 82
  -120.5478 46.9965 Ellensburg; -120.5301 46.654 Selah; -120.5059 46.6021 Yakima; -120.4751 46.5573 Union Gap;
  -120.4203 46.4476 Wapato; -120.3087 46.3773 Toppenish; -120.262 46.4021 Zillah; -120.1873 46.3421 Granger;
  -120.0087 46.3237 Sunnyside; -119.9017 46.251 Grandview; -119.7689 46.2068 Prosser; -119.4878 46.2632 Benton City;
  -119.2845 46.2857 Richland; -119.1372 46.2112 Kennewick; -119.3425 45.9173 Umatilla; -119.2895 45.8404 Hermiston;

I-84 = Interstate 84
  -122.6762 45.5234 Portland; -122.3873 45.5393 Troutdale; -121.8906 45.6698 Cascade Locks; -121.5215 45.7054 Hood River;
  -121.1787 45.5946 The Dalles; -120.83 45.67 Biggs Junction; -120.5 45.7 John Day Dam; -120.201 45.717 Arlington;
  -119.7006 45.8399 Boardman; -119.2895 45.8404 Hermiston; -118.7886 45.6721 Pendleton; -118.0877 45.3246 La Grande;
  -117.8344 44.7749 Baker City; -117.267 44.351 Huntington; -116.9629 44.0266 Ontario; -116.6874 43.6629 Caldwell;
  -116.5635 43.5407 Nampa; -116.2035 43.6135 Boise; -115.6912 43.133 Mountain Home; -115.3009 42.9549 Glenns Ferry;
  -114.95 42.93 Bliss; -114.7 42.78 Wendell; -114.5186 42.7241 Jerome; -113.7928 42.5357 Burley; -113.2 42.32 Sublett;
  -112.713 41.965 Snowville; -112.1655 41.7119 Tremonton;

I-84 PA = Interstate 84 (east)
  -75.6649 41.4092 Scranton; -75.15 41.36 Promised Land; -74.81 41.33 Milford; -74.6927 41.3751 Port Jervis;
  -74.4229 41.4459 Middletown; -74.0104 41.5034 Newburgh; -73.899 41.5356 Fishkill; -73.6171 41.3973 Brewster;
  -73.454 41.3948 Danbury; -73.0515 41.5581 Waterbury; -72.6851 41.7637 Hartford; -72.5215 41.7759 Manchester;
  -72.3687 41.8715 Tolland; -72.0787 42.1084 Sturbridge;

I-86 = Interstate 86 (Southern Tier Expressway)
  -80.0851 42.1292 Erie; -79.58 42.32 Westfield; -79.2353 42.097 Jamestown; -78.715 42.1578 Salamanca; -78.4297 42.0776 Olean;
  -78.28 42.22 Cuba; -78.02 42.3 Angelica; -77.74 42.32 Almond; -77.6611 42.3278 Hornell; -77.32 42.34 Bath;
  -77.0547 42.1429 Corning; -76.8077 42.0898 Elmira; -76.5272 42.0104 Waverly; -76.2622 42.1034 Owego;
  -75.918 42.0987 Binghamton;

I-88 = Interstate 88
  -75.918 42.0987 Binghamton; -75.3916 42.3148 Sidney; -75.0638 42.4529 Oneonta; -74.4854 42.6778 Cobleskill;
  -73.9396 42.8142 Schenectady; -73.7562 42.6526 Albany;

I-90 = Interstate 90
  -122.3321 47.6062 Seattle; -122.2007 47.6104 Bellevue; -122.0326 47.5301 Issaquah; -121.7868 47.4957 North Bend;
  -121.41 47.42 Snoqualmie Pass; -120.9393 47.1954 Cle Elum; -120.5478 46.9965 Ellensburg; -119.987 46.944 Vantage;
  -119.2781 47.1301 Moses Lake; -118.38 47.1275 Ritzville; -117.975 47.3 Sprague; -117.4291 47.6597 Spokane;
  -116.7805 47.6777 Coeur d'Alene; -116.1193 47.5383 Kellogg; -115.928 47.474 Wallace; -115.1 47.299 Saint Regis;
  -114.891 47.192 Superior; -114.48 47.0 Alberton; -114.23 47.01 Frenchtown; -113.994 46.8721 Missoula; -113.71 46.77 Clinton;
  -113.146 46.666 Drummond; -112.73 46.3958 Deer Lodge; -112.5347 46.0038 Butte; -112.0975 45.8708 Whitehall;
  -111.95 45.86 Cardwell; -111.55 45.91 Three Forks; -111.18 45.78 Belgrade; -111.0386 45.6797 Bozeman;
  -110.561 45.6624 Livingston; -109.9555 45.8349 Big Timber; -109.2521 45.6366 Columbus; -108.5007 45.7833 Billings;
  -107.612 45.7325 Hardin; -107.4612 45.6016 Crow Agency; -107.37 45.31 Lodge Grass; -107.39 45.12 Wyola;
  -107.16 44.91 Ranchester; -106.9562 44.7972 Sheridan; -106.6989 44.3483 Buffalo; -105.5022 44.2911 Gillette;
  -104.95 44.26 Moorcroft; -104.3758 44.4064 Sundance; -103.8594 44.4908 Spearfish; -103.5091 44.4097 Sturgis;
  -103.231 44.0805 Rapid City; -102.83 44.1 New Underwood; -102.45 44.07 Wasta; -102.241 43.993 Wall; -101.51 43.834 Kadoka;
  -100.71 43.888 Murdo; -100.06 43.9 Presho; -99.3307 43.8108 Chamberlain; -98.96 43.74 Kimball; -98.0298 43.7094 Mitchell;
  -97.39 43.69 Salem; -96.7003 43.55 Sioux Falls; -96.2128 43.6541 Luverne; -95.5964 43.62 Worthington;
  -94.9886 43.6208 Jackson; -94.4611 43.6522 Fairmont; -94.1022 43.6375 Blue Earth; -93.3683 43.648 Albert Lea;
  -92.9746 43.6666 Austin; -92.47 43.83 Rochester; -91.64 43.92 Winona; -91.2396 43.8014 La Crosse; -90.8129 43.9441 Sparta;
  -90.504 43.9786 Tomah; -90.0773 43.7972 Mauston; -89.771 43.6275 Wisconsin Dells; -89.4626 43.5391 Portage;
  -89.4012 43.0731 Madison; -89.0187 42.6828 Janesville; -89.0318 42.5084 Beloit; -89.094 42.2711 Rockford;
  -88.84 42.24 Belvidere; -88.5 42.12 Hampshire; -88.2812 42.0373 Elgin; -88.0834 42.0334 Schaumburg; -87.65 41.85 Chicago;
  -87.5 41.5834 Hammond; -87.3464 41.5934 Gary; -87.1762 41.5759 Portage; -86.89 41.66 Michigan City; -86.25 41.6834 South Bend;
  -85.9767 41.682 Elkhart; -85.42 41.735 Howe; -84.999 41.74 Fremont; -84.6 41.61 Montpelier; -84.14 41.6 Wauseon;
  -83.5552 41.6639 Toledo; -83.1219 41.3503 Fremont; -82.61 41.28 Norwalk; -82.1077 41.3684 Elyria; -81.6954 41.4995 Cleveland;
  -81.4065 41.6398 Willoughby; -80.95 41.76 Geneva; -80.5542 41.9476 Conneaut; -80.0851 42.1292 Erie; -79.83 42.19 North East;
  -79.58 42.32 Westfield; -79.33 42.46 Dunkirk; -78.8295 42.7159 Hamburg; -78.8784 42.8865 Buffalo; -78.1875 42.9981 Batavia;
  -77.6 43.03 Rochester; -76.99 42.96 Geneva; -76.56 43.05 Weedsport; -76.1474 43.0481 Syracuse; -75.76 43.09 Canastota;
  -75.2327 43.1009 Utica; -74.986 43.0256 Herkimer; -74.1882 42.9387 Amsterdam; -73.9396 42.8142 Schenectady;
  -73.7562 42.6526 Albany; -73.2482 42.3043 Lee; -72.7495 42.1251 Westfield; -72.5898 42.1015 Springfield;
  -72.0787 42.1084 Sturbridge; -71.8356 42.1945 Auburn; -71.4162 42.2793 Framingham; -71.0598 42.3584 Boston;

I-94 = Interstate 94
  -108.5007 45.7833 Billings; -107.96 45.98 Pompeys Pillar; -107.55 46.13 Custer; -107.23 46.29 Hysham;
  -106.6778 46.2664 Forsyth; -105.8406 46.4083 Miles City; -105.313 46.793 Terry; -104.7125 47.1053 Glendive;
  -104.188 46.985 Wibaux; -104.004 46.918 Beach; -103.199 46.885 Belfield; -102.7896 46.8792 Dickinson; -102.046 46.91 Hebron;
  -101.41 46.86 New Salem; -100.8896 46.8267 Mandan; -100.7837 46.8083 Bismarck; -99.915 46.855 Steele;
  -98.7084 46.9105 Jamestown; -98.0032 46.9233 Valley City; -96.7898 46.8772 Fargo; -96.4198 46.6522 Barnesville;
  -96.0776 46.283 Fergus Falls; -95.3775 45.8852 Alexandria; -94.9525 45.7375 Sauk Centre; -94.1625 45.5608 Saint Cloud;
  -93.7941 45.3055 Monticello; -93.2638 44.98 Minneapolis; -93.0933 44.9444 Saint Paul; -92.7569 44.9747 Hudson;
  -91.9193 44.8755 Menomonie; -91.4985 44.8113 Eau Claire; -91.22 44.58 Osseo; -90.8515 44.2947 Black River Falls;
  -90.504 43.9786 Tomah; -90.0773 43.7972 Mauston; -89.771 43.6275 Wisconsin Dells; -89.4626 43.5391 Portage;
  -89.4012 43.0731 Madison; -88.7743 43.0761 Johnson Creek; -88.2315 43.0117 Waukesha; -87.9065 43.0389 Milwaukee;
  -87.95 42.72 Racine; -87.95 42.58 Kenosha; -87.9531 42.2831 Libertyville; -87.829 42.1275 Northbrook; -87.65 41.85 Chicago;
  -87.5 41.5834 Hammond; -87.3464 41.5934 Gary; -87.1762 41.5759 Portage; -86.89 41.66 Michigan City; -86.72 41.78 New Buffalo;
  -86.4 42.09 Benton Harbor; -85.8911 42.2178 Paw Paw; -85.5872 42.2917 Kalamazoo; -85.1782 42.3173 Battle Creek;
  -84.9633 42.2723 Marshall; -84.4013 42.2459 Jackson; -83.7409 42.2776 Ann Arbor; -83.613 42.2411 Ypsilanti;
  -83.2696 42.2409 Taylor; -83.0457 42.3314 Detroit; -82.9371 42.4973 Roseville; -82.4249 42.9709 Port Huron;
`;
