/** An organiser's first week: from an empty shop outside the demonstration to a published rifa. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { startTestSite } from '../../tools/kit/test-site.mjs';
import { expectDraftSaved, openStep } from '../kit/rifas/new-rifa.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const OWNER = 'dona@exemplo.com.br';
const BUYER = 'ana@exemplo.com.br';
const MAKE_KEY = join(import.meta.dirname, '../../server/transparency/keys/make-key.ts');
const PICTURE = join(import.meta.dirname, '../../docs/pictures/home-desktop-light.png');
/** URLs without a server: lottery, beacon and bank are unavailable on this machine. */
const UNREACHABLE = 'http://127.0.0.1:9';
const DAY_MS = 86_400_000;
/**
 * The browser logs the first try to publish, which the server rejects. A new password or second factor invalidates the
 * earlier tokens, which background requests may still carry.
 */
const EXPECTED_ERROR = /status of 422|\/(nova-senha|seguranca)\b.* status of 401/;

test('opens an empty shop and publishes its first rifa', async ({ browser }, info) => {
  test.slow();
  const mailbox = info.outputPath('mailbox');
  const logKey = info.outputPath('log-key');
  execFileSync(process.execPath, [MAKE_KEY, logKey, 'rifas.exemplo.com.br/log']);
  const site = await startTestSite({
    DEMO: '0',
    AUTH_SECRET: 'a-secret-of-the-first-week-of-a-shop',
    ADMIN_EMAIL: OWNER,
    MAILBOX_DIR: mailbox,
    LOG_KEY_FILE: logKey,
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-first-week',
    MERCADOPAGO_WEBHOOK_SECRETS: 'a-secret-of-the-webhooks-of-a-shop',
    LOTTERY_RESULTS_URL: UNREACHABLE,
    LOTTERY_MIRROR_URLS: UNREACHABLE,
    BEACON_URLS: UNREACHABLE,
  });
  try {
    const owner = await browser.newContext({ baseURL: site.url });
    const page = await owner.newPage();
    const errors = watchForErrors(page);
    await expectNoDemoData(page);
    await becomeAdmin(page, mailbox);
    await prepareShop(page);
    const rifa = await publishRifa(page);
    const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
    await visitor.goto(`/rifa/${rifa}`);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Bicicleta aro 29' })).toBeVisible();
    await expect(visitor.getByText('04.000001/2030')).toBeVisible();
    await expect(visitor.getByText('Ilustrativo')).toHaveCount(0);
    await expectPageChecks(visitor);
    await expectOwnAboutPage(visitor);
    await becomeBuyer(visitor, mailbox);
    expect(errors.filter((error) => !EXPECTED_ERROR.test(error))).toEqual([]);
    const { request } = visitor.context();
    await expectStoryConsistent({ request, info, rifas: [rifa], database: site.database });
  } finally {
    await site.stop();
  }
});

/** An empty shop shows no rifa and no statistics of the demonstration. */
async function expectNoDemoData(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByText('Nenhuma rifa disponível')).toBeVisible();
  await expectPageChecks(page);
  for (const path of ['/', '/sobre', '/resultado', '/ranking']) {
    await page.goto(path);
    await expect(page.getByText('Ilustrativo')).toHaveCount(0);
    await expect(page.getByText('500+')).toHaveCount(0);
  }
}

/** The foundation year and town of the demonstration are not shown. */
async function expectOwnAboutPage(visitor: Page): Promise<void> {
  for (const path of ['/', '/sobre', '/suporte']) {
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(visitor.getByText(/fundada em|daqui de Maceió|(feitas em|Rifas de) Maceió/)).toHaveCount(0);
  }
  await visitor.goto('/sobre');
  await expect(visitor.getByText('CNPJ 00.000.000/0001-91')).toBeVisible();
}

