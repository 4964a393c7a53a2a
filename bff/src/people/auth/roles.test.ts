import { describe, expect, it } from 'vitest';
import { claimAt, type RoleRules, rolesOf } from './roles.ts';

describe('a claim is found', () => {
  it.each([
    ['roles', { roles: ['admin'] }],
    ['realm_access.roles', { realm_access: { roles: ['admin'] } }],
    ['resource_access.waypost.roles', { resource_access: { waypost: { roles: ['admin'] } } }],
    ['resource_access.way.post.roles', { resource_access: { 'way.post': { roles: ['admin'] } } }],
    ['https://example.com/roles', { 'https://example.com/roles': ['admin'] }],
    ['https://example.com/app.roles', { 'https://example.com/app': { roles: ['admin'] } }],
    ['a.b', { a: { b: ['admin'] }, 'a.b.c': 1 }],
  ])('at %s', (path, claims) => {
    expect(claimAt(claims, path)).toEqual(['admin']);
  });

  it.each([
    ['constructor.name', {}],
    ['roles.length.x', { roles: ['admin'] }],
    ['a.b.c', { a: { b: null } }],
  ])('nowhere at %s', (path, claims) => {
    expect(claimAt(claims, path)).toBeUndefined();
  });
});

describe('roles', () => {
  const rules: RoleRules = {
    rolesOfGroups: new Map([
      ['/freight/desk', ['dispatcher']],
      ['Night Shift', ['dispatcher', 'onboarding']],
    ]),
    defaultRoles: [],
  };
  it.each([
    [['viewer', 'king'], ['viewer']],
    ['viewer, admin', ['viewer', 'admin']],
    ['Night Shift', ['dispatcher', 'onboarding']],
    [
      ['/freight/desk', 'admin'],
      ['dispatcher', 'admin'],
    ],
    [{ admin: true }, []],
    [undefined, []],
  ])('of %j are %j', (claim, roles) => {
    expect(rolesOf(claim, rules)).toEqual(roles);
  });

  it('are those of the default for people without any', () => {
    expect(rolesOf(['king'], { ...rules, defaultRoles: ['viewer'] })).toEqual(['viewer']);
  });
});
