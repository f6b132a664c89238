/** `npm run prove -- balancer`: runs the proof of that name from `bench/proofs/`: see docs/scale.md. */
import { runNamed } from './kit/named-script.mjs';

await runNamed('prove', 'bench/proofs', 'proof');
