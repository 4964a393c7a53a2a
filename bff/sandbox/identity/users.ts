/** The people of the sandbox. Each password is the user's own name unless one is set for all: nothing here protects anything. */

export interface User {
  readonly sub: string;
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

function user(sub: string, username: string, name: string): User {
  const email = `${username}@waypost.example`;
  return { sub, username, password: username, name, email, roles: [username] };
}

export const USERS: readonly User[] = [
  user('6b1f0c5e-4c57-4b0e-9a51-0d5a7c1b2e01', 'dispatcher', 'Dana Ortiz'),
  user('6b1f0c5e-4c57-4b0e-9a51-0d5a7c1b2e02', 'onboarding', 'Noor Haddad'),
  user('6b1f0c5e-4c57-4b0e-9a51-0d5a7c1b2e03', 'viewer', 'Victor Lindgren'),
  user('6b1f0c5e-4c57-4b0e-9a51-0d5a7c1b2e04', 'admin', 'Ama Boateng'),
];

export function userBySub(sub: string): User | null {
  return USERS.find((user) => user.sub === sub) ?? null;
}

/** The user with these credentials, or null. User names are not case-sensitive, passwords are. `everyones`: the password of all, if set. */
export function signIn(username: string, password: string, everyones: string | null): User | null {
  const wanted = username.trim().toLowerCase();
  return USERS.find((user) => user.username === wanted && (everyones ?? user.password) === password) ?? null;
}
