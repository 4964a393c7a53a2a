import { expect, it } from 'vitest';
import { declaredLayers, tileSchema } from './tile-schema.ts';

const layer = (id: string, ...fields: string[]) => ({ id, fields });

it('names the schema of an archive, and whether it can be drawn', () => {
  expect(tileSchema([layer('roads', 'kind', 'name')])).toMatchObject({ supported: true });
  expect(tileSchema([layer('roads', 'pmap:kind')])).toMatchObject({ supported: true });
  expect(tileSchema([layer('streets', 'kind'), layer('buildings')])).toEqual({
    name: 'Shortbread',
    supported: false,
  });
  expect(tileSchema([layer('transportation', 'class')])).toEqual({ name: 'OpenMapTiles', supported: false });
  expect(tileSchema([layer('roads', 'highway'), layer('parcels')])).toEqual({
    name: 'unknown (layers roads, parcels)',
    supported: false,
  });
  expect(tileSchema([])).toEqual({ name: 'unknown (no layers)', supported: false });
});

it('reads declared layers of any metadata', () => {
  expect(declaredLayers({ vector_layers: [{ id: 'roads', fields: { kind: 'String' } }] })).toEqual([
    layer('roads', 'kind'),
  ]);
  for (const metadata of [null, 5, {}, { vector_layers: 'roads' }, { vector_layers: [null, 'roads', {}] }])
    expect(declaredLayers(metadata)).toEqual([]);
});
