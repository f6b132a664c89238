/** `npm test`: every check of a commit, on a fresh clone alone. */
import { findBrowser } from './kit/browser.mjs';
import { startTestSite } from './kit/test-site.mjs';
import { conclude, runBrowserTests, runStep, runUnitTests, STATIC_STEPS } from './kit/steps.mjs';
import { ensureBuilt, ensureInstalled } from './kit/workspace.mjs';

ensureInstalled();
const results = [];
for (const step of STATIC_STEPS) results.push(await runStep(step));
results.push(await runUnitTests());

const browser = await findBrowser();
await ensureBuilt();
const site = await startTestSite();
try {
  results.push(
    await runBrowserTests({ E2E_URL: site.url, E2E_CHROMIUM: browser, E2E_MAILBOX: site.mailbox }),
  );
} finally {
  await site.stop();
}
conclude(results);
