/** Automations of several mails: in order, each once per person, until the person buys or opts out. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendDueMails } from '../campaigns.testing.ts';
import {
  type AutomationsTestbed,
  createAutomationsTestbed,
  DAY_MINUTES,
  step,
} from './automations.testing.ts';
import { adoptMessages } from './continue-runs.ts';

let bed: AutomationsTestbed;
beforeAll(async () => {
  bed = await createAutomationsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

describe('a sequence of three mails', () => {
  beforeEach(async () => {
    await bed.setSteps('welcome', () => [
      step('Um', 10),
      step('Dois', 2 * DAY_MINUTES),
      step('Três', 3 * DAY_MINUTES),
    ]);
  });

  // @covers panel: email-automation: up to five mails one after the other, each once per person, until the person
  //   buys or refuses offers [server/campaigns/automations/continue-runs.ts, database/migrations/0800_automation_steps.sql]
  test('sends each mail once in order', async () => {
    await bed.signUp();
    expect(await bed.runWorkersAfter(11)).toEqual(['Um']);
    expect(await bed.runWorkersAfter(2 * DAY_MINUTES - 2)).toEqual([]);
    expect(await bed.runWorkersAfter(2)).toEqual(['Dois']);
    expect(await bed.runWorkersAfter(3 * DAY_MINUTES + 1)).toEqual(['Três']);
    expect(await bed.runWorkersAfter(30 * DAY_MINUTES)).toEqual([]);
  });

  test('keeps its delays after the worker was down', async () => {
    await bed.signUp();
    expect(await bed.runWorkersAfter(11)).toEqual(['Um']);
    expect(await bed.runWorkersAfter(20 * DAY_MINUTES)).toEqual(['Dois']);
    expect(await bed.runWorkersAfter(2 * DAY_MINUTES)).toEqual([]);
    expect(await bed.runWorkersAfter(DAY_MINUTES)).toEqual(['Três']);
  });

  test('ends with a purchase, but a new account is welcomed', async () => {
    const userId = await bed.signUp();
    await bed.buy(userId);
    expect(await bed.runWorkersAfter(11)).toEqual(['Um']);
    expect(await bed.runWorkersAfter(9 * DAY_MINUTES)).toEqual([]);
    const otherUserId = await bed.signUp();
    await bed.runWorkersAfter(11);
    await bed.runWorkersAfter(2 * DAY_MINUTES + 1);
    await bed.buy(otherUserId);
    expect(await bed.runWorkersAfter(9 * DAY_MINUTES)).toEqual([]);
  });

  test.each<[string, (userId: string) => Promise<unknown>]>([
    [
      'declines offers, and accepts them again later',
      async (userId) => {
        await bed.decideConsent(userId, false);
        bed.clock.advance(60);
        await bed.decideConsent(userId, true);
      },
    ],
    [
      'switches advertising off',
      (userId) =>
        bed.db
          .insertInto('emailPreferences')
          .values({ userId, marketingEmails: false, updatedAt: bed.clock.now() })
          .execute(),
    ],
  ])('ends once the person %s', async (_, change) => {
    const userId = await bed.signUp();
    await bed.runWorkersAfter(11);
    await change(userId);
    expect(await bed.runWorkersAfter(9 * DAY_MINUTES)).toEqual([]);
    expect(await bed.runWorkersAfter(9 * DAY_MINUTES)).toEqual([]);
  });

  test('does not resume for people whose mail was due while it was off', async () => {
    await bed.signUp();
    await bed.runWorkersAfter(11);
    await bed.setSteps('welcome', (steps) => steps, false);
    expect(await bed.runWorkersAfter(2 * DAY_MINUTES)).toEqual([]);
    await bed.setSteps('welcome', (steps) => steps);
    expect(await bed.runWorkersAfter(9 * DAY_MINUTES)).toEqual([]);
  });

  test('skips a step that was removed while its mail waited', async () => {
    await bed.signUp();
    await bed.runWorkersAfter(11);
    await bed.setSteps('welcome', ([first, , third]) => [first!, third!]);
    expect(await bed.runWorkersAfter(3 * DAY_MINUTES - 5)).toEqual([]);
    expect(await bed.runWorkersAfter(5)).toEqual(['Três']);
    expect(await bed.runWorkersAfter(30 * DAY_MINUTES)).toEqual([]);
    const log = await bed.panel().automationLog({ key: 'welcome' });
    expect(log.map((mail) => [mail.step, mail.state])).toEqual(
      expect.arrayContaining([
        [1, 'sent'],
        [null, 'skipped'],
        [2, 'sent'],
      ]),
    );
  });

  test('lists sent mails before waiting ones', async () => {
    await bed.signUp();
    await bed.runWorkersAfter(11);
    for (let people = 0; people < 50; people++) await bed.signUp();
    await bed.runWorkersAfter(1);
    const states = (await bed.panel().automationLog({ key: 'welcome' })).map(({ state }) => state);
    expect(states).toHaveLength(50);
    expect(states.slice(0, 2)).toEqual(['sent', 'waiting']);
  });

  test('skips a step that was removed while its mail was in the outbox', async () => {
    await bed.signUp();
    await bed.runWorkersAfter(11);
    bed.clock.advance(2 * DAY_MINUTES * 60);
    const failing = { ...bed.platform, mailer: { send: () => Promise.reject(new Error('busy')) } };
    await sendDueMails(failing);
    await bed.setSteps('welcome', ([first, , third]) => [first!, third!]);
    expect(await bed.runWorkersAfter(DAY_MINUTES - 5)).toEqual([]);
    expect(await bed.runWorkersAfter(10)).toEqual(['Três']);
  });

  test('skips a step that was removed when its mail was queued', async () => {
    await bed.signUp();
    await bed.runWorkersAfter(11);
    await bed.db
      .updateTable('emailAutomationSteps')
      .set({ position: null })
      .where('subject', '=', 'Dois')
      .execute();
    expect(await bed.runWorkersAfter(2 * DAY_MINUTES + 1)).toEqual([]);
    expect(await bed.runWorkersAfter(DAY_MINUTES)).toEqual(['Três']);
  });

  test('sends no mail again after an edit or a new order, and no earlier step', async () => {
    await bed.signUp();
    await bed.runWorkersAfter(11);
    await bed.runWorkersAfter(2 * DAY_MINUTES + 1);
    await bed.setSteps('welcome', ([first, second, third]) => [
      step('Novo', 5),
      { ...second!, subject: 'Dois, melhor' },
      { ...first!, delayMinutes: 0 },
      { ...third!, subject: 'Três, melhor' },
    ]);
    expect(await bed.runWorkersAfter(3 * DAY_MINUTES)).toEqual(['Três, melhor']);
    expect(await bed.runWorkersAfter(30 * DAY_MINUTES)).toEqual([]);
  });

  test('counts the sales of each mail', async () => {
    await bed.signUp();
    await bed.runWorkersAfter(11);
    await bed.runWorkersAfter(2 * DAY_MINUTES + 1);
    const [first, second] = (await bed.readAutomation('welcome')).steps;
    const { steps } = (await bed.panel().metrics()).automations.find(({ key }) => key === 'welcome')!;
    const findDelivered = (id: string) => steps.find((counted) => counted.id === id)?.stats.delivered;
    expect([findDelivered(first!.id), findDelivered(second!.id)]).toEqual([1, 1]);
  });
});

test('rejects a step that the automation does not have', async () => {
  const [otherStep] = (await bed.readAutomation('win_back')).steps;
  await expect(
    bed.setSteps('welcome', () => [{ ...step('Um', 1), id: otherStep!.id }]),
  ).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });
});

test('continues with the second step after a mail from a version without steps', async () => {
  await bed.setSteps('welcome', () => [step('Um', 10), step('Dois', DAY_MINUTES)]);
  const userId = await bed.signUp();
  const now = bed.clock.now();
  await bed.db
    .updateTable('profiles')
    .set({ createdAt: new Date(0) })
    .execute();
  await bed.db
    .insertInto('emailMessages')
    .values({
      id: randomUUID(),
      automation: 'welcome',
      userId,
      occasion: `welcome:${userId}`,
      dueAt: now,
      createdAt: now,
    })
    .execute();
  await adoptMessages(bed.db);
  expect(await bed.runWorkers()).toEqual(['Um']);
  expect(await bed.runWorkersAfter(DAY_MINUTES + 1)).toEqual(['Dois']);
});

describe('reminders of a draw', () => {
  async function addRifaWithHolder(hours: number) {
    const rifaId = await bed.rifaWithDraw(hours);
    await bed.buy(await bed.buyer(), rifaId);
    return rifaId;
  }
  beforeEach(async () => {
    await bed.setSteps('draw_tomorrow', () => [
      step('Em dois dias', 2 * DAY_MINUTES),
      step('Amanhã', DAY_MINUTES),
    ]);
  });

  test('are sent at their own times, also to people who have bought since the previous one', async () => {
    const rifaId = await addRifaWithHolder(72);
    expect(await bed.runWorkers()).toEqual([]);
    expect(await bed.runWorkersAfter(DAY_MINUTES)).toEqual(['Em dois dias']);
    await bed.buy(await bed.buyer(), rifaId);
    expect(await bed.runWorkersAfter(60)).toEqual([]);
    expect(await bed.runWorkersAfter(DAY_MINUTES)).toEqual(['Amanhã', 'Amanhã']);
    expect(await bed.runWorkersAfter(60)).toEqual([]);
  });

  test('are sent as one mail if late, the closest to the draw', async () => {
    await addRifaWithHolder(12);
    expect(await bed.runWorkers()).toEqual(['Amanhã']);
    await bed.setSteps('draw_tomorrow', (steps) => [step('Em uma semana', 7 * DAY_MINUTES), ...steps]);
    expect(await bed.runWorkersAfter(60)).toEqual([]);
  });
});
