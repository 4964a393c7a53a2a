/** `npx pnpm contract:readme`: writes the contract's README.md. */
import { writeFileSync } from 'node:fs';
import { README_FILE, readmeText } from './readme.ts';

writeFileSync(README_FILE, readmeText());
