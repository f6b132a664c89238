/** `npm run check`: what a change breaks most often, in under a minute: all but the tests that need a database or a browser. */
import { conclude, runStep, runUnitTests, STATIC_STEPS } from './steps.mjs';
import { ensureInstalled } from './workspace.mjs';

ensureInstalled();
const results = [];
for (const step of STATIC_STEPS) results.push(await runStep(step));
results.push(await runUnitTests('rules'));
conclude(results);
