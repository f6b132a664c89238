import type { DB } from '@mare/database/schema.ts';
import { demoLogin } from '@mare/database/seed/demo-people.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import { midnightInMaceio } from '@mare/domain/time/maceio-time.ts';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Random } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';

const HOUR_MS = 3_600_000;
const ROWS_PER_BATCH = 500;

const campaigns = [
  {
    name: 'Rifas do mês',
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

/**
 * Adds a sent campaign, a draft, the welcome mail of every account, and the mails about abandoned carts. People,
 * consents and carts must exist already.
 */
export async function addDemoCampaigns(
  trx: Transaction<DB>,
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
): Promise<void> {
  const now = clock.now();
  const people = await findPeople(trx);
  await addCampaigns(trx, random, now, people);
  const [welcome, cart] = [
    await findFirstStep(trx, 'welcome', now),
    await findFirstStep(trx, 'abandoned_cart', now),
  ];
  const mails = [
    ...people.map(({ id: userId, createdAt, isMeasured }, at) => ({
      ...automatedMail(welcome, `welcome:${userId}`, createdAt),
      ...reactions(at + 1, { sentAt: welcome.sentAfter(createdAt), isMeasured, now }),
      userId,
    })),
    ...(await findRemindedCarts(trx)).map(({ id, userId, remindedAt, isMeasured, isRecovered }, at) => ({
      ...automatedMail(cart, `abandoned-cart:demo-${id}`, remindedAt),
      ...reactions(isRecovered && at % 2 === 0 ? 0 : at, {
        sentAt: cart.sentAfter(remindedAt),
        isMeasured,
        now,
        readAfterMs: HOUR_MS / 4,
      }),
      userId,
    })),
  ];
  for (let at = 0; at < mails.length; at += ROWS_PER_BATCH)
    await trx
      .insertInto('emailMessages')
      .values(mails.slice(at, at + ROWS_PER_BATCH).map((mail) => ({ ...mail, id: random.uuid() })))
      .execute();
}

async function addCampaigns(
  trx: Transaction<DB>,
  random: Random,
  now: Date,
  people: readonly MailedPerson[],
): Promise<void> {
  const sentAt = hoursAfterMidnight(now, 10 - 3 * 24);
  const readers = people.filter(({ role, createdAt }) => role === 'buyer' && createdAt < sentAt);
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
        createdBy: demoLogin('admin@exemplo.com.br').id,
        createdAt: hoursAfterMidnight(now, wasSent ? 16 - 4 * 24 : 17 - 24),
        ...(wasSent && { scheduledFor: sentAt, startedAt: sentAt, finishedAt: sentAt }),
      })
      .execute();
    if (wasSent)
      await trx
        .insertInto('emailMessages')
        .values(
          readers.map(({ id: userId, isMeasured }, at) => ({
            ...reactions(at, { sentAt, isMeasured, now }),
            id: random.uuid(),
            campaignId: id,
            userId,
            occasion: `campaign:${id}:${userId}`,
          })),
        )
        .execute();
  }
}

/** From the last midnight in Maceió; negative for the days before. */
function hoursAfterMidnight(now: Date, hours: number): Date {
  return new Date(midnightInMaceio(now).getTime() + hours * HOUR_MS);
}

interface MailedPerson {
  id: string;
  role: string;
  createdAt: Date;
  /** Consented to measurement. */
  isMeasured: boolean;
}

const agreesTo = (purpose: 'measurement' | 'marketing', userId: RawBuilder<unknown>) => sql<boolean>`
  coalesce((select ${sql.ref(purpose)} from consents where user_id = ${userId} order by id desc limit 1), false)`;

async function findPeople(trx: Transaction<DB>): Promise<MailedPerson[]> {
  const people = await trx
    .selectFrom('profiles')
    .select(['id', 'role', 'createdAt', agreesTo('measurement', sql`profiles.id`).as('isMeasured')])
    .orderBy('id')
    .execute();
  return people.map((person) => ({ ...person, role: person.role ?? 'buyer' }));
}

/** Carts of buyers who consented to reminders. */
function findRemindedCarts(trx: Transaction<DB>) {
  return trx
    .selectFrom('abandonedCartTracking as cart')
    .select(['cart.id', 'cart.userId', sql<Date>`cart.reminded_at`.as('remindedAt')])
    .select(sql<boolean>`cart.recovered_at is not null`.as('isRecovered'))
    .select(agreesTo('measurement', sql`cart.user_id`).as('isMeasured'))
    .where('remindedAt', 'is not', null)
    .where(agreesTo('marketing', sql`cart.user_id`))
    .orderBy('cart.id')
    .execute();
}

interface FirstStep {
  automation: Automation;
  id: string;
  /** When it was sent: no demo mail is waiting. */
  sentAfter: (startedAt: Date) => Date;
}

async function findFirstStep(trx: Transaction<DB>, automation: Automation, now: Date): Promise<FirstStep> {
  const { id, delayMinutes } = await trx
    .selectFrom('emailAutomationSteps')
    .select(['id', 'delayMinutes'])
    .where('automation', '=', automation)
    .where('position', '=', 1)
    .executeTakeFirstOrThrow();
  const sentAfter = (startedAt: Date) =>
    new Date(Math.min(startedAt.getTime() + delayMinutes * 60_000, now.getTime()));
  return { automation, id, sentAfter };
}

function automatedMail({ automation, id }: FirstStep, key: string, startedAt: Date) {
  return { automation, stepId: id, occasion: key, runKey: key, runStartedAt: startedAt };
}

interface Reading {
  sentAt: Date;
  isMeasured: boolean;
  now: Date;
  readAfterMs?: number;
}

/** Simulates opens and clicks: every second measured reader opens, every sixth clicks, one in twenty unsubscribes. */
function reactions(at: number, { sentAt, isMeasured, now, readAfterMs = 3 * HOUR_MS }: Reading) {
  const isSkipped = at % 17 === 16;
  /** Null for a time in the future. */
  const later = (isDone: boolean, afterMs: number) => {
    const moment = new Date(sentAt.getTime() + afterMs);
    return !isSkipped && isDone && moment <= now ? moment : null;
  };
  return {
    state: isSkipped ? 'skipped' : 'sent',
    sentAt: isSkipped ? null : sentAt,
    dueAt: sentAt,
    createdAt: sentAt,
    measured: !isSkipped && isMeasured,
    openedAt: later(isMeasured && at % 2 === 0, readAfterMs),
    clickedAt: later(isMeasured && at % 6 === 0, readAfterMs * 1.25),
    unsubscribedAt: later(at % 20 === 19, readAfterMs * 1.5),
  };
}
