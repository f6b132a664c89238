import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { BIZ, rifaWith } from '../kit/rifas/demo-rifas.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createBuyer, createPerson, newCpf, openAs, signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** A rifa with many cotas left and the given kind of prize. */
const anyRifa = ({ request }: Page, prizeType: 'product' | 'service') =>
  rifaWith(request, (rifa) => rifa.prizeType === prizeType && rifa.totalNumbers - rifa.soldNumbers > 2_000);

// @covers community 8: 'Pedido criado!', 'Redirecionando para pagamento...'
//   [web/app/purchase/place-order/use-rifa-order.ts]
test('sells to an eligible buyer, who pays by Pix on the order page', async ({ page }) => {
  const errors = watchForErrors(page);
  const { email } = await createBuyer(page.request);
  await signInAs(page, email);
  const rifa = await anyRifa(page, 'product');
  await page.goto(`/rifa/${rifa.id}`);
  await page.getByRole('link', { name: 'Participar Agora' }).click();
  await expect(page).toHaveURL(`/checkout?rifa=${rifa.id}`);

  const pay = page.getByRole('button', { name: 'Pagar com PIX' });
  await expect(pay).toBeDisabled();
  await page.getByText('Prata', { exact: true }).click();
  const numbers = page.getByRole('listitem').filter({ hasText: /^\d{4,}$/ });
  await expect(numbers).toHaveCount(12);
  await expect(pay).toBeEnabled();

  const quantity = page.getByLabel('Quantidade manual');
  await quantity.fill('1500');
  await expect(quantity).toHaveValue('1000');
  await expect(page.getByRole('radio', { name: /Prata/ })).not.toBeChecked();
  await expect(page.getByText('+976 mais')).toBeVisible();
  await quantity.fill('');
  await expect(numbers).toHaveCount(1);
  await quantity.fill('7');
  await expect(numbers).toHaveCount(7);
  await expectPageChecks(page);
  const drawn = await numbers.allInnerTexts();
  await page.reload();
  await expect(quantity).toHaveValue('7');
  await expect(numbers).toHaveText(drawn);

  await pay.click();
  await expect(page.getByText('Pedido criado!')).toBeVisible();
  await expect(page.getByText('Redirecionando para pagamento...')).toBeVisible();
  await expect(page).toHaveURL(/\/pedido\//);
  await expect(page.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible();
  expect(errors).toEqual([]);
});

// @covers community 8: 'Não é possível participar' with the region
//   [web/app/orders/eligibility/not-eligible-notice.tsx]
// @covers community 5: service prizes warn where the place is not allowed
//   [web/app/purchase/choose/service-prize-note.tsx]
test('explains why a buyer of another region cannot buy', async ({ page }) => {
  await signInAs(page, 'joana@exemplo.com.br');
  const rifa = await anyRifa(page, 'service');
  await page.goto(`/rifa/${rifa.id}`);
  const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'Não é possível participar' });
  await expect(notice).toContainText('região metropolitana de Maceió');
  await expect(page.getByText(/A sua cidade não é atendida\./)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/checkout?rifa=${rifa.id}`);
  await expect(notice).toBeVisible();
  await page.getByLabel('Quantidade manual').fill('5');
  await expect(page.getByText('Seus números da sorte')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar com PIX' })).toBeDisabled();
});

test('asks a new buyer for residence and date of birth once', async ({ page }) => {
  const rifa = await anyRifa(page, 'product');
  await openAs(page, await createPerson(page.request), `/rifa/${rifa.id}`);
  await page.getByRole('link', { name: 'Participar Agora' }).click();
  await page.getByText('Bronze', { exact: true }).click();
  const pay = page.getByRole('button', { name: 'Pagar com PIX' });
  await pay.click();
  await expect(page.getByText('Informe a cidade.')).toBeVisible();
  await expect(page.getByText('Informe o CPF.')).toBeVisible();
  await page.getByLabel('CPF').fill(newCpf());
  const born = page.getByLabel('Data de nascimento');
  await born.fill(`01/01/${new Date().getFullYear() - 10}`);
  await expect(page.getByText('É preciso ter 18 anos ou mais para participar.')).toBeVisible();
  await born.fill('04/11/1992');
  await page.getByLabel('Cidade onde você mora').selectOption('Satuba');
  await expectPageChecks(page);
  await pay.click();
  await expect(page).toHaveURL(/\/pedido\//);

  await page.goto(`/checkout?rifa=${rifa.id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Escolha seu pacote' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sobre você' })).toHaveCount(0);
  await pay.click();
  await expect(page).toHaveURL(/\/pedido\//);
});

