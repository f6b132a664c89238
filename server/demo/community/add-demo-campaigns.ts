import type { DB } from '@mare/database/schema.ts';
import { demoLogin, demoPeople } from '@mare/database/seed/demo-people.ts';
import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

const HOUR_MS = 3_600_000;

const campaigns = [
  {
    name: 'Rifas de novembro',
    subject: '{nome}, as rifas do mês chegaram',
    body: 'Oi, {nome}!\n\nTem **prêmio novo** na {loja}, com sorteio pela Loteria Federal.\n\n- Escolha seus números\n- Pague com Pix\n- Confira o resultado no seu celular',
    kind: 'marketing',
    status: 'sent',
  },
  {
    name: 'Bônus de fim de semana',
    subject: 'Só neste fim de semana: mais cotas no plano Ouro',
    body: 'Olá, {nome}.\n\nNo plano **Ouro** você leva 25% de cotas a mais. Bom fim de semana!',
    kind: 'promotional',
    status: 'draft',
  },
];

/** A sent campaign, a draft, and the welcome mail as already sent to the demo people. */
export async function addDemoCampaigns(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
): Promise<void> {
  const now = clock.now().getTime();
  const sentAt = new Date(now - 72 * HOUR_MS);
  const admin = demoLogin('admin@exemplo.com.br').id;
  const readers = demoPeople.filter(({ role }) => role === 'buyer');
  for (const { status, ...words } of campaigns) {
    const id = random.uuid();
    const wasSent = status === 'sent';
    await trx
      .insertInto('emailCampaigns')
      .values({
        ...words,
        id,
        status,
        buttonLabel: 'Ver Rifas',
        buttonPath: '/',
        perMinute: 120,
        createdBy: admin,
        createdAt: new Date(now - (wasSent ? 80 : 2) * HOUR_MS),
        ...(wasSent && { scheduledFor: sentAt, startedAt: sentAt, finishedAt: sentAt }),
      })
      .execute();
    if (wasSent)
      await trx
        .insertInto('emailMessages')
        .values(
          readers.map(({ id: userId }, at) => ({
            ...reactions(at, sentAt),
            id: random.uuid(),
            campaignId: id,
            userId,
            occasion: `campaign:${id}:${userId}`,
          })),
        )
        .execute();
  }
  const { id: stepId } = await trx
    .selectFrom('emailAutomationSteps')
    .select('id')
    .where('automation', '=', 'welcome')
    .where('position', '=', 1)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('emailMessages')
    .values(
      demoPeople.map(({ id: userId }, at) => ({
        ...reactions(at + 1, new Date(now - (20 + at) * 12 * HOUR_MS)),
        id: random.uuid(),
        automation: 'welcome',
        stepId,
        userId,
        occasion: `welcome:${userId}`,
        runKey: `welcome:${userId}`,
        runStartedAt: new Date(now - (20 + at) * 12 * HOUR_MS),
      })),
    )
    .execute();
}

/** Every second recipient opens, every sixth clicks, one in twenty unsubscribes. */
function reactions(at: number, sentAt: Date) {
  const later = (hours: number) => new Date(sentAt.getTime() + hours * HOUR_MS);
  return {
    state: at % 17 === 16 ? 'skipped' : 'sent',
    sentAt: at % 17 === 16 ? null : sentAt,
    dueAt: sentAt,
    createdAt: sentAt,
    measured: at % 17 !== 16,
    openedAt: at % 2 === 0 && at % 17 !== 16 ? later(3) : null,
    clickedAt: at % 6 === 0 && at % 17 !== 16 ? later(4) : null,
    unsubscribedAt: at % 20 === 19 && at % 17 !== 16 ? later(5) : null,
  };
}
