/** Rifas of the demonstration. */
import { type APIRequestContext, expect } from '@playwright/test';

/** On sale at R$ 0,50 per cota, 85% of 100,000 numbers sold. */
export const BIZ = '5e000000-0000-4000-8000-000000000001';
/** Scheduled: its sales begin in six days. */
export const ANNOUNCED = '5e000000-0000-4000-8000-000000000010';
/** Drawn, with three winners. */
export const DRAWN = '5e000000-0000-4000-8000-000000000013';

export interface ListedRifa {
  id: string;
  title: string;
  image: string;
  priceCentavos: number;
  soldNumbers: number;
  totalNumbers: number;
  prizeType: 'product' | 'service' | null;
}

/** Finds the first rifa on the home page that meets the condition. */
export async function rifaWith(
  request: APIRequestContext,
  condition: (rifa: ListedRifa) => boolean,
): Promise<ListedRifa> {
  const rifas = (await (await request.get('/api/rifas')).json()) as ListedRifa[];
  const found = rifas.find(condition);
  expect(found, 'a rifa of the demonstration').toBeDefined();
  return found!;
}

export const firstRifa = (request: APIRequestContext) => rifaWith(request, () => true);

export const rifaCalled = (request: APIRequestContext, title: string) =>
  rifaWith(request, (rifa) => rifa.title === title);
