/** Checks the shop's brand on every rendered page, mail and document, in both themes if it has two. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { pdfText } from '../../server/platform/documents/pdf-text.testing.ts';
import { startTestSite } from '../../tools/kit/test-site.mjs';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { countPages, drawLogo, expectBranded, LOGO_SIZE, picturesOf } from '../kit/page/drawn.ts';
import { mailTo } from '../kit/people/mailbox.ts';
import { expectPageChecks, expectReadable } from '../kit/page/page-checks.ts';
import { bearerOf, createBuyer, openAs, signInAs } from '../kit/people/people.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { payByPix } from '../kit/payments/sandbox.ts';
import { test as base } from '../kit/test.ts';

const THEMES = ['light', 'dark'] as const;
/** Background colour of the page, or of the mail behind its content: proves that the theme was applied. */
const BACKGROUND = { light: /^rgb\(2\d\d, 2\d\d, 2\d\d\)$/, dark: /^rgb\(\d\d?, \d\d?, \d\d?\)$/ };

interface Paid {
  email: string;
  reference: string;
  numbers: string[];
}

type Site = Awaited<ReturnType<typeof startTestSite>>;

/** A separate shop, because a logo changes every page. */
const test = base.extend<{ paid: Paid }, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const site = await startTestSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  hasConsent: false,
  paid: async ({ request }, use) => {
    const { email, authorization } = await createBuyer(request);
    const reference = await placeOrder(
      { request },
      { email, authorization, rifaId: BIZ, quantity: 6, price: 0.5 },
    );
    await payByPix(request, reference);
    const order = (await (await request.get(`/api/orders/${reference}`)).json()) as {
      items: { selectedNumbers: number[] }[];
    };
    const numbers = order.items[0]!.selectedNumbers.map((number) => String(number).padStart(6, '0'));
    await use({ email, reference, numbers });
  },
});

// One worker: the site is started once.
test.describe.configure({ mode: 'default' });

test.beforeAll('uploads a logo', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const buffer = await drawLogo(page);
  const headers = await bearerOf(context.request, 'admin@exemplo.com.br');
  const { logo } = (await (await context.request.get('/api/admin/settings', { headers })).json()) as {
    logo: { version: number };
  };
  const uploaded = await context.request.post('/api/admin/settings/logo/wide', {
    headers,
    multipart: {
      version: String(logo.version),
      picture: { name: 'logo.png', mimeType: 'image/png', buffer },
    },
  });
  expect(uploaded.ok(), await uploaded.text()).toBe(true);
  await context.close();
});

async function attach(info: TestInfo, name: string, body: Buffer, type = 'image/png'): Promise<void> {
  await info.attach(name, { body, contentType: type });
}

/** The logo of the header is loaded and visible, and the theme is applied. */
async function expectBrandedPage(page: Page, info: TestInfo, theme: (typeof THEMES)[number]): Promise<void> {
  const logo = page.getByRole('banner').locator('img').first();
  await expect(logo).toBeVisible();
  await expect(logo).toHaveJSProperty('naturalWidth', LOGO_SIZE.width);
  await expect(page.locator('html')).toHaveCSS('background-color', BACKGROUND[theme]);
  await expectPageChecks(page);
  const picture = await page.screenshot();
  await attach(info, `${info.title} ${theme}`, picture);
  await expectBranded(page, picture);
}

