/** `npm run docs:coverage`: writes docs/spec-coverage.md from the annotations of the tests. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSpecCoverage } from './kit/spec-coverage.ts';

writeFileSync(join(import.meta.dirname, '../docs/spec-coverage.md'), renderSpecCoverage());
