/** Maria as an affiliate: clicks of the last weeks, and commissions of her referrals' orders. */
import { sql } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import { demoReferrals } from '@mare/database/seed/demo-referrals.ts';
import { commissionEarned, commissionOn } from '@mare/domain/affiliates/commission.ts';
import { DEFAULT_COMMISSION_TERMS, shareOfRate } from '@mare/domain/affiliates/commission-terms.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { demoRandom } from '../demo-random.ts';

const CODE = 'MARIA123';
const DAY_MS = 86_400_000;
/** A link is followed several times as often as it leads to a purchase. */
const MAX_CLICKS_PER_DAY = 80;
const MEMBER_DAYS = 90;

/** @param userId Maria's; @param pixKey her e-mail */
export async function loadDemoAffiliate(platform: Platform, userId: string, pixKey: string): Promise<void> {
  const random = demoRandom('affiliate');
  const id = random.uuid();
  const createdAt = new Date(platform.clock.now().getTime() - MEMBER_DAYS * DAY_MS);
  await platform.db
    .insertInto('affiliates')
    .values({
      id,
      userId,
      affiliateCode: CODE,
      pixKey,
      pixKeyType: 'email',
      createdAt,
    })
    .execute();
  await addCommissions(platform, { id, userId, createdAt });
  await addClicks(platform, id);
}

async function addClicks({ db, clock }: Platform, affiliateId: string): Promise<void> {
  const random = demoRandom('clicks');
  const clicks = Array.from({ length: MEMBER_DAYS }, (_, daysAgo) =>
    Array.from({ length: random.bytes(1)[0]! % MAX_CLICKS_PER_DAY }, () => {
      const clickedAt = new Date(clock.now().getTime() - daysAgo * DAY_MS);
      return {
        affiliateCode: CODE,
        visitorId: random.bytes(16).toString('base64url'),
        clickedOn: dateInMaceio(clickedAt),
        clickedAt,
      };
    }),
  ).flat();
  await db.insertInto('affiliateClicks').values(clicks).execute();
  // As many cotas as the affiliate sold.
  const sold = await db
    .selectFrom('orders')
    .innerJoin('orderItems', 'orderItems.orderId', 'orders.id')
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select(['rifas.id', 'rifas.createdAt', 'rifas.salesEndAt'])
    .where('orders.affiliateId', '=', affiliateId)
    .orderBy('orders.id')
    .execute();
  // Every second visitor followed the link of one rifa.
  const ofRifa = clicks
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ affiliateCode, visitorId, clickedOn, clickedAt }, index) => {
      const onSale = sold.filter(
        ({ createdAt, salesEndAt }) => createdAt <= clickedAt && clickedAt < salesEndAt,
      );
      const rifa = onSale[index % onSale.length];
      return rifa ? [{ affiliateCode, visitorId, clickedOn, rifaId: rifa.id }] : [];
    });
  await db.insertInto('affiliateRifaClicks').values(ofRifa).execute();
}

const { affiliateRate } = DEFAULT_COMMISSION_TERMS;

async function addCommissions(
  { db, random }: Platform,
  { id: affiliateId, userId, createdAt }: { id: string; userId: string; createdAt: Date },
): Promise<void> {
  const people = demoReferrals.filter((one) => one.referrerId === userId).map((one) => one.referredId);
  const orders = await db
    .updateTable('orders')
    .set({ affiliateId })
    .where('userId', 'in', people)
    .where('status', '=', 'paid')
    .where('createdAt', '>=', createdAt)
    .returning(['id', 'totalAmount', sql<Date>`paid_at`.as('paidAt')])
    .execute();
  const commissions = orders.map((order) => ({
    order,
    amountCentavos: commissionOn(centavosFromNumeric(order.totalAmount), affiliateRate),
  }));
  await db
    .insertInto('affiliateCommissions')
    .values(
      commissions.map(({ order, amountCentavos }) => ({
        id: random.uuid(),
        affiliateId,
        orderId: order.id,
        kind: 'sale',
        orderAmount: order.totalAmount,
        commissionRate: shareOfRate(affiliateRate),
        commissionAmount: numericFromCentavos(amountCentavos),
        confirmedAt: order.paidAt,
        createdAt: order.paidAt,
      })),
    )
    .execute();
  for (const { order, amountCentavos } of commissions)
    await postToLedger(db, [commissionEarned(order.id, affiliateId, amountCentavos)], order.paidAt);
}
