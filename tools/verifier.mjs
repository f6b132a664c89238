/** `npm run verifier`: builds the page and the program that verify draws, and prints their SHA-256. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, run } from './kit/workspace.mjs';

ensureInstalled();
if (process.versions.node.split('.')[0] < 24) process.exit(await run('node', [import.meta.filename]));
const { buildVerifier } = await import('../web/verifier/build-verifier.ts');
const folder = join(root, 'web/build/verifier');
mkdirSync(folder, { recursive: true });
const files = await buildVerifier();
for (const [name, content] of files) writeFileSync(join(folder, name), content);
console.log(`${String(files.get('SHA256SUMS'))}em ${folder}`);
