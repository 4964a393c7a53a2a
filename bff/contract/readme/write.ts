/** `npx pnpm contract:readme`: writes README.md of the contract. */
import { writeFileSync } from 'node:fs';
import { README_FILE, readmeText } from './readme.ts';

writeFileSync(README_FILE, readmeText());
