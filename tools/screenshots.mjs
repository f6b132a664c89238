/** `npm run screenshots`: takes the pictures of README and docs from a demonstration that it starts. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './kit/browser.mjs';
import { BASKET, BUYER, PICTURES } from './kit/pictures.mjs';
import { startTestSite } from './kit/test-site.mjs';
import { ensureBuilt, ensureInstalled, root } from './kit/workspace.mjs';

const FOLDER = join(root, 'docs/pictures');
/** Stored consent, so that the consent panel stays closed. */
const CONSENT = JSON.stringify({
  measurement: false,
  marketing: false,
  textVersion: 1,
  decidedAt: '2020-01-01T00:00:00.000Z',
  userId: null,
});
/** Palette: a third of the size, without a visible difference. */
const PNG = { palette: true, colours: 128, effort: 10, compressionLevel: 9 };
const QUIET_MS = 2_500;

ensureInstalled();
await ensureBuilt();
const sharp = createRequire(join(root, 'server/package.json'))('sharp');
mkdirSync(FOLDER, { recursive: true });
const site = await startTestSite();
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
});
try {
  const order = await placeOrder(5);
  for (const picture of PICTURES) {
    if (picture.pays) await pay(order);
    await take(picture, order);
  }
} finally {
  await browser.close();
  await site.stop();
}

async function take({ name, size, dark = false, as, path, prepare }, order) {
  const page = await browser.newPage({
    viewport: size,
    deviceScaleFactor: size.width < 600 ? 2 : 1,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Maceio',
  });
  await page.addInitScript((kept) => localStorage.setItem('mare.consent', kept), CONSENT);
  if (as) {
    const session = JSON.stringify(await signIn(as));
    await page.addInitScript((kept) => localStorage.setItem('mare.auth', kept), session);
  }
  await page.goto(site.url + (typeof path === 'function' ? path(order) : path));
  await untilQuiet(page);
  const shown = await prepare?.(page);
  await shown?.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await untilQuiet(page);
  const file = await sharp(await page.screenshot())
    .png(PNG)
    .toFile(join(FOLDER, `${name}.png`));
  console.log(`${name}: ${Math.round(file.size / 1000)} kB`);
  await page.close();
}

/** A signed-in page keeps an event stream open, so it never reaches network idle. */
async function untilQuiet(page) {
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
}

async function signIn({ email, password }) {
  return send('/auth/v1/token?grant_type=password', { email, password });
}

/** @returns the order's reference */
async function placeOrder(quantity) {
  const { access_token: token } = await signIn(BUYER);
  const order = await send(
    '/api/checkout/payments',
    {
      items: [{ title: '', selected_numbers: [], rifaId: BASKET, quantity, price: 5 }],
      customerInfo: { name: 'Maria Silva', email: BUYER.email },
    },
    { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  );
  await send(`/api/orders/${order.external_reference}/pix`, {});
  return order.external_reference;
}

/** Pays in the simulated bank app; the shop is notified by a webhook. */
async function pay(reference) {
  const path = `/api/orders/${reference}`;
  const { paymentId } = await (await fetch(site.url + path)).json();
  await send(
    `/sandbox-mp/_sandbox/payments/${paymentId}/transition`,
    { to: 'approve' },
    { authorization: 'Bearer SANDBOX-token' },
  );
  const page = await browser.newPage();
  await page.goto(`${site.url}/pedido/${reference}`);
  await page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' }).waitFor({ timeout: 60_000 });
  await page.close();
}

async function send(path, body, headers = {}) {
  const response = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
