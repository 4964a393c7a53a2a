import { CORRIDORS } from '@waypost/geo/corridors';
import { describe, expect, it } from 'vitest';
import { countryOf, jurisdictionOf, jurisdictionsAlong } from './jurisdictions.ts';

describe('jurisdictions along the corridors', () => {
  it.each(CORRIDORS.map(({ id, points }) => [id, points.length] as const))(
    '%s has one per waypoint',
    (id, n) => {
      expect(jurisdictionsAlong(id)).toHaveLength(n);
    },
  );

  it('match the map', () => {
    const at = (name: string, corridor: string) => {
      const found = CORRIDORS.find(({ id }) => id === corridor)?.points.find(([, , point]) => point === name);
      return found ? jurisdictionOf({ longitude: found[0], latitude: found[1] }) : null;
    };
    expect(at('Amarillo', 'I-40')).toBe('TX');
    expect(at('Denver', 'I-25')).toBe('CO');
    expect(at('Winnipeg', 'MB-75')).toBe('MB');
    expect(at('Monterrey', 'MEX-85')).toBe('NLE');
  });

  it.each([
    ['TX', 'USA'],
    ['ON', 'CAN'],
    ['NLE', 'MEX'],
  ])('%s lies in %s', (code, country) => expect(countryOf(code)).toBe(country));
});
