import { expect } from '@playwright/test';
import { createDraft } from '../../kit/rifas/new-rifa.ts';
import { expectAccessible } from '../../kit/page/page-checks.ts';
import { bearerOf, signInAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

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
  const fixedTerms = page.getByRole('region', { name: 'Não muda mais' });
  const correctable = page.getByRole('region', { name: 'Ainda pode mudar, com aviso a quem comprou' });
  await expect(fixedTerms.getByText('Sem regulamento')).toBeVisible();
  await expect(fixedTerms.getByText('Planos desta rifa')).toBeHidden();

  const headers = await bearerOf(page.request, 'admin@exemplo.com.br');
  const readStored = async (path: string) => {
    const response = await page.request.get(`/api/admin/rifas/${id}${path}`, { headers });
    return (await response.json()) as Stored;
  };
  const rifa = await readStored('');
  const shop = (await (await page.request.get('/api/rifas')).json()) as { image: string }[];
  const [image, second] = [...new Set(shop.map((known) => known.image))].filter(
    (known) => known !== rifa.image,
  );
  const rifaSaved = await page.request.post('/api/admin/rifas', {
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
  expect(rifaSaved.ok(), await rifaSaved.text()).toBe(true);
  const { version, terms } = await readStored('/terms');
  const plans = [{ key: 'tier1', name: 'Galera', quantity: 10, bonusPercentage: 50 }];
  const termsSaved = await page.request.put(`/api/admin/rifas/${id}/terms`, {
    headers,
    data: { version, terms: { ...terms, plans } },
  });
  expect(termsSaved.ok(), await termsSaved.text()).toBe(true);
  const { version: latestVersion, options } = await readStored('/options');
  const instantPrizes = [{ name: 'Pix na hora', valueCentavos: 5000, count: 3 }];
  const optionsSaved = await page.request.put(`/api/admin/rifas/${id}/options`, {
    headers,
    data: { version: latestVersion, options: { ...options, choosesNumbers: false, instantPrizes } },
  });
  expect(optionsSaved.ok(), await optionsSaved.text()).toBe(true);

  await page.goto(review);
  await expect(fixedTerms.getByText(/Galera: 10 cotas \+ 5 de bônus \(50%\) por R\$\s20,00/)).toBeVisible();
  await expect(fixedTerms.getByText(/3 cotas premiadas: Pix na hora, R\$\s50,00 cada/)).toBeVisible();
  const regulation = fixedTerms.getByText('Art. 1º Vale o sorteio da Loteria Federal.');
  await expect(regulation).toBeHidden();
  await fixedTerms.getByText('Ler o regulamento').click();
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
