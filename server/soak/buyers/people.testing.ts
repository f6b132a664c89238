/** Seeds buyers, admins and rifas into the database before any process starts. */
import { randomUUID } from 'node:crypto';
import { createUser } from '../../accounts/create-user.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { systemClock, systemRandom } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Caller, createCaller, type BuyerCredentials } from './caller.testing.ts';
import type { SoakShop } from '../shop/start-shop.testing.ts';

const PASSWORD = 'Mare-alta-2026';

export interface SoakRifas {
  /** Sells out and is drawn at the end. */
  drawn: string;
  /** Never sells out. */
  large: string;
  /** Cancelled at the end. */
  cancelled: string;
}

export interface People {
  buyers: Caller[];
  /** One enters a result, the other confirms it. */
  admins: [Caller, Caller];
  rifas: SoakRifas;
  /** When the first rifa is drawn. */
  drawDate: Date;
}

export async function addPeople(shop: SoakShop, buyerCount: number): Promise<People> {
  const add = (role: 'buyer' | 'admin') => addPerson(shop, role);
  const buyers: Caller[] = [];
  for (let count = 0; count < buyerCount; count++) buyers.push(await add('buyer'));

  const drawDate = nextDrawDate(shop.now());
  const sell = async (total: number, drawnOn: Date) => {
    const id = await addRifa(shop.db, total);
    await shop.db.updateTable('rifas').set({ drawDate: drawnOn }).where('id', '=', id).execute();
    await shop.db.insertInto('rifaPrizes').values({ rifaId: id, position: 1, name: 'Moto' }).execute();
    return id;
  };
  const laterDraw = new Date(drawDate.getTime() + 300 * 86_400_000);
  const rifas = {
    drawn: await sell(100, drawDate),
    large: await sell(100_000, laterDraw),
    // Too many cotas to sell out during the run: cancelling a closed rifa would need two people.
    cancelled: await sell(100_000, laterDraw),
  };
  return { buyers, admins: [await add('admin'), await add('admin')], rifas, drawDate };
}

/** An adult buyer in an eligible city. @returns the browser */
export async function addPerson(
  { db, url, traffic }: Pick<SoakShop, 'db' | 'url'> & Partial<Pick<SoakShop, 'traffic'>>,
  role: 'buyer' | 'admin',
): Promise<Caller> {
  const credentials: BuyerCredentials = {
    email: `${role}-${randomUUID()}@exemplo.com.br`,
    password: PASSWORD,
  };
  const place = { name: 'Maria Aparecida da Silva', city: 'Maceió', state: 'AL' };
  // Inserts only the rows that an account needs.
  const platform = { db, clock: systemClock, random: systemRandom } as Platform;
  const created = await createUser(platform, { ...credentials, ...place, role });
  if (!created.ok) throw new Error(created.message);
  // Admins may approve requests from the start.
  const adminSince = role === 'admin' ? new Date('2020-01-01T12:00:00Z') : null;
  await db
    .updateTable('profiles')
    .set({ birthDate: '1990-02-28', adminSince })
    .where('id', '=', created.value)
    .execute();
  return createCaller(url, credentials, traffic);
}

/** 20:00 in Brasília, two or three days ahead: long after the list is frozen. */
function nextDrawDate(now: Date): Date {
  const date = new Date(now.getTime() + 3 * 86_400_000);
  date.setUTCHours(23, 0, 0, 0);
  return date;
}
