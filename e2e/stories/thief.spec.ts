/** A thief with a stolen password, then one with a stolen session, against an affiliate, a buyer and the team. */
import { type Browser, expect, type Page } from '@playwright/test';
import { linkIn, messageTo } from '../kit/people/mailbox.ts';
import { createRifa } from '../kit/rifas/new-rifa.ts';
import { createBuyer, fillLogin, newEmail, openAs, PASSWORD, signIn, signOut } from '../kit/people/people.ts';
import { placeOrder } from '../kit/payments/purchases.ts';
import { expectStatus, payByPix, readOrder } from '../kit/payments/sandbox.ts';
import { ageProofs, openThief, stealSession } from '../kit/people/sessions.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const NEW_PASSWORD = 'jangada-ao-vento';

test('restores an account to its owner after its password was stolen', async ({
  page,
  browser,
  request,
}, info) => {
  const rifa = await createRifa(request);
  const { email, authorization } = await createBuyer(request);
  const order = { authorization, email, rifaId: rifa.id, quantity: 2, price: 2 };
  const reference = await placeOrder({ request }, order);
  await payByPix(request, reference);
  await signIn(page, email, '/afiliado');
  await expect(page.getByRole('heading', { name: 'Painel do Afiliado' })).toBeFocused();
  await page.getByLabel('Sua chave Pix').fill(email);
  await page.keyboard.press('Enter');
  const ownKey = await maskedKey(page).innerText();
  const ownChange = await undoLink(email, 'Sua chave Pix foi alterada');

  const thief = await openThief(browser);
  await signIn(thief, email, '/afiliado', PASSWORD);
  await messageTo(email, 'aparelho ou navegador que ainda não conhecíamos');
  await thief.getByRole('button', { name: 'Trocar chave' }).click();
  await thief.getByLabel('Sua chave Pix').fill(`ladrao.${newEmail()}`);
  await thief.keyboard.press('Enter');
  await expect(maskedKey(thief)).not.toHaveText(ownKey);
  const latestChange = () => undoLink(email, 'Sua chave Pix foi alterada');
  await expect.poll(latestChange).not.toBe(ownChange);
  const undo = await latestChange();
  await choosePassword(thief, 'peguei-tudo-agora');
  await expect(thief.getByText('Senha alterada com sucesso!')).toBeVisible();

  // The owner reads the mail and restores both the Pix key and her sign-in with one click.
  await page.goto('/minha-conta');
  await expect(page).toHaveURL(/\/auth\?voltar=/);
  await page.goto(undo);
  await page.getByRole('button', { name: 'Desfazer a mudança' }).click();
  await expect(page.getByRole('heading', { name: 'Mudança desfeita' })).toBeFocused();
  await page.getByRole('link', { name: 'Digitar o código' }).click();
  await expect(page.getByText(`Se ${email} tem uma conta, a mensagem chega em instantes.`)).toBeVisible();
  await messageTo(email, 'A sua conta está sem senha');
  await thief.goto('/minha-conta');
  await expect(thief).toHaveURL(/\/auth\?voltar=/);
  for (const stolen of ['peguei-tudo-agora', PASSWORD]) {
    await fillLogin(thief, email, stolen);
    await expect(thief.getByText('Email ou senha incorretos')).toBeVisible();
    await thief.reload();
  }
  const recovery = await linkIn(email, 'Criar nova senha', /https?:\/\/\S+\/auth\/v1\/verify\S+/);
  await page.goto(recovery);
  await fillPassword(page, NEW_PASSWORD);
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
  await page.goto('/afiliado');
  await expect(maskedKey(page)).toHaveText(ownKey);
  await page.goto('/minha-conta/seguranca');
  const history = page.getByRole('region', { name: 'O que aconteceu na sua conta' });
  for (const event of ['Primeiro acesso deste aparelho', 'Mudança desfeita', 'Senha trocada'])
    await expect(history.getByText(event).first()).toBeVisible();
  await thief.context().close();

  // The owner still has her cotas.
  await page.goto(`/pedido/${reference}`);
  await expect(page.getByRole('button', { name: 'Presentear cotas' })).toBeVisible();
  await expectStatus(request, reference, 'paid');
  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
});

