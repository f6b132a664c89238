import { defineConfig } from '@playwright/test';

/** Specs that start a separate shop, so they run in parallel. First, because they take longest. */
const OWN_SHOP = [
  'storefront/brand.spec.ts',
  'stories/fast-forward.spec.ts',
  'stories/first-week.spec.ts',
  'stories/month-end.spec.ts',
];
/** Run last: they publish rifas, and the others buy the newest one. */
const AFTER_THE_OTHERS = [
  'purchase/coupon.spec.ts',
  'purchase/last-cotas.spec.ts',
  'panel/rifas/boost.spec.ts',
  'panel/cash.spec.ts',
  'panel/desk-turns.spec.ts',
  'panel/rifas/gallery.spec.ts',
  'panel/rifas/keyboard-rifa.spec.ts',
  'panel/logo.spec.ts',
  'panel/rifas/organiser.spec.ts',
  'panel/rifas/rifas.spec.ts',
  'panel/rifas/stand.spec.ts',
  'panel/team.spec.ts',
  'stories/affiliate-payout.spec.ts',
  'stories/cancelled-rifa.spec.ts',
  'stories/draw-day.spec.ts',
  'stories/falsified-draw.spec.ts',
  'stories/group-purchase.spec.ts',
  'stories/last-hundred-cotas.spec.ts',
  'stories/live-result.spec.ts',
  'stories/service-prize.spec.ts',
  'stories/slow-phone.spec.ts',
  'stories/support-day.spec.ts',
  'stories/thief.spec.ts',
  'stories/two-accounts.spec.ts',
];

/** The longest of these start first, so that the run does not end with one of them on a single worker. */
const LONGEST = [
  'panel/rifas/stand.spec.ts',
  'stories/falsified-draw.spec.ts',
  'stories/group-purchase.spec.ts',
  'stories/service-prize.spec.ts',
  'stories/thief.spec.ts',
];

const baseURL = process.env.E2E_URL ?? 'http://localhost:3000';

/** Playwright's own list, which this flag replaces, and two pages of the address bar that every window loads. */
const UNUSED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A spare renderer for the next page, which most tests discard with their window.
  'SpareRendererForSitePerProcess',
];

const desktop = { viewport: { width: 1280, height: 800 } };
const below = (files: string[]) => files.map((file) => `**/${file}`);

/** The browser and the site come from tools/test.mjs: E2E_CHROMIUM and E2E_URL. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // On two cores a third worker uses the idle time of the others.
  workers: 3,
  // `npm test` reports tests that passed on retry. A defect fails three times; a busy machine rarely does.
  retries: 2,
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? '../test-results/e2e.json' }]],
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    // A service worker takes a quarter more processor time. The project 'desktop' and the nightly run have it.
    serviceWorkers: process.env.E2E_SERVICE_WORKERS === 'allow' ? 'allow' : 'block',
    // The frames of animations take a fifth of the processor time. Specs about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'pt-BR',
    timezoneId: 'America/Maceio',
    // A hanging step fails with its name.
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording takes a third of the run time, so it is opt-in.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath: process.env.E2E_CHROMIUM,
      args: [
        '--no-sandbox',
        // Emulated GPU rendering and a process for every origin cost CPU time.
        '--disable-gpu',
        '--disable-site-isolation-trials',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // Pages of tests are too short-lived for the optimizing compilers to pay off.
        '--js-flags=--no-opt,--no-maglev',
        `--disable-features=${UNUSED_FEATURES.join()}`,
      ],
    },
  },
  projects: [
    {
      name: 'own-shop',
      testMatch: below(OWN_SHOP),
      use: desktop,
    },
    {
      // Most buyers use a phone, so it runs every test that does not need a desktop.
      name: 'phone',
      testIgnore: below([...OWN_SHOP, ...AFTER_THE_OTHERS]),
      grepInvert: /@desktop/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      // Tests tagged @both run on the phone too: their layout, input or theme differs.
      name: 'desktop',
      testIgnore: below([...OWN_SHOP, ...AFTER_THE_OTHERS]),
      grep: /@both|@desktop/,
      use: { ...desktop, serviceWorkers: 'allow' },
    },
    {
      name: 'organiser-longest',
      testMatch: below(LONGEST),
      dependencies: ['phone', 'desktop'],
      use: desktop,
    },
    {
      name: 'organiser',
      testMatch: below(AFTER_THE_OTHERS),
      testIgnore: below(LONGEST),
      dependencies: ['phone', 'desktop'],
      use: desktop,
    },
  ],
});
