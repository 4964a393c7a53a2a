/** Users of the sandbox. Each password equals the username unless one is set for all; it protects nothing. */

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

/**
 * The user with these credentials, or null. Usernames are not case-sensitive, passwords are. `sharedPassword`: the password of
 * all, if set.
 */
export function signIn(username: string, password: string, sharedPassword: string | null): User | null {
  const normalized = username.trim().toLowerCase();
  return (
    USERS.find((user) => user.username === normalized && (sharedPassword ?? user.password) === password) ??
    null
  );
}
