import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { describe, expect, it } from 'vitest';
import { describeGrant, ungroupedResources } from './grant.ts';

describe('description of the granted permissions', () => {
  it('covers every resource', () => {
    expect(ungroupedResources()).toEqual([]);
    for (const name of RESOURCE_NAMES) expect(describeGrant({ [name]: 'read' }).see, name).toHaveLength(1);
  });

  it('says "change" if any resource of a group may be changed', () => {
    expect(describeGrant({ fuel_card: 'read_write', fuel_transaction: 'read' })).toEqual({
      see: [],
      change: ['fuel purchases and fuel cards'],
    });
  });
});
