import { describe, expect, test } from 'vitest';
import { userRequest } from '../api/user-request.ts';
import { invitationCreate } from '../invitations.ts';
import { failedCases } from './cases.ts';
import {
  bodyOf,
  type FieldCase,
  INVITATION_BASE,
  INVITATION_CASES,
  USER_BASE,
  USER_CASES,
} from './onboarding-cases.ts';
import { failures } from './responses.ts';

describe.each([
  ['invitations', invitationCreate, INVITATION_BASE, INVITATION_CASES],
  ['users', userRequest, USER_BASE, USER_CASES],
] as const)('%s', (_, schema, base, cases) => {
  test('every attribute of the schema has an accepted and a rejected value', () => {
    const named = (matches: (item: FieldCase) => boolean) => [
      ...new Set(cases.filter(matches).map(({ field }) => field)),
    ];
    const attributes = Object.keys(schema.shape).sort();
    expect(named(({ refused_at }) => refused_at === null).sort()).toEqual(attributes);
    expect(named(({ refused_at }) => refused_at !== null).sort()).toEqual(attributes);
  });

  const byField = Object.groupBy(cases as readonly FieldCase[], ({ field }) => field);
  test.each(Object.entries(byField))(
    '%s accepts its valid values and rejects the others',
    async (_field, all = []) => {
      const failed = await failedCases(
        all,
        ({ value }) => String(JSON.stringify(value)),
        (one) =>
          expect(failures(schema, bodyOf(base, one))).toEqual(
            one.refused_at === null ? [] : [one.refused_at],
          ),
      );
      expect(failed).toEqual([]);
    },
  );
});
