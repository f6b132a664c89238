/** `npm run check`: what a change breaks most often, in under a minute: all but the tests that need a database or a browser. */
import { conclude, runStep, runUnitTests, STATIC_STEPS } from './kit/steps.mjs';
import { ensureInstalled } from './kit/workspace.mjs';

ensureInstalled();
// The tests first: what a change breaks is told within seconds, before the slower looks at the whole.
const results = [await runUnitTests('rules')];
for (const step of STATIC_STEPS) results.push(await runStep(step));
conclude(results);
