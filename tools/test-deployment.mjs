/** `npm run test:deploy -- balancer`: runs that test of `bench/deployment/`. See docs/scale.md. */
import { runNamed } from './kit/named-script.mjs';

await runNamed('test:deploy', 'bench/deployment', 'deploy');
