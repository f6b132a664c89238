/** Orders through the API, payments and refunds through the screens. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

interface Line {
  rifaId: string;
  quantity: number;
  /** In reais. */
  price: number;
}

interface Order {
  authorization: string;
  email: string;
  lines: readonly Line[];
}

/** Requests an order as the browser's checkout does. */
export function requestOrder({ request }: Pick<Page, 'request'>, { authorization, email, lines }: Order) {
  return request.post('/api/checkout/payments', {
    headers: { authorization, 'idempotency-key': randomUUID() },
    data: {
      items: lines.map((line) => ({ title: '', selected_numbers: [], ...line })),
      customerInfo: { name: 'Rita Lima', email },
    },
  });
}

/** Places an order. @returns its reference */
export async function placeOrder(
  page: Pick<Page, 'request'>,
  { authorization, email, ...line }: Line & Omit<Order, 'lines'>,
): Promise<string> {
  return placeOrderOver(page, { authorization, email, lines: [line] });
}

/** Places an order over several rifas. @returns its reference */
export async function placeOrderOver(page: Pick<Page, 'request'>, order: Order): Promise<string> {
  const response = await requestOrder(page, order);
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { external_reference: string }).external_reference;
}

/** Pays the open order page in the sandbox and waits for the confirmation. */
export async function payInSandbox(page: Page): Promise<void> {
  const createPixButton = page.getByRole('button', { name: 'Gerar código Pix' });
  const simulate = page.getByRole('link', { name: 'Simular pagamento' });
  await createPixButton.or(simulate).first().waitFor();
  if (await createPixButton.isVisible()) await createPixButton.click();
  const opened = page.waitForEvent('popup');
  await simulate.click();
  const sandbox = await opened;
  await sandbox.getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeVisible();
  await sandbox.close();
}

/** Refunds the whole order as an admin. */
export async function refundOrder(admin: Page, reference: string): Promise<void> {
  await admin.goto(`/admin/pagamentos?pedido=${reference}`);
  await admin.getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Pedido da compradora');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: /^Devolver/ }).click();
  const orderRegion = admin.getByRole('region', { name: `Pedido ${reference}` });
  await expect(orderRegion.getByText(/Reembolso pedido, por .+: Pedido da compradora/)).toBeVisible();
  // Once the money went back, without a reload.
  await expect(orderRegion.getByText('Reembolsado', { exact: true })).toBeVisible();
}
