/**
 * Writes the street map of the sandbox's world into a folder, unless it is there already, and prints its path: a process of its own,
 * because it takes seconds. `--dir <folder>`; `--land <file>` has the basemap's land.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CORRIDORS } from '@waypost/geo/corridors';
import { Network } from '@waypost/geo/network';
import { readConfig } from '../config.ts';
import { buildHubs } from '../world/sites.ts';
import { landFrom } from './land.ts';
import { streetArchive } from './streets.ts';

const PREFIX = 'demonstration-streets-';

const { values } = parseArgs({ options: { dir: { type: 'string' }, land: { type: 'string' } } });
const { dir = 'data', land: landFile } = values;
const { seed, loads, world } = readConfig(process.env);
const network = new Network();
const hubs = buildHubs(seed, loads, network, world);
const land = landFile !== undefined && existsSync(landFile) ? readFileSync(landFile, 'utf8') : null;

/** Changes with everything that the map is made from, including how. */
const stamp = createHash('sha256')
  .update(JSON.stringify([hubs, CORRIDORS]))
  .update(land ?? '');
for (const name of readdirSync(import.meta.dirname).sort())
  stamp.update(readFileSync(join(import.meta.dirname, name)));
const file = `${PREFIX}${stamp.digest('hex').slice(0, 16)}.pmtiles`;
const path = join(dir, file);
if (!existsSync(path)) {
  mkdirSync(dir, { recursive: true });
  const written = join(dir, `${file}.${process.pid}.new`);
  writeFileSync(written, streetArchive(hubs, land === null ? () => true : landFrom(land)));
  renameSync(written, path);
  for (const name of readdirSync(dir))
    if (name.startsWith(PREFIX) && name !== file) rmSync(join(dir, name), { force: true });
}
process.stdout.write(`${path}\n`);
