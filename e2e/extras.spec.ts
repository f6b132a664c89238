import { expect, type Page } from '@playwright/test';
import { signInAs } from './demo-accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, watchForErrors } from './page-checks.ts';
import { createPerson, messageTo, signIn } from './people.ts';
import { test } from './test.ts';

const mailbox = process.env.E2E_MAILBOX ?? '';

interface ListedRifa {
  id: string;
  title: string;
}

async function rifaCalled(page: Page, title: string): Promise<ListedRifa> {
  const rifas = (await (await page.request.get('/api/rifas')).json()) as ListedRifa[];
  return rifas.find((rifa) => rifa.title === title)!;
}

test('who chose numbers finds them again without a password, and pays', async ({ page }) => {
  const errors = watchForErrors(page);
  const rifa = await rifaCalled(page, 'Jantar à beira-mar e dia de spa');
  await signInAs(page, 'maria@exemplo.com.br');

  await page.goto(`/checkout?rifa=${rifa.id}`);
  await page.getByRole('button', { name: 'Escolher os números um a um' }).click();
  await page.getByLabel('Faixa de números').selectOption({ label: '0901 a 1000' });
  const free = page.getByRole('button', { name: /^09\d\d$/ }).and(page.locator(':enabled'));
  const chosen = [await free.nth(0).innerText(), await free.nth(1).innerText()];
  for (const number of chosen) await page.getByRole('button', { name: number, exact: true }).click();
  await expect(page.getByText('2 escolhidos')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Pagar com PIX' }).click();
  await expect(page).toHaveURL(/\/pedido\//);
  for (const number of chosen)
    await expect(page.getByRole('list', { name: 'Números' }).getByText(number)).toBeVisible();
  const order = page.url();

  await page.goto('/meus-numeros');
  await page.getByLabel('E-mail ou celular da compra').fill('maria@exemplo.com.br');
  await page.getByRole('button', { name: 'Receber código' }).click();
  const mail = await messageTo(mailbox, 'maria@exemplo.com.br', 'página Meus números');
  await page.getByLabel('Código de 6 números').fill(/\d{6}/.exec(mail)![0]);
  await page.getByRole('button', { name: 'Ver meus números' }).click();
  await expect(page.getByRole('heading', { name: 'Números pagos' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.locator(`a[href="${new URL(order).pathname}"]`, { hasText: 'Pagar' }).click();
  await expect(page.getByRole('button', { name: 'Gerar código Pix' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a stranger’s contact gets the same words, and nothing opens', async ({ page }) => {
  const email = await createPerson(page.request);
  await page.goto('/meus-numeros');
  await page.getByLabel('E-mail ou celular da compra').fill(`outra.${email}`);
  await page.getByRole('button', { name: 'Receber código' }).click();
  await expect(page.getByText(/é de uma compra, o código chega/)).toBeVisible();
  await page.getByLabel('Código de 6 números').fill('123456');
  await page.getByRole('button', { name: 'Ver meus números' }).click();
  await expect(page.getByText('Código incorreto ou vencido. Confira, ou peça outro.')).toBeVisible();
});

test('cotas premiadas are shown as found or not, and this browser checks them', async ({ page }) => {
  const errors = watchForErrors(page);
  const rifa = await rifaCalled(page, 'Pix de R$ 10.000 na conta');
  await page.goto(`/rifa/${rifa.id}`);
  await expect(page.getByRole('heading', { name: 'Cotas premiadas' })).toBeVisible();
  await expect(page.getByText('Disponível', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Encontrada', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Como conferir' }).click();
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(page.getByText(/^Confere: /)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(errors).toEqual([]);
});

test('the highest and the lowest cota of a window of time stand on the page of their rifa', async ({
  page,
}) => {
  const rifa = await rifaCalled(page, 'iPhone 17 Pro de 256 GB');
  await page.goto(`/rifa/${rifa.id}`);
  const leaders = page.getByRole('region', { name: 'Maior e menor cota' });
  await expect(leaders.getByText('Maior até agora')).toBeVisible();
  await expect(leaders.getByText('Menor até agora')).toBeVisible();
  await expect(leaders.getByText(/R\$ 200 no Pix para a maior e para a menor cota/)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a cota given away is claimed by whoever has its link, and stands among theirs', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'maria@exemplo.com.br');
  await page.goto('/dashboard');
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('mare.auth')!) as { access_token: string }).access_token,
  );
  const answer = await page.request.get('/api/me/cotas', { headers: { authorization: `Bearer ${token}` } });
  const { holdings } = (await answer.json()) as {
    holdings: { status: string; receipts: { externalReference: string }[] }[];
  };
  const { receipts } = holdings.find(({ status }) => status === 'active')!;
  await page.goto(`/pedido/${receipts[0]!.externalReference}`);
  await page.getByRole('button', { name: 'Presentear uma cota' }).click();
  const dialog = page.getByRole('dialog', { name: 'Presentear uma cota' });
  await dialog.getByLabel('Nome de quem ganha').fill('Rita');
  await expectAccessible(page);
  const given = page.waitForResponse((response) => response.url().endsWith('/gifts') && response.ok());
  await dialog.getByRole('button', { name: 'Dar de presente' }).click();
  const { reference } = (await (await given).json()) as { reference: string };
  await expect(dialog.getByText('Pronto! Falta Rita aceitar.')).toBeVisible();

  const other = await browser.newContext();
  const friend = await other.newPage();
  const email = await createPerson(friend.request);
  await signIn(friend, email, `/presente/${reference}`);
  await expect(friend.getByRole('heading', { name: 'Rita, Maria S. deu uma cota a você' })).toBeVisible();
  await friend.getByRole('button', { name: 'Aceitar o presente' }).click();
  // Who has not said where they live may not take part, and so not claim.
  await expect(friend.getByText('Não é possível participar')).toBeVisible();
  const account = await friend.evaluate(
    () => (JSON.parse(localStorage.getItem('mare.auth')!) as { access_token: string }).access_token,
  );
  const stated = await friend.request.put('/api/me', {
    headers: { authorization: `Bearer ${account}` },
    data: { name: 'Rita Lima', phone: null, cpf: null, city: 'Maceió', state: 'AL', birthDate: '1990-02-28' },
  });
  expect(stated.ok()).toBe(true);
  await friend.getByRole('button', { name: 'Aceitar o presente' }).click();
  await expect(friend.getByText(/A cota é sua\. Boa sorte!/)).toBeVisible();
  await expectAccessible(friend);
  await friend.getByRole('link', { name: 'Comprovante da cota' }).click();
  await expect(friend.getByRole('heading', { name: 'Comprovante da cota que ganhei' })).toBeVisible();
  await expect(friend.getByText('presente de Maria S.')).toBeVisible();
  await expect(friend.getByText(/^O número do 1º prêmio se lê assim/)).toBeVisible();
  await expectAccessible(friend);
  await expectNoSidewaysScroll(friend);
  await friend.goto('/dashboard');
  await expect(friend.getByText('presente de Maria S.')).toBeVisible();
  await expect(friend.getByText('Você ainda não participa de nenhuma rifa.')).toHaveCount(0);
  await other.close();
  await page.goto(`/presente/${reference}`);
  await expect(page.getByText('Este presente já foi aceito.')).toBeVisible();
});

test('responsible play is reached from the footer, and its page reads well', async ({ page }) => {
  await page.goto('/suporte');
  await page.getByRole('link', { name: 'Jogo Responsável' }).click();
  await expect(page.getByRole('heading', { name: 'Jogo Responsável', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
