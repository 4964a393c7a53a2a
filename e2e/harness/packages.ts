/** Programs that the journeys need, and installing missing ones with apt. */
import { spawnSync } from 'node:child_process';

/** Path of a program, or null if it is not on the PATH. */
export function findOnPath(name: string): string | null {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** Installs packages if that needs no password. Returns whether it tried; the caller checks the result. */
export function aptInstall(packages: readonly string[], print: (line: string) => void): boolean {
  const root = process.getuid?.() === 0;
  const sudo = !root && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!findOnPath('apt-get') || !(root || sudo)) return false;
  print(`Installing with apt-get: ${packages.join(', ')}`);
  const apt = (args: string[]) =>
    spawnSync(root ? 'apt-get' : 'sudo', root ? args : ['apt-get', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt(['update']);
  apt(['install', '-y', '--no-install-recommends', ...packages]);
  return true;
}
