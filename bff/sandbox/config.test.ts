import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toEqual({
      assumptions: ASSUMPTIONS,
      host: '127.0.0.1',
      port: 8090,
      loads: 500,
      vehicles: null,
      world: 'believable',
      seed: 1,
      speed: 1,
      rate_limit: 100,
      token_rate_limit: 120,
      token_lifetime_seconds: 3600,
      replay: null,
      password: null,
      backchannel_logout_uri: null,
      control: true,
      state: null,
      webhook_duplicates: 0.05,
      webhook_reorder: 0.05,
      fuel_rows: null,
      usage_rows: null,
    });
  });

  it('reads the number of history rows', () => {
    const { fuel_rows, usage_rows } = readConfig({ SANDBOX_FUEL_ROWS: '100000', SANDBOX_USAGE_ROWS: '0' });
    expect([fuel_rows, usage_rows]).toEqual([100_000, 0]);
    expect(() => readConfig({ SANDBOX_FUEL_ROWS: 'many' })).toThrow(/SANDBOX_FUEL_ROWS/);
  });

  it('reads every variable', () => {
    const config = readConfig({
      SANDBOX_HOST: 'localhost',
      SANDBOX_PORT: '0',
      SANDBOX_LOADS: '50',
      SANDBOX_WORLD: 'hostile',
      SANDBOX_SEED: '7',
      SANDBOX_SPEED: '2.5',
      SANDBOX_RATE_LIMIT: '400',
      SANDBOX_TOKEN_RATE_LIMIT: '10',
      SANDBOX_TOKEN_LIFETIME: '60',
      SANDBOX_REPLAY: 'tracks',
      SANDBOX_BACKCHANNEL_LOGOUT_URI: 'http://localhost:8080/out',
      SANDBOX_CONTROL: 'off',
      SANDBOX_STATE: 'data/state.json',
      SANDBOX_WEBHOOK_DUPLICATES: '0.5',
      SANDBOX_WEBHOOK_REORDER: '1',
    });
    expect(config).toMatchObject({
      host: 'localhost',
      port: 0,
      loads: 50,
      seed: 7,
      speed: 2.5,
      rate_limit: 400,
    });
    expect(config).toMatchObject({
      token_rate_limit: 10,
      token_lifetime_seconds: 60,
      replay: 'tracks',
      password: null,
      backchannel_logout_uri: 'http://localhost:8080/out',
      control: false,
      state: 'data/state.json',
      webhook_duplicates: 0.5,
      webhook_reorder: 1,
    });
  });

  it.each([
    ['SANDBOX_PORT', '65536'],
    ['SANDBOX_PORT', 'eighty'],
    ['SANDBOX_LOADS', '-1'],
    ['SANDBOX_LOADS', '12.5'],
    ['SANDBOX_SEED', '-1'],
    ['SANDBOX_SPEED', '0'],
    ['SANDBOX_WORLD', 'friendly'],
    ['SANDBOX_RATE_LIMIT', '1e3'],
    ['SANDBOX_CONTROL', 'yes'],
    ['SANDBOX_WEBHOOK_DUPLICATES', '1.5'],
    ['SANDBOX_HOST', 'a b'],
    ['SANDBOX_BACKCHANNEL_LOGOUT_URI', 'https://example.com/logout'],
  ])('refuses %s=%s with the name, the rule and an example', (name, value) => {
    const reading = () => readConfig({ [name]: value });
    expect(reading).toThrow(ConfigError);
    expect(reading).toThrow(new RegExp(`^${name} is "${value}", but it must be .+\\. Example: ${name}=`));
  });
});
