/** The pictures of README and docs, made by `npm run screenshots`. */

const PHONE = { width: 360, height: 720 };
const DESKTOP = { width: 1280, height: 800 };
const TALL = { width: 1280, height: 1100 };

export const BUYER = { email: 'maria@exemplo.com.br', password: 'maria123' };
const ADMIN = { email: 'admin@exemplo.com.br', password: 'admin123' };

/** A rifa of a hundred cotas at R$ 5,00, drawn next Wednesday. */
export const BASKET = '5e000000-0000-4000-8000-000000000009';
const SCOOTER = '5e000000-0000-4000-8000-000000000001';

/**
 * One story in order: the shop, a purchase, the organiser's panel, and last the draw, which moves the clock. Files are
 * `docs/pictures/<name>.png`. `path` gets the reference of the buyer's order, which is paid before the picture with `pays`;
 * `prepare` gets the page, and returns the element to scroll to, if any.
 */
export const PICTURES = [
  { name: 'home-phone-light', size: PHONE, path: '/' },
  { name: 'home-desktop-light', size: DESKTOP, path: '/' },
  { name: 'rifa-phone-dark', size: PHONE, dark: true, path: `/rifa/${SCOOTER}` },
  {
    name: 'order-desktop-dark',
    size: DESKTOP,
    dark: true,
    as: BUYER,
    path: orderPage,
  },
  { name: 'paid-phone-light', size: PHONE, as: BUYER, path: orderPage, pays: true },
  { name: 'panel-desktop-light', size: TALL, as: ADMIN, path: '/admin' },
  { name: 'draft-desktop-light', size: DESKTOP, as: ADMIN, path: '/admin/rifas', prepare: startDraft },
  { name: 'live-desktop-dark', size: TALL, dark: true, as: ADMIN, path: `/admin/rifas/${SCOOTER}` },
  { name: 'stand-phone-light', size: PHONE, as: ADMIN, path: `/admin/rifas?balcao=${BASKET}` },
  { name: 'desk-desktop-light', size: DESKTOP, as: ADMIN, path: '/admin/support' },
  { name: 'books-desktop-light', size: DESKTOP, as: ADMIN, path: '/admin/financeiro' },
  { name: 'fast-forward-phone-light', size: PHONE, path: '/demonstracao', prepare: advance },
  { name: 'draw-phone-dark', size: PHONE, dark: true, path: `/resultado/${BASKET}`, prepare: verify },
  { name: 'prizes-desktop-light', size: DESKTOP, as: ADMIN, path: '/admin/sorteios', prepare: findPrizes },
];

function orderPage(order) {
  return `/pedido/${order}`;
}

async function startDraft(page) {
  await page.getByRole('link', { name: 'Nova Rifa' }).click();
  await page.getByRole('heading', { name: 'Nova Rifa' }).waitFor();
  await page.getByLabel('Título').fill('Moto elétrica');
  await page.getByRole('button', { name: 'Criar rascunho' }).click();
  await page.getByRole('navigation', { name: 'Passos da rifa' }).waitFor();
}

async function advance(page) {
  await page.locator(`form:has(input[value="${BASKET}"]) button`).click();
  await page.locator('a.next').waitFor({ timeout: 120_000 });
}

async function verify(page) {
  await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
  await page.getByText('O que pôde ser conferido confere.').waitFor();
}

function findPrizes(page) {
  return page.locator('#premios-a-entregar');
}
