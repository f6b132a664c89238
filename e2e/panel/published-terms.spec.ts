import { expect } from '@playwright/test';
import { createDraft } from '../kit/rifas/new-rifa.ts';
import { expectAccessible } from '../kit/page/page-checks.ts';
import { bearerOf, signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

interface Stored {
  version: number;
  image: string;
  legal: object;
  terms: object;
  options: object;
}

test('lists the stored terms before a rifa is published', async ({ page }) => {
  await signInAs(page, 'admin@exemplo.com.br');
  const { id } = await createDraft(page.request);
  const review = `/admin/rifas/${id}?passo=revisar`;
  await page.goto(review);
  const fixed = page.getByRole('region', { name: 'Não muda mais' });
  const correctable = page.getByRole('region', { name: 'Ainda pode mudar, com aviso a quem comprou' });
  await expect(fixed.getByText('Sem regulamento')).toBeVisible();
  await expect(fixed.getByText('Planos desta rifa')).toBeHidden();

  const headers = await bearerOf(page.request, 'admin@exemplo.com.br');
  const read = async (part: string) => {
    const response = await page.request.get(`/api/admin/rifas/${id}${part}`, { headers });
    return (await response.json()) as Stored;
  };
  const rifa = await read('');
  const shop = (await (await page.request.get('/api/rifas')).json()) as { image: string }[];
  const [image, second] = [...new Set(shop.map((known) => known.image))].filter(
    (known) => known !== rifa.image,
  );
  const saved = await page.request.post('/api/admin/rifas', {
    headers,
    data: {
      id,
      version: rifa.version,
      rifa: {
        ...rifa,
        description: 'Dobrável, com farol.',
        image,
        gallery: [{ image: second, alt: 'O patinete dobrado' }],
        video: 'https://vimeo.com/123456789',
        legal: { ...rifa.legal, regulation: 'Art. 1º Vale o sorteio da Loteria Federal.' },
      },
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const { version, terms } = await read('/terms');
  const plans = [{ key: 'tier1', name: 'Galera', quantity: 10, bonusPercentage: 50 }];
  const priced = await page.request.put(`/api/admin/rifas/${id}/terms`, {
    headers,
    data: { version, terms: { ...terms, plans } },
  });
  expect(priced.ok(), await priced.text()).toBe(true);
  const { version: latest, options } = await read('/options');
  const instantPrizes = [{ name: 'Pix na hora', valueCentavos: 5000, count: 3 }];
  const chosen = await page.request.put(`/api/admin/rifas/${id}/options`, {
    headers,
    data: { version: latest, options: { ...options, choosesNumbers: false, instantPrizes } },
  });
  expect(chosen.ok(), await chosen.text()).toBe(true);

  await page.goto(review);
  await expect(fixed.getByText(/Galera: 10 cotas \+ 5 de bônus \(50%\) por R\$\s20,00/)).toBeVisible();
  await expect(fixed.getByText(/3 cotas premiadas: Pix na hora, R\$\s50,00 cada/)).toBeVisible();
  const regulation = fixed.getByText('Art. 1º Vale o sorteio da Loteria Federal.');
  await expect(regulation).toBeHidden();
  await fixed.getByText('Ler o regulamento').click();
  await expect(regulation).toBeVisible();
  await correctable.getByText('Ler a descrição').click();
  await expect(correctable.getByText('Dobrável, com farol.')).toBeVisible();
  await expect(correctable.getByText('https://vimeo.com/123456789')).toBeVisible();
  await expect(correctable.getByText('O patinete dobrado')).toBeVisible();
  const pictures = correctable.locator('img');
  await expect(pictures.first()).toHaveAttribute('src', image!);
  await expect(pictures.last()).toHaveAttribute('src', second!);
  await expectAccessible(page);
});