// @covers storefront 2: cart of a user: 'Finalizar Compra', 'Pagamento seguro via MercadoPago'
//   [web/app/purchase/cart-drawer/cart-drawer.tsx]
test('rejects a cart of an ineligible buyer and shows why before paying', async ({ page }) => {
  await signInAs(page, 'joana@exemplo.com.br');
  const rifa = await anyRifa(page, 'product');
  await page.goto(`/rifa/${rifa.id}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
  await page
    .getByRole('dialog', { name: 'Carrinho' })
    .getByRole('button', { name: 'Finalizar Compra' })
    .click();
  await expect(page.getByText('Você mora em Recife, PE.')).toBeVisible();
  const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'Não é possível participar' });
  await expect(notice).toContainText('região metropolitana de Maceió');
  await expect(page.getByRole('button', { name: 'Pagar com Pix' })).toBeDisabled();
  await expectPageChecks(page);
});

test('sends a visitor to sign in before the purchase', async ({ page }) => {
  const rifa = await anyRifa(page, 'product');
  await page.goto(`/checkout?rifa=${rifa.id}`);
  await expect(page).toHaveURL(/\/auth\?voltar=/);
});

// @covers community 8: 'Não foi possível carregar os dados da rifa.', then home
//   [web/app/rifa-display/rifa-loading.tsx]
test('shows an error and returns home when the rifa cannot load', async ({ page }) => {
  const rifa = await anyRifa(page, 'product');
  await page.route(`**/api/rifas/${rifa.id}`, (route) => route.abort());
  await openAs(page, 'maria@exemplo.com.br', `/checkout?rifa=${rifa.id}`);
  await expect(page.getByText('Não foi possível carregar os dados da rifa.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

// @covers community 8: 'Não foi possível processar o pedido.' [web/app/purchase/place-order/use-rifa-order.ts]
test('reports a failed order, which can be retried', async ({ page }) => {
  await signInAs(page, 'maria@exemplo.com.br');
  const rifa = await anyRifa(page, 'product');
  await page.route('**/api/checkout/payments', (route) => route.abort());
  await page.goto(`/checkout?rifa=${rifa.id}`);
  await page.getByText('Bronze', { exact: true }).click();
  await page.getByRole('button', { name: 'Pagar com PIX' }).click();
  await expect(page.getByText('Não foi possível processar o pedido.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar com PIX' })).toBeEnabled();
});

// @covers community 8: 'Nenhum prêmio cadastrado para esta rifa.' [web/app/rifa-display/prize-list.tsx]
test('shows a message for a rifa without prizes', async ({ page }) => {
  const rifa = await anyRifa(page, 'product');
  await signInAs(page, 'maria@exemplo.com.br');
  await page.route(`**/api/rifas/${rifa.id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response: response, json: { ...(await response.json()), prizes: [] } });
  });
  await page.goto(`/checkout?rifa=${rifa.id}`);
  await expect(page.getByText('Nenhum prêmio cadastrado para esta rifa.')).toBeVisible();
});

// @covers beyond: a quantity for which a plan gives more, or costs less, is offered that plan
//   [domain/rifas/prices/better-plan.ts, web/app/purchase/choose/plan-hint.tsx]
test('offers the plan that gives more for the same money, or as much for less @both', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const quantity = page.getByRole('textbox', { name: 'Quantidade de cotas' });
  await quantity.fill('10');
  await expect(page.getByText('Prata: 12 cotas pelo mesmo valor.')).toBeVisible();
  await quantity.fill('12');
  const offer = page.getByText(/^Prata: 12 cotas por R\$\s5,00, R\$\s1,00 a menos\.$/);
  await expect(offer).toBeVisible();
  await expectPageChecks(page);
  await page.getByRole('button', { name: 'Trocar pelo plano Prata' }).press('Enter');
  await expect(page.getByText('Agora são 12 cotas, pelo plano Prata.')).toBeFocused();
  await expect(page.getByRole('radio', { name: /Prata/ })).toBeChecked();
  await expect(offer).toHaveCount(0);
  await quantity.fill('13');
  await expect(page.getByText('Agora são 12 cotas, pelo plano Prata.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Trocar pelo plano/ })).toHaveCount(0);
});

test('keeps the variant of a test that ends while its page is open', async ({ page }) => {
  await page.clock.install();
  const id = randomUUID();
  let phrase = 'Compra segura.';
  let isRunning = true;
  await page.route('**/api/experiments', (route) =>
    route.fulfill({
      json: [
        {
          id,
          key: 'checkout-reassurance',
          running: isRunning,
          variants: [{ id, name: 'A', config: { phrase }, trafficPercentage: 100 }],
        },
      ],
    }),
  );
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/checkout?rifa=${BIZ}`);
  await expect(page.getByText('Compra segura.')).toBeVisible();
  [phrase, isRunning] = ['Compre já.', false];
  // The page returns to the foreground after a while, when other data is fetched again.
  await page.clock.fastForward('20:00');
  const fetched = page.waitForResponse('**/api/rifas/**');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await fetched;
  await expect(page.getByText('Compra segura.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Compre já.')).toBeVisible();
});
