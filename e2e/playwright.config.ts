import { defineConfig } from '@playwright/test';

/** Most buyers come with a phone: there every journey is walked. These also on a desktop, whose screens differ. */
const ON_BOTH = [
  'storefront/menus.spec.ts',
  'storefront/pages.spec.ts',
  'storefront/screens.spec.ts',
  'purchase/buy-cotas.spec.ts',
  'community/partners.spec.ts',
  'draws/draws.spec.ts',
];
/** What they put up for sale would be the newest rifa, which the others buy. */
const AFTER_THE_OTHERS = ['purchase/last-cotas.spec.ts', 'panel/organiser.spec.ts', 'panel/rifas.spec.ts'];

const baseURL = process.env.E2E_URL ?? 'http://localhost:3000';

/** Whoever walks has answered what the site asks at the first visit; consent.spec.ts is the one that has not. */
const answered = {
  measurement: false,
  marketing: false,
  textVersion: 1,
  decidedAt: '2020-01-01T00:00:00.000Z',
  userId: null,
};

const desktop = { viewport: { width: 1280, height: 800 } };
const below = (files: string[]) => files.map((file) => `**/${file}`);

/** The browser and the site come from tools/test.mjs: E2E_CHROMIUM and E2E_URL. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // On two processors a third fills the time in which the others wait.
  workers: 3,
  // What passes only at the second try is named in the report of `npm test`.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? '../test-results/e2e.json' }]],
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(baseURL).origin,
          localStorage: [{ name: 'mare.consent', value: JSON.stringify(answered) }],
        },
      ],
    },
    // What a service worker asks for, no `page.route` sees; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    locale: 'pt-BR',
    timezoneId: 'America/Maceio',
    // Nothing waits for ever: a hanging step says which it was.
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording costs a third of the time: ask for it where a failure needs it.
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
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: below(AFTER_THE_OTHERS),
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testMatch: below(ON_BOTH),
      use: desktop,
    },
    {
      name: 'organiser',
      testMatch: below(AFTER_THE_OTHERS),
      dependencies: ['phone', 'desktop'],
      use: desktop,
    },
  ],
});
