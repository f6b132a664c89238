/** `npm run bench -- numbers [options]`: runs the benchmark of that name from `bench/`. */
import { runNamed } from './kit/named-script.mjs';

await runNamed('bench', 'bench', 'bench');
