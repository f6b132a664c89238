/** `npm run check`: every check that needs neither a database nor a browser. */
import { conclude, runStaticSteps, runUnitTests } from './kit/steps.mjs';
import { ensureInstalled } from './kit/workspace.mjs';

ensureInstalled();
// Together they keep both cores of a small machine busy; a broken rule still shows first.
const [rules, staticSteps] = await Promise.all([runUnitTests('rules'), runStaticSteps()]);
conclude([rules, ...staticSteps]);
