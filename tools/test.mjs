/** `npm test`: every check of a commit. Runs on a fresh clone. */
import { findBrowser } from './kit/browser.mjs';
import { startTestSite } from './kit/test-site.mjs';
import { conclude, runBrowserTests, runStaticSteps, runUnitTests } from './kit/steps.mjs';
import { ensureBuilt, ensureInstalled } from './kit/workspace.mjs';

ensureInstalled();
// The build and the browser's installation run in parallel with the static checks, and the site starts during the short tests.
const [staticSteps, browser] = await Promise.all([runStaticSteps(), findBrowser(), ensureBuilt()]);
const serverTests = await runUnitTests('server');
const [rulesTests, site] = await Promise.all([runUnitTests('rules'), startTestSite()]);
const results = [...staticSteps, serverTests, rulesTests];
try {
  const browserTests = await runBrowserTests({
    E2E_URL: site.url,
    E2E_CHROMIUM: browser,
    E2E_MAILBOX: site.mailbox,
    E2E_DATABASE: site.database,
  });
  if (browserTests.failed > 0) console.log(`the site's log ends with:\n${site.log}`);
  results.push(browserTests);
} finally {
  await site.stop();
}
conclude(results);
