import { describe, expect, it } from 'vitest';
import { SITE } from '../../testing/sites.ts';
import {
  checkDraft,
  draftOf,
  EMPTY_DRAFT,
  inUnit,
  shapeOf,
  withCenter,
  withRadius,
  withShape,
} from './use-sites.ts';

const draft = draftOf(SITE, 'mi');
const errors = (change: Partial<typeof draft>) =>
  Object.fromEntries(checkDraft({ ...draft, ...change }).errors);

describe('a draft', () => {
  it('of an unchanged site makes the same site, to the last digit', () => {
    const { id: _, created_at: __, updated_at: ___, updated_by_name: ____, ...fields } = SITE;
    expect(checkDraft(draft)).toEqual({ body: fields, errors: new Map() });
  });

  it('shares one circle between form and map', () => {
    const drawn = withShape(
      EMPTY_DRAFT,
      { latitude: 35.191301, longitude: -102.084002, radius_meters: 804.67 },
      'mi',
    );
    expect([drawn.where, drawn.radius]).toEqual(['35.19130, -102.08400', '0.5']);
    expect(shapeOf(drawn)).toEqual({ latitude: 35.191301, longitude: -102.084002, radius_meters: 804.67 });
    const typed = withRadius(withCenter(drawn, '36, -101'), '1 km', 'mi');
    expect(shapeOf(typed)).toEqual({ latitude: 36, longitude: -101, radius_meters: 1000 });
  });

  it('has no circle while its text cannot be parsed, but keeps the text', () => {
    const typed = withCenter(draft, 'Amarillo');
    expect([typed.where, shapeOf(typed)]).toEqual(['Amarillo', null]);
    expect(shapeOf(withRadius(draft, 'wide', 'mi'))).toBeNull();
  });

  it('keeps its circle when the unit changes', () => {
    const other = inUnit(draft, 'km');
    expect([other.radius, other.radius_meters]).toEqual(['0.8', SITE.radius_meters]);
  });
});

describe('checks', () => {
  it('report errors by field', () => {
    expect(errors(EMPTY_DRAFT)).toEqual({
      name: 'must not be empty',
      where: 'Enter coordinates',
      radius: 'must not be empty',
    });
    expect(errors({ ...withRadius(draft, '1 m', 'mi') })).toEqual({ radius: 'must be at least 10 m' });
    expect(errors({ ...withRadius(draft, '500', 'mi') })).toEqual({ radius: 'must be at most 200 km' });
    expect(errors({ free_minutes: 'soon' })).toEqual({ free_minutes: 'must be a whole number of minutes' });
    expect(errors({ free_minutes: '', detention_rate: '75', detention_currency: 'USD' })).toEqual({
      free_minutes: 'is required with a rate; use 0 if there is no free time',
    });
    expect(errors({ detention_currency: '' })).toEqual({ detention_currency: 'is required with a rate' });
  });
  it('accept a currency in lower case', () => {
    expect(checkDraft({ ...draft, detention_currency: 'usd' }).body?.detention_currency).toBe('USD');
  });
});
