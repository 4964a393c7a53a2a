import { describe, expect, it } from 'vitest';
import { CityIndex } from './city-index.ts';

const cities = new CityIndex();

describe('a place description', () => {
  it('names the city, the direction and the distance', () => {
    const place = cities.nearest({ latitude: 35.2, longitude: -102.12 });
    expect(place).toMatchObject({ name: 'Amarillo', region: 'TX', country: 'US', direction: 'W' });
    expect((place?.distance_meters ?? 0) / 1609.344).toBeGreaterThan(12);
    expect((place?.distance_meters ?? 0) / 1609.344).toBeLessThan(18);
  });
  it('tells the center of a city from other places in it', () => {
    const [denver] = cities.find('Denver, CO');
    const { latitude = 0, longitude = 0 } = denver ?? {};
    expect(cities.centerAt({ latitude: latitude + 0.00001, longitude })).toBe('Denver, CO');
    expect(cities.centerAt({ latitude: latitude + 0.002, longitude })).toBeNull();
  });
  it('has no direction inside the city', () => {
    expect(cities.nearest({ latitude: 35.2, longitude: -101.84 })).toMatchObject({
      name: 'Amarillo',
      direction: null,
    });
  });
  it.each([
    [43.68, -79.41, 'Toronto', 'ON'],
    [25.68, -100.31, 'Monterrey', 'NLE'],
  ])('knows provinces and Mexican states (%f, %f)', (latitude, longitude, name, region) => {
    expect(cities.nearest({ latitude, longitude })).toMatchObject({ name, region });
  });
  it('says the name on signs, not the one of the census, and lists a city once', () => {
    expect(cities.nearest({ latitude: 41.223, longitude: -73.06 })).toMatchObject({
      name: 'Milford',
      region: 'CT',
    });
    expect(cities.find('Milford, CT').map(({ name }) => name)).toEqual(['Milford', 'New Milford']);
    expect(cities.find('Sammamish, WA').map(({ name }) => name)).toEqual([
      'Sammamish',
      'West Lake Sammamish',
    ]);
  });
  it.each([
    ['Weehawken', 40.7695, -74.0204, 'NJ'],
    ['the other bank of the Hudson', 40.768, -73.996, 'NY'],
    ['Camden', 39.944, -75.129, 'NJ'],
    ['Philadelphia', 39.95, -75.145, 'PA'],
    ['East St. Louis', 38.629, -90.175, 'IL'],
    ['St. Louis', 38.627, -90.194, 'MO'],
    ['El Paso', 31.7587, -106.4869, 'TX'],
    ['Ciudad Juárez', 31.739, -106.485, 'CHH'],
    ['Detroit', 42.331, -83.045, 'MI'],
    ['Windsor', 42.317, -83.04, 'ON'],
  ])('names a city of the state where the position is: %s', (_, latitude, longitude, region) => {
    expect(cities.nearest({ latitude, longitude })).toMatchObject({ region });
  });
  it('falls back to the nearest city when none is close', () => {
    expect(cities.nearest({ latitude: 64, longitude: -141 })).not.toBeNull();
  });
  it('is null without cities', () => {
    expect(new CityIndex([]).nearest({ latitude: 0, longitude: 0 })).toBeNull();
  });
});
