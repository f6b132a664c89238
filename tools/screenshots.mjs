/**
 * Screenshots of every public page in three widths and both themes: `node tools/screenshots.mjs [folder] [part of a file’s
 * name]` while the demonstration runs on PORT.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './kit/browser.mjs';

const WIDTHS = [360, 768, 1280];
const THEMES = ['light', 'dark'];
/** Stored consent. */
const ANSWERED = JSON.stringify({
  measurement: false,
  marketing: false,
  textVersion: 1,
  decidedAt: '2020-01-01T00:00:00.000Z',
  userId: null,
});

const [folder = '/tmp/mare-screens', part = ''] = process.argv.slice(2);
const site = `http://localhost:${process.env.PORT ?? 3000}`;
mkdirSync(folder, { recursive: true });

const rifas = await (await fetch(`${site}/api/rifas`)).json();
const rifa = rifas[0].id;
const buyer = await session('maria@exemplo.com.br', 'maria123');
const order = await newestOrder(buyer);

const screens = [
  { name: 'home', path: '/' },
  { name: 'consent', path: '/como-participar' },
  { name: 'home-found', path: '/?premio=servico' },
  { name: 'home-nothing', path: '/?busca=nadadisso' },
  { name: 'rifa', path: `/rifa/${rifa}/anonymous` },
  { name: 'rifa-chosen', path: `/rifa/${rifa}/anonymous`, prepare: choosePlan },
  { name: 'rifa-detail', path: `/rifa/${rifa}` },
  { name: 'rifa-missing', path: '/rifa/inexistente/anonymous' },
  { name: 'cart-empty', path: '/como-participar', prepare: openCart },
  { name: 'cart-full', path: `/rifa/${rifa}/anonymous`, prepare: fillCart },
  { name: 'auth', path: '/auth' },
  { name: 'dashboard', path: '/dashboard', as: buyer },
  { name: 'restricted', path: '/dashboard' },
  { name: 'purchase', path: `/checkout?rifa=${rifa}`, as: buyer, prepare: choosePlan },
  { name: 'checkout-empty', path: '/checkout', as: buyer },
  { name: 'approved', path: `/checkout/sucesso?payment_id=123&external_reference=${order}` },
  { name: 'pending', path: '/checkout/pendente?payment_id=123&external_reference=referencia-desconhecida' },
  { name: 'rejected', path: '/checkout/falha?payment_id=123&external_reference=referencia-desconhecida' },
  { name: 'order', path: `/pedido/${order}`, as: buyer },
  { name: 'menu', path: '/', prepare: openMenu, below: 768 },
  { name: 'how', path: '/como-participar' },
  { name: 'results', path: '/resultado' },
  { name: 'ranking', path: '/ranking' },
  { name: 'support', path: '/suporte' },
  { name: 'about', path: '/sobre' },
  { name: 'affiliates', path: '/afiliados-landing' },
  { name: 'terms', path: '/termos' },
  { name: 'missing', path: '/nada-aqui' },
];

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
});
for (const width of WIDTHS)
  for (const theme of THEMES)
    for (const screen of screens)
      if (fileOf(screen, width, theme).includes(part) && !(screen.below <= width))
        await take(screen, width, theme);
await browser.close();

function fileOf({ name }, width, theme) {
  return `${name}-${width}-${theme}.png`;
}

async function take(screen, width, theme) {
  const { name, path, as, prepare } = screen;
  const page = await browser.newPage({
    viewport: { width, height: width < 600 ? 740 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'pt-BR',
    timezoneId: 'America/Maceio',
  });
  if (as) await page.addInitScript((stored) => localStorage.setItem('mare.auth', stored), as);
  if (name !== 'consent')
    await page.addInitScript((kept) => localStorage.setItem('mare.consent', kept), ANSWERED);
  await page.goto(site + path);
  await untilQuiet(page);
  await prepare?.(page);
  await loadPictures(page);
  await page.screenshot({ path: join(folder, fileOf(screen, width, theme)), fullPage: !prepare });
  await page.close();
}

/** A signed-in page keeps an event stream open, so it never reaches network idle. */
async function untilQuiet(page) {
  await page.waitForLoadState('networkidle', { timeout: 2_500 }).catch(() => undefined);
}

/** Loads lazy pictures by scrolling. */
async function loadPictures(page) {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)));
  });
}

async function session(email, password) {
  const answer = await fetch(`${site}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.text();
}

async function newestOrder(stored) {
  const { access_token: token } = JSON.parse(stored);
  const { orders } = await (
    await fetch(`${site}/api/orders`, { headers: { authorization: `Bearer ${token}` } })
  ).json();
  return orders[0]?.externalReference ?? 'referencia-desconhecida';
}

async function choosePlan(page) {
  await page.getByText('Prata', { exact: true }).click();
  await page.getByRole('heading', { name: 'Seus números da sorte' }).scrollIntoViewIfNeeded();
  await untilQuiet(page);
}

async function fillCart(page) {
  await choosePlan(page);
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page.getByRole('dialog', { name: 'Carrinho' }).waitFor();
  await untilQuiet(page);
}

async function openCart(page) {
  await page.getByRole('button', { name: /^Carrinho/ }).click();
  await page.getByRole('dialog', { name: 'Carrinho' }).waitFor();
}

async function openMenu(page) {
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
}
