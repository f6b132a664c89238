/** Who buys and who runs the shop, and what is for sale, put straight into the database before anything starts. */
import { randomUUID } from 'node:crypto';
import { createUser } from '../../accounts/create-user.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { systemClock, systemRandom } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Caller, createCaller, type Credentials } from './caller.testing.ts';
import type { SoakShop } from '../shop/start-shop.testing.ts';

const PASSWORD = 'Mare-alta-2026';

export interface Rifas {
  /** Sold out and drawn in the end. */
  drawn: string;
  /** Never sold out. */
  large: string;
  /** Cancelled in the end. */
  cancelled: string;
}

export interface People {
  buyers: Caller[];
  /** A result is entered by one and confirmed by the other. */
  admins: [Caller, Caller];
  rifas: Rifas;
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
  const farAway = new Date(drawDate.getTime() + 300 * 86_400_000);
  const rifas = {
    drawn: await sell(100, drawDate),
    large: await sell(100_000, farAway),
    cancelled: await sell(1_000, farAway),
  };
  return { buyers, admins: [await add('admin'), await add('admin')], rifas, drawDate };
}

/** Somebody of age who lives where the rifas are sold. @returns their browser */
export async function addPerson(
  { db, url }: Pick<SoakShop, 'db' | 'url'>,
  role: 'buyer' | 'admin',
): Promise<Caller> {
  const credentials: Credentials = { email: `${role}-${randomUUID()}@exemplo.com.br`, password: PASSWORD };
  const place = { name: 'Maria Aparecida da Silva', city: 'Maceió', state: 'AL' };
  // All that making an account needs.
  const platform = { db, clock: systemClock, random: systemRandom } as Platform;
  const made = await createUser(platform, { ...credentials, ...place, role });
  if (!made.ok) throw new Error(made.message);
  await db.updateTable('profiles').set({ birthDate: '1990-02-28' }).where('id', '=', made.value).execute();
  return createCaller(url, credentials);
}

/** 20:00 in Brasília, two days ahead or three: the list is frozen long before. */
function nextDrawDate(now: Date): Date {
  const date = new Date(now.getTime() + 3 * 86_400_000);
  date.setUTCHours(23, 0, 0, 0);
  return date;
}
