/** Programs that the journeys need, and Debian packages of those that are not here. */
import { spawnSync } from 'node:child_process';

/** Where a program is, null when it is not on the path. */
export function onPath(name: string): string | null {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** Installs packages where that needs nobody's password. Whether it was tried; what it came to shows by looking again. */
export function aptInstall(packages: readonly string[], say: (line: string) => void): boolean {
  const root = process.getuid?.() === 0;
  const sudo = !root && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!onPath('apt-get') || !(root || sudo)) return false;
  say(`Installing with apt-get: ${packages.join(', ')}`);
  const apt = (args: string[]) =>
    spawnSync(root ? 'apt-get' : 'sudo', root ? args : ['apt-get', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt(['update']);
  apt(['install', '-y', '--no-install-recommends', ...packages]);
  return true;
}
