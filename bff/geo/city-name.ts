/** `Milford` for GeoNames' "City of Milford (balance)": the name on signs, without what a census adds to it. */
export const cityName = (name: string): string =>
  name.replace(/^City of /, '').replace(/ \((balance|historical|village)\)$/, '');
