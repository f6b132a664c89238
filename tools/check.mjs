/** `npm run check`: every check that needs neither a database nor a browser, in under a minute. */
import { conclude, runStaticSteps, runUnitTests } from './kit/steps.mjs';
import { ensureInstalled } from './kit/workspace.mjs';

ensureInstalled();
// Tests first: a broken rule shows within seconds, before the slower checks start.
conclude([await runUnitTests('rules'), ...(await runStaticSteps())]);
