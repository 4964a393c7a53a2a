import { z } from 'zod';
import { people, signedOutSessions, signOutRequest } from './people.ts';
import { route } from './route.ts';

export const PEOPLE_ROUTES = {
  listPeople: route('GET /api/people', {
    summary: 'List everyone who has signed in, last seen first, with their sessions',
    right: 'administer',
    responses: { 200: people },
  }),
  signOutPerson: route('POST /api/people/{sub}/sign-out', {
    summary:
      'End one session of a person, or all of them, on every server, with their streams. They can sign in again if their account allows it',
    right: 'administer',
    params: z.strictObject({ sub: z.string().min(1).max(255) }),
    body: signOutRequest,
    responses: { 200: signedOutSessions },
  }),
} as const;