test('protects money and data from the thief of a session', async ({ page, browser, request }, info) => {
  const rifa = await createRifa(request);
  const buyer = await createBuyer(request);
  const reference = await placeOrder({ request }, { ...buyer, rifaId: rifa.id, quantity: 3, price: 2 });
  await payByPix(request, reference);
  await signIn(page, buyer.email, '/minha-conta');
  await ageProofs(buyer.email);

  // A copied session allows only reading.
  const thief = await openThief(browser);
  await stealSession(page, thief, '/afiliado');
  await thief.getByLabel('Sua chave Pix').fill(`ladrao.${newEmail()}`);
  await thief.keyboard.press('Enter');
  await guessProof(thief);
  await expect(thief.getByLabel('Sua chave Pix')).toBeVisible();
  await thief.goto('/minha-conta');
  await thief.getByRole('button', { name: 'Baixar meus dados' }).click();
  await guessProof(thief);
  await choosePassword(thief, 'peguei-tudo-agora');
  await guessProof(thief);
  await thief.goto(`/pedido/${reference}`);
  await thief.getByRole('button', { name: 'Presentear cotas' }).click();
  await thief.getByRole('button', { name: /^Escolher/ }).click();
  await thief.getByLabel('Nome de quem ganha').fill('Ladrão');
  await thief.getByRole('button', { name: /^Dar .*de presente$/ }).click();
  await guessProof(thief);

  // The owner changes the password, which ends the stolen session.
  await choosePassword(page, NEW_PASSWORD);
  await prove(page, PASSWORD);
  await expect(page.getByText('Senha alterada com sucesso!')).toBeVisible();
  await thief.goto('/minha-conta');
  await expect(thief).toHaveURL(/\/auth\?voltar=/);
  await page.goto('/minha-conta/seguranca');
  await expect(page.getByText('este aparelho', { exact: true })).toBeVisible();
  await thief.context().close();

  await attackTeam(browser, { reference, rifaId: rifa.id });
  expect((await readOrder(request, reference)).status).toBe('paid');
  await page.goto(`/pedido/${reference}`);
  await expect(page.getByRole('button', { name: 'Presentear cotas' })).toBeVisible();
  await expect(page.getByText('Ladrão')).toHaveCount(0);
  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
});

/** The thief of an admin's session requests a refund, then all refunds of a rifa. */
async function attackTeam(
  browser: Browser,
  { reference, rifaId }: { reference: string; rifaId: string },
): Promise<void> {
  const email = 'conferente@exemplo.com.br';
  const admin = await (await browser.newContext()).newPage();
  await openAs(admin, email, '/admin');
  await ageProofs(email);
  const thief = await openThief(browser);
  await stealSession(admin, thief, `/admin/pagamentos?pedido=${reference}`);
  await thief.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = thief.getByRole('dialog', { name: /reembols|devol/i });
  await dialog.getByLabel('Motivo').fill('Quero o dinheiro');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: /^Devolver/ }).click();
  await guessProof(thief);
  await thief.goto(`/admin/rifas/${rifaId}`);
  await thief.getByRole('button', { name: 'Cancelar rifa', exact: true }).click();
  await thief.getByRole('dialog').getByLabel('Explicação').fill('Quero o dinheiro de todos');
  await thief.getByRole('dialog').getByRole('button', { name: 'Cancelar rifa', exact: true }).click();
  await guessProof(thief);
  // The session ends where it began.
  await admin.goto('/');
  await signOut(admin);
  await expect(admin.getByRole('link', { name: 'Entrar' }).first()).toBeVisible();
  await expect(admin.getByText('Você saiu da sua conta.')).toBeVisible();
  await expect(admin.getByRole('heading', { level: 1 })).toBeFocused();
  await thief.goto('/admin/pagamentos');
  await expect(thief.getByRole('button', { name: 'Reembolsar' })).toHaveCount(0);
  await expect(thief.getByRole('heading', { name: /Acesso (Restrito|Negado)|Entrar/ })).toBeVisible();
  await admin.context().close();
  await thief.context().close();
}

const maskedKey = (page: Page) => page.getByText(/^.•+@exemplo\.com\.br$/).last();

const undoLink = (to: string, words: string) => linkIn(to, words, /https?:\/\/\S+desfazer-mudanca#\S+/);

async function fillPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Nova senha').fill(password);
  await page.getByLabel('Confirmar senha').fill(password);
  await page.getByRole('button', { name: 'Salvar senha' }).click();
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await page.goto('/auth/nova-senha');
  await fillPassword(page, password);
}

const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' });

async function prove(page: Page, password: string): Promise<void> {
  await proof(page).getByLabel('Sua senha').fill(password);
  await proof(page).getByRole('button', { name: 'Confirmar e continuar' }).click();
}

/** Guesses once and stops. */
async function guessProof(thief: Page): Promise<void> {
  await prove(thief, 'errada');
  await expect(proof(thief).getByText('Não confere, ou o código já venceu.')).toBeVisible();
  await thief.keyboard.press('Escape');
  await expect(proof(thief)).toBeHidden();
}