for (const theme of THEMES) {
  // @covers beyond: the brand of every item is tested as a person sees it [server/platform/messages/mail-page.ts,
  //   server/draws/proofs/proof-pdf.ts, server/rifas/sharing/poster-pdf.ts, server/rifas/sharing/sharing-picture.ts]
  test(`e-mail of a paid order, ${theme}`, async ({ page, paid, site }, info) => {
    const mail = await mailTo(paid.email, paid.numbers[0]!, site.mailbox);
    await page.emulateMedia({ colorScheme: theme });
    await page.setContent(mail.html, { waitUntil: 'networkidle' });
    const logo = page.getByRole('img').first();
    await expect(logo).toHaveJSProperty('naturalWidth', LOGO_SIZE.width);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const number of paid.numbers)
      await expect(page.locator('.ticket', { hasText: number })).toBeVisible();
    await expect(page.locator('img.picture')).toHaveJSProperty('complete', true);
    const button = page.locator('a.button');
    await expect(button).toBeVisible();
    await expect(button).toHaveCSS(
      'background-color',
      theme === 'dark' ? 'rgb(86, 211, 201)' : 'rgb(11, 107, 117)',
    );
    await expect(page.locator('body')).toHaveCSS('background-color', BACKGROUND[theme]);
    await expectPageChecks(page);
    const picture = await page.screenshot({ fullPage: true });
    await attach(info, `mail ${theme}`, picture);
    await expectBranded(page, picture);
  });

  test(`page of a rifa, ${theme}`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`/rifa/${BIZ}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectBrandedPage(page, info, theme);
  });

  test(`panel, ${theme}`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme });
    await openAs(page, 'admin@exemplo.com.br', '/admin');
    await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
    await expectBrandedPage(page, info, theme);
  });

  test(`partner portal, ${theme}`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/parceiro');
    const dialog = page.getByRole('dialog', { name: 'Login do Parceiro' });
    await dialog.getByLabel('E-mail').fill('parceira@exemplo.com.br');
    await dialog.getByLabel('Telefone').fill('(82) 99999-0001');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible();
    await page.getByRole('tab', { name: 'Vouchers' }).click();
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectBrandedPage(page, info, theme);
  });

  test(`printed receipt is one page, ${theme}`, async ({ page, paid }, info) => {
    await page.emulateMedia({ colorScheme: theme });
    await signInAs(page, paid.email);
    await page.goto(`/pedido/${paid.reference}`);
    await expect(page.getByRole('region', { name: 'Recibo' })).toBeVisible();
    const pdf = await page.pdf({ format: 'A4' });
    await attach(info, `receipt ${theme}.pdf`, pdf, 'application/pdf');
    expect(countPages(pdf)).toBe(1);
    await page.emulateMedia({ media: 'print', colorScheme: theme });
    const receipt = page.locator('[data-receipt]');
    await expect(receipt.getByText(paid.reference)).toBeVisible();
    for (const number of paid.numbers) await expect(receipt.getByText(number)).toBeVisible();
    await expect(receipt.locator('img')).toHaveJSProperty('naturalWidth', LOGO_SIZE.width);
    await expect(receipt.getByRole('img', { name: 'QR Code do pedido' })).toBeVisible();
    await expect(receipt.getByText(/^Organização: Associação Maré da Sorte/)).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(receipt).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expectReadable(page);
    const picture = await page.screenshot();
    await attach(info, `receipt ${theme}`, picture);
    await expectBranded(page, picture);
  });
}

test('prints the logo on the PDF receipt', async ({ page, paid }, info) => {
  await signInAs(page, paid.email);
  await page.goto(`/pedido/${paid.reference}`);
  await page.getByRole('link', { name: 'Comprovante do sorteio' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar em PDF' }).click();
  const pdf = await readFile(await (await downloading).path());
  await attach(info, 'comprovante.pdf', pdf, 'application/pdf');
  expect(countPages(pdf)).toBe(1);
  expect(picturesOf(pdf)).toContainEqual(LOGO_SIZE);
  const text = pdfText(pdf);
  for (const part of ['Comprovante do sorteio', paid.reference, ...paid.numbers])
    expect(text).toContain(part);
});

test('prints the logo on the poster', async ({ request }, info) => {
  const response = await request.get(`/rifas/${BIZ}/cartaz.pdf`);
  const pdf = await response.body();
  await attach(info, 'cartaz.pdf', pdf, 'application/pdf');
  expect(countPages(pdf)).toBe(1);
  expect(picturesOf(pdf)).toContainEqual(LOGO_SIZE);
  expect(pdfText(pdf)).toContain('Honda Biz 125 zero km');
});

for (const { name, path, size } of [
  { name: 'share picture', path: () => `/og/rifas/${BIZ}.png`, size: [1200, 630] },
  {
    name: 'story picture',
    path: ({ reference }: Paid) => `/pedido/${reference}/historia.png`,
    size: [1080, 1920],
  },
  {
    name: 'receipt picture',
    path: ({ reference }: Paid) => `/pedido/${reference}/recibo.png`,
    size: null,
  },
])
  test(name, async ({ page, paid }, info) => {
    const response = await page.request.get(path(paid));
    expect(response.headers()['content-type']).toBe('image/png');
    const picture = await response.body();
    await attach(info, name, picture);
    const drawing = await expectBranded(page, picture);
    if (size) expect([drawing.width, drawing.height]).toEqual(size);
  });
