import type { DB } from '@mare/database/schema.ts';
import { demoLogin } from '@mare/database/seed/demo-people.ts';
import type { Transaction } from 'kysely';
import { sendNotification } from '../../notifications/send-notification.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';

const HOUR_MS = 3_600_000;

const admin = demoLogin('admin@exemplo.com.br');
const maria = demoLogin('maria@exemplo.com.br');

/** Recent notifications of Maria, and activity log entries. */
export async function addDemoNotifications(trx: Transaction<DB>, { clock, random }: Platform): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .innerJoin('rifas', 'rifas.id', 'orders.rifaId')
    .select(['orders.id', 'orders.externalReference', 'orders.quantity', 'rifas.title'])
    .where('orders.userId', '=', maria.id)
    .where('orders.status', '=', 'paid')
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id')
    .limit(4)
    .execute();
  for (const [at, order] of orders.toReversed().entries()) {
    const then = new Date(clock.now().getTime() - (orders.length - at) * 20 * HOUR_MS);
    const platform = { clock: { now: () => then }, random };
    const about = `${order.quantity} ${order.quantity === 1 ? 'cota' : 'cotas'} de ${order.title}`;
    await recordActivity(trx, platform, {
      userId: maria.id,
      action: 'pay-order',
      entityType: 'order',
      entityId: order.id,
      description: `Pagou ${about}.`,
      ipAddress: '203.0.113.7',
    });
    await sendNotification(trx, platform, {
      userId: maria.id,
      type: 'success',
      title: 'Pagamento confirmado!',
      message: `${about}: os números são seus. Boa sorte!`,
      data: { href: `/pedido/${order.externalReference}` },
    });
  }
  await recordActivity(
    trx,
    { clock },
    {
      userId: admin.id,
      action: 'publish-rifa',
      entityType: 'rifa',
      description: 'Publicou as rifas da demonstração.',
    },
  );
}
