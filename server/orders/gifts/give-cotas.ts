import type { Transaction } from 'kysely';
import type { GivenGift } from '@mare/contract/orders/gifts.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { describeCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredOrder } from '../reading/order.queries.ts';
import { findHeldNumbers, lockOpenSales } from './giftable.queries.ts';
import { sendGiftMailJob, type GiftMailJob } from './send-gift-mail.job.ts';

export type GiftRejection =
  | 'not_paid'
  | 'already_given'
  | 'sales_over'
  | 'own'
  | 'claimed'
  | 'withdrawn'
  | 'returned'
  | 'person_limit'
  | 'switched_off';
export type GiveCotasResult =
  | { ok: true; gift: GivenGift }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'GIFT_REJECTED'; reason: GiftRejection };

const reject = (reason: GiftRejection): GiveCotasResult => ({ ok: false, code: 'GIFT_REJECTED', reason });

interface GiftRequest {
  rifaId: string;
  numbers: readonly number[];
  recipientName: string;
  message: string | null;
  email: string | null;
}

/** All of the numbers or none. Each can be given once: a unique index decides concurrent gifts. @param order of the giver */
export async function giveCotas(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  order: StoredOrder,
  request: GiftRequest,
): Promise<GiveCotasResult> {
  const lines = order.lines.filter((line) => line.rifaId === request.rifaId);
  const bought = new Set(lines.flatMap((line) => line.numbers));
  const [line] = lines;
  if (!line || request.numbers.some((number) => !bought.has(number))) return { ok: false, code: 'NOT_FOUND' };
  const numbers = [...new Set(request.numbers)].sort((one, other) => one - other);
  try {
    return await inTransaction(platform.db, (trx) =>
      giveWithin(trx, platform, order.id, { ...request, numbers, line }),
    );
  } catch (error) {
    if (violatedUnique(error) === 'cota_gifts_once') return reject('already_given');
    throw error;
  }
}

async function giveWithin(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  orderId: string,
  {
    rifaId,
    numbers,
    recipientName,
    message,
    email,
    line,
  }: GiftRequest & { line: StoredOrder['lines'][number] },
): Promise<GiveCotasResult> {
  const { status, userId } = await trx
    .selectFrom('orders')
    .select(['status', 'userId'])
    .where('id', '=', orderId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (status !== 'paid') return reject('not_paid');
  const rifa = await lockOpenSales(trx, rifaId);
  if (!rifa) return reject('sales_over');
  if (!rifa.allowGifts) return reject('switched_off');
  const heldNumbers = await findHeldNumbers(trx, orderId, rifaId);
  if (numbers.some((number) => !heldNumbers.has(number))) return reject('returned');
  const reference = platform.random.bytes(18).toString('base64url');
  const createdAt = platform.clock.now();
  await trx
    .insertInto('cotaGifts')
    .values(
      numbers.map((number) => ({
        id: platform.random.uuid(),
        reference,
        orderId,
        rifaId,
        number,
        giverId: userId,
        recipientName,
        message,
        createdAt,
      })),
    )
    .execute();
  await recordActivity(trx, platform, {
    userId,
    action: 'give-cota',
    entityType: 'order',
    entityId: orderId,
    description: `Deu de presente ${describeCotas(numbers, line.totalNumbers)} de “${line.title}”.`,
    details: { rifaId, numbers },
  });
  if (email) {
    const job: GiftMailJob = { reference, email, giver: shortName(await nameOf(trx, userId)) };
    await platform.jobs.enqueue(trx, sendGiftMailJob, job);
  }
  const gift = { reference, rifaId, numbers: [...numbers], number: numbers[0]!, recipientName };
  return { ok: true, gift: { ...gift, isClaimed: false } };
}

async function nameOf(trx: Transaction<DB>, userId: string): Promise<string | null> {
  const { name } = await trx
    .selectFrom('profiles')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name;
}
