/** A small sold-out rifa, and the official result of its extraction. */
import type { APIRequestContext } from '@playwright/test';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { saveResponses } from '../../../server/draws/archive/archive.queries.ts';
import type { Extraction } from '../draws/draw-admin.ts';
import { createRifa, extractionAhead } from './new-rifa.ts';
import { createBuyer } from '../people/people.ts';
import { placeOrder } from '../payments/purchases.ts';
import { payByPix, readOrder } from '../payments/sandbox.ts';

const COTAS = 100;
const BUYERS = 4;

interface CotaHolder {
  email: string;
  numbers: number[];
  /** One of the four buyers. */
  number: number;
}

/**
 * Publishes a rifa of 100 cotas and sells it to four buyers.
 * @param ahead its extraction, counted from the next one (0); far ahead, so that its result draws no other rifa
 */
export async function createSoldOutRifa(request: APIRequestContext, ahead: number) {
  const drawDate = await extractionAhead(request, ahead);
  const rifa = await createRifa(request, { totalNumbers: COTAS, drawDate });
  const holders: CotaHolder[] = [];
  for (let index = 0; index < BUYERS; index++) {
    const buyer = await createBuyer(request);
    const order = { ...buyer, rifaId: rifa.id, quantity: COTAS / BUYERS, price: 2 };
    const reference = await placeOrder({ request }, order);
    await payByPix(request, reference);
    const { items } = await readOrder(request, reference);
    const { selectedNumbers: numbers } = items[0]!;
    holders.push({ email: buyer.email, numbers, number: numbers[0]! });
  }
  return { ...rifa, holders };
}

/** A first prize whose last two digits are the number. */
export const prizeFor = (number: number) => `123${String(number % COTAS).padStart(2, '0')}`;

/** Sets the result that the simulated official source returns to the shop. */
export async function reportOfficially({ number, day }: Extraction, prizes: string[] | null): Promise<void> {
  const body = prizes
    ? officialBody({ extraction: number, prizes }, day)
    : JSON.stringify({ numero: number });
  const pool = connectPool({ url: process.env.E2E_DATABASE!, max: 1 });
  try {
    await saveResponses(
      connectKysely(pool),
      [
        {
          number,
          date: day,
          prizes,
          source: 'official',
          next: null,
          rawBody: body,
          rawHash: sha256Hex(body),
          url: `demo:loteria-federal/${number}`,
        },
      ],
      new Date(),
    );
  } finally {
    await pool.end();
  }
}
