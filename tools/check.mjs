/** `npm run check`: everything but the browser tests. */
import { conclude, runStep, runUnitTests, STATIC_STEPS } from './steps.mjs';
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
const results = [];
for (const step of STATIC_STEPS) results.push(await runStep(step));
results.push(await runUnitTests());
conclude(results);
