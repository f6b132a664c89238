/** Rifas as the panel makes them. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { authorizationOf } from './people.ts';

/** For R$ 2,00 the cota, with a regulation; the form itself is walked in organiser.spec.ts. */
export async function makeDraft({ request }: Pick<Page, 'request'>): Promise<{ id: string; title: string }> {
  const authorization = await authorizationOf(request, 'admin@exemplo.com.br', 'admin123');
  const [{ image }] = (await (await request.get('/api/rifas')).json()) as [{ image: string }];
  const title = `Patinete ${randomUUID().slice(0, 8)}`;
  const answer = await request.post('/api/admin/rifas', {
    headers: { authorization },
    data: {
      id: null,
      version: 0,
      rifa: {
        title,
        description: 'Elétrico.',
        image,
        priceCentavos: 200,
        totalNumbers: 1000,
        minPerOrder: 1,
        maxPerOrder: 100,
        drawDate: '2031-01-08T22:00:00.000Z',
        salesStart: null,
        eligibleCities: ['Maceió'],
        eligibleState: 'AL',
        prizes: [
          {
            name: 'Patinete elétrico',
            description: null,
            valueCentavos: null,
            prizeType: 'product',
            image: null,
            serviceType: null,
            serviceCity: null,
          },
        ],
        legal: {
          route: 'spa_mf',
          authorisationNumber: '04.000000/2030',
          organiserName: 'Associação de Teste',
          organiserCnpj: '00000000000191',
          regulation: 'Art. 1º Participa quem comprou.',
          taxNote: '',
        },
      },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { id } = (await answer.json()) as { id: string };
  return { id, title };
}

/** Presses a step of the rifa's life on its page in the panel, and answers its question. */
export async function takeStep(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}
