/** `npm run bench -- numbers [options]`: runs the benchmark of that name from `bench/`. */
import { runNamed } from './named-script.mjs';

await runNamed('bench', 'bench', 'bench');
