/** Creates and publishes rifas through the API; changes their state in the panel. */
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { firstRifa } from './demo-rifas.ts';
import { bearerOf } from '../people/people.ts';

const adminHeaders = (request: APIRequestContext) => bearerOf(request, 'admin@exemplo.com.br');

interface Service {
  prize: string;
  /** As partners name it. */
  type: string;
}

/** Creates a draft, with cotas of R$ 2,00 by default. organiser.spec.ts tests the form. */
export async function createDraft(
  request: APIRequestContext,
  {
    totalNumbers = 1000,
    regulation = '',
    priceCentavos = 200,
    drawDate = '2031-01-08T22:00:00.000Z',
    service = null as Service | null,
  } = {},
): Promise<{ id: string; title: string }> {
  const headers = await adminHeaders(request);
  const { image } = await firstRifa(request);
  const title = `Patinete ${randomUUID().slice(0, 8)}`;
  const response = await request.post('/api/admin/rifas', {
    headers,
    data: {
      id: null,
      version: 0,
      rifa: {
        title,
        description: 'Elétrico.',
        image,
        priceCentavos,
        totalNumbers,
        minPerOrder: 1,
        maxPerOrder: Math.min(100, totalNumbers),
        drawDate,
        salesStart: null,
        eligibleCities: ['Maceió'],
        eligibleState: 'AL',
        prizes: [
          {
            name: service?.prize ?? 'Patinete elétrico',
            description: null,
            valueCentavos: null,
            prizeType: service ? 'service' : 'product',
            image: null,
            serviceType: service?.type ?? null,
            serviceCity: service ? 'Maceió' : null,
          },
        ],
        legal: {
          route: 'spa_mf',
          authorisationNumber: '04.000000/2030',
          organiserName: 'Associação de Teste',
          organiserCnpj: '00000000000191',
          validFrom: null,
          validUntil: null,
          beneficiaryName: null,
          beneficiaryCnpj: null,
          regulation,
          taxNote: '',
        },
      },
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { id } = (await response.json()) as { id: string };
  return { id, title };
}

/** Time of a lottery extraction, counted from the next one (0). Rifas of other tests and of the demo use the first six. */
export async function extractionAhead(request: APIRequestContext, ahead: number): Promise<string> {
  const headers = await adminHeaders(request);
  const response = await request.get('/api/admin/lottery-archive/coming', { headers });
  return ((await response.json()) as { runsAt: string }[])[ahead]!.runsAt;
}

/** Publishes a draft. */
export async function publish(request: APIRequestContext, id: string): Promise<void> {
  const headers = await adminHeaders(request);
  const { version } = (await (await request.get(`/api/admin/rifas/${id}`, { headers })).json()) as {
    version: number;
  };
  const response = await request.post(`/api/admin/rifas/${id}/state`, {
    headers,
    data: { version, to: 'active' },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Publishes the draft from the last step of its editor. */
export async function publishReviewed(page: Page): Promise<void> {
  await openStep(page, 'Revisar');
  await changeRifaState(page, 'Publicar');
}

/** Opens a step of the draft's editor. */
export async function openStep(page: Page, step: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Passos da rifa' }).getByRole('link', { name: step }).click();
  await expect(page.getByRole('heading', { level: 2, name: step, exact: true })).toBeFocused();
}

/** Waits until all input of the draft's editor is saved. */
export async function expectDraftSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Salvo às \d\d:\d\d$/)).toBeVisible();
}

/** Creates and publishes a rifa. */
export async function createRifa(
  request: APIRequestContext,
  options: Parameters<typeof createDraft>[1] = {},
) {
  const rifa = await createDraft(request, options);
  await publish(request, rifa.id);
  return rifa;
}

/** Clicks a state button on the rifa's panel page and confirms its dialog. @param reason shown to buyers */
export async function changeRifaState(page: Page, action: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  if (reason) await page.getByRole('dialog').getByLabel('Explicação').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}
