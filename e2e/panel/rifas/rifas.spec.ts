/** Managing a rifa: prices, regulation, manual sales and cancellation. */
import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import {
  createDraft,
  expectDraftSaved,
  openStep,
  publishReviewed,
  changeRifaState,
} from '../../kit/rifas/new-rifa.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../../kit/page/page-checks.ts';
import { openAs, openAtDesk, signInAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

// @covers panel: rifas: prices by quantity, custom plans, fallback for unsold numbers
// @covers panel: rifas: authorisation and regulation on the public page, accepted by hash at the checkout
// @covers beyond: combos: the cheapest combination; 'Adicionar combo'
test('shows a rifa’s prices and regulation to buyers', async ({ page, browser }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  const { id, title } = await createDraft(page.request, { regulation: 'Art. 1º Participa quem comprou.' });
  await page.goto(`/admin/rifas/${id}?passo=cotas`);
  await page.getByRole('button', { name: 'Adicionar faixa' }).click();
  await page.getByLabel('A partir de').fill('10');
  await page.getByLabel('Cada cota, em reais').fill('2,00');
  await expect(page.getByText('Ainda não salvo: confira o preço progressivo.')).toBeVisible();
  await page.getByLabel('Cada cota, em reais').fill('1,80');
  await expectDraftSaved(page);
  await page.getByRole('button', { name: 'Adicionar combo' }).click();
  await page.getByLabel('Cotas', { exact: true }).fill('25');
  await page.getByLabel('Todas, em reais').fill('45,00');
  await expect(page.getByText('Ainda não salvo: confira os combos.')).toBeVisible();
  await page.getByLabel('Todas, em reais').fill('40,00');
  await expectDraftSaved(page);
  await openStep(page, 'O que é');
  await page.getByLabel('Título').fill(`${title} azul`);
  await expect(page.getByRole('heading', { name: `${title} azul` })).toBeVisible();
  await publishReviewed(page);
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Editar' }).click();
  await expect(page.getByText('Só um rascunho muda isto', { exact: false })).toBeVisible();
  await expectAccessible(page);

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const shop = await phone.newPage();
  await openAs(shop, 'maria@exemplo.com.br', `/rifa/${id}`);
  await expect(shop.getByText('Promoção comercial autorizada pela SPA/MF (Lei 5.768/1971)')).toBeVisible();
  await shop.getByText('Ler o regulamento').click();
  await expect(shop.getByText('Art. 1º Participa quem comprou.')).toBeVisible();
  await expectPageChecks(shop);
  await shop.goto(`/checkout?rifa=${id}`);
  await shop.getByRole('button', { name: /^25 cotas por R\$\s40,00/ }).click();
  await expect(shop.getByText('combo de 25', { exact: true })).toBeVisible();
  await shop.getByLabel('Quantidade manual').fill('10');
  await expect(shop.getByText(/R\$\s18,00/).first()).toBeVisible();
  const pay = shop.getByRole('button', { name: 'Pagar com PIX' });
  await expect(pay).toBeDisabled();
  await shop.getByRole('checkbox', { name: /Li e aceito o regulamento/ }).check();
  await pay.click();
  await shop.waitForURL(/\/pedido\//);
  await expect(shop.getByText(title).first()).toBeVisible();
  await phone.close();
  expect(errors).toEqual([]);
});

test('publishes only saved and displayed values', async ({ page, browser }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  const { id, title } = await createDraft(page.request, { regulation: 'Art. 1º Participa quem comprou.' });
  // The shop of this admin has no other draft.
  await page.route('**/api/admin/approvers', (route) => route.fulfill({ json: { now: 0, later: 0 } }));
  await page.goto(`/admin/rifas/${id}?passo=cotas`);
  const price = page.getByLabel('Preço da cota em reais');
  await price.fill('cinco');
  await expect(page.getByText('Ainda não salvo: confira o preço da cota.')).toBeVisible();
  await openStep(page, 'Revisar');
  const publishButton = page.getByRole('button', { name: 'Publicar', exact: true });
  await expect(publishButton).toBeDisabled();
  await page.getByRole('link', { name: 'Todas as rifas' }).click();
  const leaving = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await leaving.getByRole('button', { name: 'Continuar editando' }).click();
  await openStep(page, 'Cotas e preço');
  await expect(price).toHaveValue('cinco');
  // Leaving at once saves first, without a confirmation.
  await price.fill('5,00');
  await page.getByRole('link', { name: 'Todas as rifas' }).click();
  await expect(page.getByRole('heading', { name: 'Rifas', exact: true })).toBeVisible();
  await page.goto(`/admin/rifas/${id}?passo=revisar`);
  await expect(page.getByText(/R\$\s5,00/).first()).toBeVisible();
  await expectPreview(page, title);
  await expect(publishButton).toBeEnabled();
  await publishButton.click();
  const dialog = page.getByRole('dialog', { name: `Publicar: ${title}` });
  await expect(dialog.getByRole('region', { name: 'Não muda mais' }).getByText(/R\$\s5,00/)).toBeVisible();
  await expect(dialog.getByText('Você é a única pessoa da administração desta loja.')).toBeVisible();
  await expectAccessible(page);

  // Another admin saves another price while this one reads.
  const otherAdmin = await openAtDesk(browser, 'admin@exemplo.com.br', `/admin/rifas/${id}?passo=cotas`);
  await otherAdmin.getByLabel('Preço da cota em reais').fill('0,50');
  await expectDraftSaved(otherAdmin);
  await otherAdmin.context().close();
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  await dialog.getByRole('button', { name: 'Ler de novo o que está salvo' }).click();
  await expect(dialog.getByText('R$ 0,50', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Duplicar' }).click();
  await expect(page.getByRole('heading', { name: `Cópia de ${title}` })).toBeVisible();
  await page.getByRole('button', { name: 'Excluir rascunho' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir rascunho' }).click();
  await expect(page.getByRole('heading', { name: 'Rifas', exact: true })).toBeVisible();
});

/** The page of the draft, at both widths, for the team only. */
async function expectPreview(page: Page, title: string): Promise<void> {
  for (const width of ['No celular', 'No computador']) {
    await page.getByRole('button', { name: width }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(frame.getByText(/R\$\s5,00/).first()).toBeVisible();
    await expect(frame.getByText('Art. 1º Participa quem comprou.')).toBeAttached();
  }
  const url = await page.getByRole('link', { name: 'Abrir em outra aba' }).getAttribute('href');
  const response = await page.request.get(url!.replace('/previa', ''));
  expect(response.status()).toBe(404);
}

test('shows a save from another window instead of overwriting it', async ({ page, browser }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  const { id, title } = await createDraft(page.request);
  await page.goto(`/admin/rifas/${id}`);
  await expect(page.getByLabel('Título')).toHaveValue(title);
  const otherWindow = await openAtDesk(browser, 'admin@exemplo.com.br', `/admin/rifas/${id}`);
  await otherWindow.getByLabel('Título').fill(`${title} do outro`);
  await expectDraftSaved(otherWindow);

  const conflict = page.getByRole('alert', { name: 'O rascunho mudou em outro lugar' });
  await page.getByLabel('Descrição').fill('Escrita aqui.');
  await conflict.getByRole('button', { name: 'Ver o que mudou' }).click();
  await expectPageChecks(page);
  await conflict.getByRole('button', { name: 'Juntar e salvar' }).click();
  await expectDraftSaved(page);
  await expect(page.getByLabel('Título')).toHaveValue(`${title} do outro`);
  await expect(page.getByLabel('Descrição')).toHaveValue('Escrita aqui.');

  await otherWindow.getByLabel('Descrição').fill('Escrita lá.');
  const conflictAlert = otherWindow.getByRole('alert', { name: 'O rascunho mudou em outro lugar' });
  await conflictAlert.getByRole('button', { name: 'Ver o que mudou' }).click();
  await expect(
    conflictAlert.getByText('Mudado nos dois lugares: descrição.', { exact: false }),
  ).toBeVisible();
  await conflictAlert.getByRole('button', { name: 'Ficar com o que está salvo' }).click();
  await expect(otherWindow.getByLabel('Descrição')).toHaveValue('Escrita aqui.');
  await otherWindow.context().close();
});

// @covers panel: rifas: made with a picture and prizes, published, sold by hand, cancelled and refunded; 'Nova
//   Rifa'
test('refunds a manual sale when the rifa is cancelled', async ({ page, browser }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  const { id } = await createDraft(page.request);
  await page.goto(`/admin/rifas/${id}?passo=revisar`);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Voltar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await changeRifaState(page, 'Publicar');
  await page.getByRole('button', { name: 'Procurar número ou comprador' }).click();
  await expect(page.getByRole('searchbox', { name: 'Número, nome ou e-mail' })).toBeFocused();
  await expect(page.getByText('Ninguém encontrado')).toBeVisible();
  const map = page.getByRole('list', { name: 'Números', exact: true });
  const freeNumber = map.getByRole('button', { name: /, livre$/ });
  await expect(freeNumber).toHaveCount(50);

  await page.getByRole('button', { name: 'Vender em dinheiro' }).click();
  const sale = page.getByRole('dialog');
  await expect(sale.locator('input, select').first()).toBeFocused();
  // Screen readers announce the price of the selection.
  await expect(sale.locator('[aria-live]').filter({ hasText: /^Total: R\$\s2,00$/ })).toBeVisible();
  await sale.getByLabel('Nome de quem compra').fill('Zé da Feira');
  await sale.getByLabel('E-mail').fill(`ze.${randomUUID()}@exemplo.com.br`);
  await sale.getByLabel(/Quem compra tem 18 anos/).check();
  await sale.getByRole('button', { name: 'Recebi o dinheiro' }).click();
  await expect(sale.getByText(/Vendido: R\$\s2,00 em dinheiro/)).toBeFocused();
  const number = await sale.getByText(/^\d{4}$/).textContent();
  await sale.getByRole('button', { name: 'Concluir' }).click();
  const buyers = page.getByRole('list', { name: 'Compradores' });
  await expect(buyers.getByText('Zé da Feira')).toBeVisible();

  await freeNumber.first().click();
  await expect(page.getByText(/^O número \d+ está livre\.$/)).toBeVisible();
  await page.getByLabel('Ir para o número').fill(number!);
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect(map.getByRole('button', { name: `${number}, vendido` })).toBeVisible();
  await expect(page.getByText('Zé da Feira')).toHaveCount(2);

  await pauseAndResume(page, browser, id);
  await page.getByRole('tab', { name: 'Encerramento' }).click();
  const ending = page.getByRole('list', { name: 'Passos do encerramento' });
  await expect(ending.getByRole('listitem')).toHaveCount(11);
  await expect(ending.getByRole('listitem').first()).toContainText('Acontece sozinho');
  await expectPageChecks(page);
  await page.getByRole('tab', { name: 'Ao vivo' }).click();

  await changeRifaState(page, 'Cancelar rifa', 'O prêmio foi roubado.');
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  const refunds = page.getByRole('region', { name: 'Reembolsos do cancelamento' });
  await expect(refunds.getByText(/^Esperam uma pessoa: 1 pedido, R\$\s2,00\./)).toBeVisible({
    timeout: 90_000,
  });
  await expectPageChecks(page);
  await refunds.getByRole('link', { name: 'Resolver em Pagamentos' }).click();
  const waiting = page.getByRole('listitem').filter({ hasText: 'Dinheiro a devolver em mãos' }).last();
  await waiting.getByRole('button', { name: 'Anotar a entrega' }).click();
  await waiting.getByLabel(/^Quem recebeu/).fill('Recebido por Zé, recibo 12');
  await waiting.getByRole('button', { name: 'Confirmar' }).click();
  await expect(async () => {
    await page.goto(`/admin/rifas/${id}`);
    await page.getByRole('button', { name: 'Procurar número ou comprador' }).click();
    await expect(buyers.getByText('Reembolsado')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  await expect(refunds.getByText(/^Devolvidos: 1 pedido, R\$\s2,00\.$/)).toBeVisible();
});

/** Buyers see why a rifa is paused, and can buy when sales resume. */
async function pauseAndResume(page: Page, browser: Browser, id: string): Promise<void> {
  const reason = 'O patinete está na revisão.';
  await page.getByRole('button', { name: 'Pausar vendas' }).click();
  const dialog = page.getByRole('dialog', { name: /^Pausar vendas/ });
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Pausar vendas' }).click();
  const resume = page.getByRole('button', { name: 'Retomar vendas' });
  await expect(resume).toBeVisible();
  const context = await browser.newContext();
  const shop = await context.newPage();
  // The public page is cached for a second.
  await expect(async () => {
    await shop.goto(`/rifa/${id}`);
    await expect(shop.getByText(reason)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(shop.getByRole('main').getByText('As vendas estão pausadas', { exact: false })).toBeVisible();
  await expectPageChecks(shop);
  await context.close();
  await resume.click();
  await expect(page.getByRole('button', { name: 'Pausar vendas' })).toBeVisible();
}
