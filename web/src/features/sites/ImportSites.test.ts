import { describe, expect, it } from 'vitest';
import { problemsCsv, problemsOf } from '../../live/import-file.ts';
import { SITE, siteOf } from '../../testing/sites.ts';
import { readImport } from './ImportSites.tsx';
import { sitesCsv, sitesGeoJson } from './site-list.ts';

const HEAD = 'name,latitude,longitude,radius_meters,free_minutes,detention_rate,detention_currency,note';
const read = (text: string, unit: 'm' | 'mi' = 'm') => {
  const file = readImport(text, unit);
  if (!file.ok) throw new Error(file.reason);
  return file;
};
const reason = (text: string) => {
  const file = readImport(text, 'm');
  return file.ok ? '' : file.reason;
};
const problems = (row: string) => read(`${HEAD}\n${row}`).bad[0]?.problems;

describe('CSV', () => {
  it('accepts its columns in any order, and ignores others', () => {
    const file = read('Note,Lon,Lat,Color,Name,Radius\nGate 4,-102.084,35.1913,red,Yard,0.5 mi');
    expect(file.bad).toEqual([]);
    expect(file.good[0]).toMatchObject({
      line: 2,
      site: {
        name: 'Yard',
        latitude: 35.1913,
        longitude: -102.084,
        radius_meters: 804.672,
        note: 'Gate 4',
        free_minutes: null,
      },
    });
  });
  it('skips a title above the column names', () => {
    expect(read(`Our sites\n\n${HEAD}\nYard,35,-102,500`).good).toMatchObject([
      { line: 4, site: { name: 'Yard' } },
    ]);
  });
  it('accepts semicolons, decimal commas, and a default unit for radii', () => {
    const file = read('name;latitude;longitude;radius_meters\nYard;35,1913;-102,084;2', 'mi');
    expect(file.good[0]?.site).toMatchObject({
      latitude: 35.1913,
      longitude: -102.084,
      radius_meters: 3218.688,
    });
  });
  it.each([
    [',35,-102,500,,,,', ['name must not be empty']],
    ['A,north,-102,500,,,,', ['latitude must be a number, not “north”']],
    ['A,95,-102,500,,,,', ['latitude must be from -90 to 90']],
    ['A,35,,500,,,,', ['longitude must not be empty']],
    ['A,35,-102,5,,,,', ['radius_meters must be at least 10 m']],
    ['A,35,-102,5 yd,,,,', ['radius_meters must be in m, km, ft or mi, not in “yd”']],
    ['A,35,-102,500,soon,,,', ['free_minutes must be a whole number of minutes']],
    ['A,35,-102,500,60,75,,', ['detention_currency is required with a rate']],
    [
      'A,x,y,0,,,,',
      [
        'latitude must be a number, not “x”',
        'longitude must be a number, not “y”',
        'radius_meters must be more than 0',
      ],
    ],
  ])('reports every problem of %s', (row, expected) => {
    expect(problems(row)).toEqual(expected);
  });
  it('keeps good rows when others are bad, and reports a duplicate name', () => {
    const file = read(`${HEAD}\nA,35,-102,500\nB,35,-102\na ,36,-102,500`);
    expect(file.good.map(({ site }) => site.name)).toEqual(['A']);
    expect(file.bad).toEqual([
      { line: 3, name: 'B', problems: ['radius_meters must not be empty'] },
      { line: 4, name: 'a', problems: ['name is already on line 2'] },
    ]);
  });
  it('leaves out an error of the spreadsheet with a warning, unless the cell is required', () => {
    const file = read(`${HEAD}\nA,35,-102,500,,,,#N/A\nB,#REF!,-102,500`);
    expect(file.good).toMatchObject([{ site: { name: 'A', note: null } }]);
    expect(file.lines?.get(2)?.warnings).toEqual(['note left out: “#N/A” is an error of the spreadsheet']);
    expect(file.bad.map((row) => problemsOf(row, file.lines))).toEqual([
      'latitude must not be empty; latitude left out: “#REF!” is an error of the spreadsheet',
    ]);
  });
  it('says what is missing from the whole file', () => {
    expect(reason('')).toBe('The file is empty');
    expect(reason('name,latitude\nA,35')).toContain('longitude and radius_meters are missing');
    expect(reason(HEAD)).toContain('no row');
  });
});

describe('GeoJSON', () => {
  const feature = (over: object = {}) => ({
    type: 'Feature',
    properties: { name: 'Yard', radius_meters: 500 },
    geometry: { type: 'Point', coordinates: [-102.084, 35.1913] },
    ...over,
  });
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

  it('reads points with a radius, as a number or with a unit', () => {
    const file = read(collection(feature(), feature({ properties: { name: 'B', radius_meters: '1 km' } })));
    expect(file.good.map(({ site }) => [site.latitude, site.longitude, site.radius_meters])).toEqual([
      [35.1913, -102.084, 500],
      [35.1913, -102.084, 1000],
    ]);
  });
  it('rejects polygons, even round ones, and says what a site is', () => {
    const file = read(
      collection(
        feature(),
        feature({ geometry: { type: 'Polygon', coordinates: [] }, properties: { name: 'Round' } }),
      ),
    );
    expect(file.bad).toEqual([
      {
        line: 2,
        name: 'Round',
        problems: ['A Polygon is not a site. Use a Point with radius_meters'],
      },
    ]);
  });
  it('rejects features without a radius or geometry, or with swapped axes', () => {
    const file = read(
      collection(
        feature({ properties: { name: 'A' } }),
        feature({ geometry: null }),
        feature({ geometry: { type: 'Point', coordinates: [35.1913, -102.084] } }),
      ),
    );
    expect(file.bad.map((row) => row.problems)).toEqual([
      ['radius_meters must not be empty'],
      ['No geometry'],
      ['latitude must be from -90 to 90'],
    ]);
  });
  it('writes the features that are not imported with their names', () => {
    const file = read(collection(feature(), feature({ geometry: null })));
    expect(problemsCsv(file)).toBe('\uFEFFFeature,name,problems\r\n2,Yard,No geometry\r\n');
  });
  it('says what is wrong with the whole file', () => {
    expect(reason('{"type":')).toContain('incomplete');
    expect(reason('[1,2]')).toContain('not GeoJSON');
    expect(reason(collection())).toContain('empty');
    expect(
      reason(
        JSON.stringify({
          type: 'FeatureCollection',
          crs: { properties: { name: 'EPSG:3857' } },
          features: [feature()],
        }),
      ),
    ).toContain('must be WGS 84');
  });
});

describe('an export', () => {
  const odd = siteOf(2, {
    name: '=Depot, "north"',
    note: 'two\nlines',
    free_minutes: null,
    detention_rate: null,
    detention_currency: null,
  });
  it.each([
    ['CSV', sitesCsv, undefined],
    ['GeoJSON', sitesGeoJson, 'Feature'],
  ])('as %s can be imported again as the same sites', (_, write, row_word) => {
    const file = read(write([SITE, odd]));
    expect([file.row_word, file.bad]).toEqual([row_word, []]);
    expect(file.good.map(({ site }) => site)).toEqual(
      [SITE, odd].map(
        ({ id: _, created_at: __, updated_at: ___, updated_by_name: ____, ...fields }) => fields,
      ),
    );
  });
});