/** Signs up with the address of ADMIN_EMAIL, sets a password after the code and a second factor. */
async function becomeAdmin(page: Page, mailbox: string): Promise<void> {
  await signUp(page, 'Rita Mendonça', OWNER);
  await page.getByLabel('Código de 6 números').fill((await mailTo(OWNER, mailbox)).code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Criar nova senha' })).toBeVisible();
  await expect(page.getByText('A que foi digitada antes não vale.')).toBeVisible();
  await page.getByLabel('Nova senha').fill('jangada-azul-2026');
  await page.getByLabel('Confirmar senha').fill('jangada-azul-2026');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await page.getByRole('link', { name: 'Ativar agora' }).click();
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  const totp = new TOTP({ secret: await page.locator('code').innerText() });
  await page.getByRole('button', { name: 'Copiar chave' }).click();
  await expect(page.getByText('Chave copiada!')).toBeVisible();
  await page.getByLabel('Código de 6 números').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await page.getByRole('link', { name: 'Ir para o painel' }).click();
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
}

async function signUp(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByLabel('Nome completo').fill(name);
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('jangada-verde-77');
  await page.getByLabel('Confirmar senha').fill('jangada-verde-77');
  await page.getByRole('button', { name: 'Criar conta', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Confirme seu e-mail' });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
}

/** A wrong code is rejected; the link opens the account. */
async function becomeBuyer(page: Page, mailbox: string): Promise<void> {
  await signUp(page, 'Ana Lima', BUYER);
  const { code, link } = await mailTo(BUYER, mailbox);
  await page.getByLabel('Código de 6 números').fill(code === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('O código está errado ou já venceu.')).toBeVisible();
  await expect(page.getByText(/^Dá para pedir outra em \d+ s/)).toBeVisible();
  await expectPageChecks(page);
  await page.goto(link);
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function mailTo(email: string, mailbox: string): Promise<{ code: string; link: string }> {
  let text = '';
  await expect
    .poll(async () => {
      const names = await readdir(mailbox).catch(() => []);
      const mails = names.filter((name) => name.endsWith('.json'));
      for (const name of mails) {
        const mail = JSON.parse(await readFile(join(mailbox, name), 'utf8')) as Record<string, string>;
        if (mail.to === email) text = mail.text!;
      }
      return text;
    })
    .toContain('código');
  return { code: /código: (\d{6})/.exec(text)![1]!, link: /https?:\/\/\S+/.exec(text)![0] };
}

/** Completes the checklist as far as one person can. */
async function prepareShop(page: Page): Promise<void> {
  await expect(page.getByText('7 passos faltam')).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('link', { name: 'Ver o que falta' }).click();
  const checklist = page.getByRole('listitem').filter({ hasText: /^Dê o nome|^Diga quem|^Ponha o e-mail/ });
  await expect(checklist).toHaveCount(4);
  await page.getByLabel('Nome da loja').fill('Rifas da Rita');
  await page.getByRole('button', { name: 'Salvar marca' }).click();
  await page.getByLabel('Quem organiza').fill('Associação da Rita');
  await page.getByLabel('CNPJ').fill('00.000.000/0001-91');
  await page.getByLabel('Endereço').fill('Rua do Sol, 10, Maceió, AL');
  await page.getByRole('textbox', { name: 'E-mail (opcional)' }).fill('ajuda@exemplo.com.br');
  await page.getByLabel('E-mail para dados pessoais').fill('dados@exemplo.com.br');
  await page.getByRole('button', { name: 'Salvar contatos' }).click();
  await expect(checklist).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Salvar contatos' })).toBeFocused();
  await expect(page.getByText('Publique a primeira rifa, em Rifas.')).toBeVisible();
  await expectPageChecks(page);
}

/** @returns the id of the rifa */
async function publishRifa(page: Page): Promise<string> {
  await page.goto('/admin/rifas/nova');
  await page.getByLabel('Título').fill('Bicicleta aro 29');
  await page.getByRole('button', { name: 'Criar rascunho' }).click();
  await expect(page.getByRole('heading', { name: 'Bicicleta aro 29' })).toBeVisible();
  const rifaId = /[0-9a-f-]{36}$/.exec(page.url())![0];
  await page.getByLabel('Descrição').first().fill('Aro 29, freio a disco.');
  await page.getByLabel('Escolher imagem da rifa').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Usar esta imagem' }).click();
  await expect(page.getByText('Trocar imagem')).toBeVisible();
  await openStep(page, 'Prêmios');
  await page.getByLabel('Nome do prêmio').fill('Bicicleta aro 29');
  await page.getByLabel('Valor em reais').fill('1.500,00');
  await openStep(page, 'Cotas e preço');
  await page.getByLabel('Preço da cota em reais').fill('5,00');
  await page.getByLabel('Total de números').selectOption('1000');
  await openStep(page, 'Sorteio');
  const extraction = page.getByLabel('Extração que decide');
  await extraction.selectOption(await extraction.locator('option').last().getAttribute('value'));
  await expectDraftSaved(page);
  await openStep(page, 'Revisar');
  await expect(page.getByRole('heading', { name: 'Falta para publicar' })).toBeVisible();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Falta para publicar:')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Publicar' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'o regulamento', exact: true }).click();
  await page
    .getByLabel('Via legal')
    .selectOption({ label: 'Autorização da SPA/MF: promoção comercial (Lei 5.768/1971)' });
  await page.getByLabel('Número da autorização').fill('04.000001/2030');
  await expect(page.getByLabel('Organizador', { exact: true })).toHaveValue('Associação da Rita');
  await expect(page.getByLabel('CNPJ do organizador')).toHaveValue('00.000.000/0001-91');
  const now = Date.now();
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  await page.getByLabel('Autorização válida de').fill(day(now - 10 * DAY_MS));
  await page.getByLabel('Até', { exact: true }).fill(day(now + 400 * DAY_MS));
  await page
    .getByRole('textbox', { name: 'Regulamento' })
    .fill('Art. 1º Participa quem comprou e pagou a sua cota.');
  await expectDraftSaved(page);
  await page.getByLabel('Certificado de autorização').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Guardar arquivo' }).first().click();
  await expect(page.getByRole('button', { name: 'Trocar arquivo' })).toBeVisible();
  await expectPageChecks(page);
  await openStep(page, 'Revisar');
  await expect(page.getByText('Nada falta para publicar. Confira abaixo.')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Bicicleta aro 29' })).toBeFocused();
  return rifaId;
}
