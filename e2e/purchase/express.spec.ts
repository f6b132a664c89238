/** The express purchase: from the bar at the foot of a rifa's page to the paid order, on a phone. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page-checks.ts';
import { createBuyer, newCpf, newEmail, openAs, PASSWORD } from '../kit/people.ts';
import { test } from '../kit/test.ts';

const sheet = (page: Page) => page.getByRole('dialog');

/** Presses buttons by name and counts them, as a thumb would. */
function countTaps(page: Page) {
  let taps = 0;
  return {
    tap: async (name: string) => {
      taps++;
      await page.getByRole('button', { name, exact: true }).click();
    },
    count: () => taps,
  };
}

const BAR = 'Participar · 12 cotas · R$ 5,00';

test('leads a known buyer from the first screen of a rifa to the copied Pix code in three taps', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}`);
  await expect(page.getByRole('button', { name: BAR })).toBeInViewport({ ratio: 1 });
  const { tap, count } = countTaps(page);
  await tap(BAR);
  await expect(sheet(page).getByRole('radio', { name: /Prata/ })).toBeChecked();
  await expect(sheet(page).getByText('R$ 5,00').last()).toBeInViewport({ ratio: 1 });
  await expectPageChecks(page);
  await tap('Pagar com Pix');
  await expect(sheet(page).getByRole('timer')).toBeInViewport({ ratio: 1 });
  await tap('Copiar código Pix');
  await expect(sheet(page).getByRole('button', { name: 'Código copiado!' })).toBeInViewport({ ratio: 1 });
  expect(count()).toBeLessThanOrEqual(3);
  await expectPageChecks(page);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(sheet(page).getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeFocused();
  await expect(page).toHaveTitle('Pagamento confirmado. Boa sorte!');
  await expect(sheet(page).getByRole('list', { name: 'Números' }).getByRole('listitem')).toHaveCount(12);
  await expectPageChecks(page);
  const saved = page.waitForEvent('download');
  await tap('Pôr o sorteio na agenda');
  expect((await saved).suggestedFilename()).toBe('sorteio.ics');
  for (const [button, height] of [
    ['Stories', 1920],
    ['Feed', 1080],
  ] as const) {
    const picture = page.waitForEvent('download');
    await tap(button);
    const png = await readFile(await (await picture).path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, height]);
  }
  expect(errors).toEqual([]);
});

test('leads a new buyer through the sign-up back to the sheet with the same choice in seven taps', async ({
  page,
}) => {
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const { tap, count } = countTaps(page);
  await tap(BAR);
  await expect(sheet(page)).toBeVisible();
  await tap('Aumentar');
  await expect(sheet(page).getByText('11 cotas', { exact: true })).toBeVisible();
  await tap('Continuar');
  await tap('Criar conta');
  await page.getByLabel('Nome completo').fill('Ana Beatriz Souza');
  await page.getByRole('main').getByLabel('E-mail').fill(newEmail());
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmar senha').fill(PASSWORD);
  await tap('Criar conta');
  await expect(sheet(page).getByText('11 cotas', { exact: true })).toBeVisible();
  await sheet(page).getByLabel('CPF').fill(newCpf());
  await sheet(page).getByLabel('Data de nascimento').fill('04111992');
  await sheet(page).getByLabel('Cidade onde você mora').selectOption('Maceió');
  await tap('Pagar com Pix');
  await tap('Copiar código Pix');
  expect(count()).toBeLessThanOrEqual(7);
});
