/** Pages of draws are notified of changes by any process. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../draws.testing.ts';
import { createLiveDraws, type LiveDraws } from './live-draws.ts';

type Stream = ReturnType<NonNullable<ReturnType<LiveDraws['subscribe']>>['read']>;

const ADDRESS = '198.51.100.7';

let bed: DrawsTestbed;
let live: LiveDraws;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  live = createLiveDraws(bed.platform);
  await waitUntilListening(live);
});
afterAll(async () => {
  await live.stop();
  await bed.close();
});

test('notifies exactly the pages of a changed rifa', async () => {
  const [watched, otherRifaId] = [await bed.rifa(10), await bed.rifa(10)];
  const streams = Array.from({ length: 200 }, () => openStream(live, watched));
  const otherStream = openStream(live, otherRifaId);
  for (const stream of [...streams, otherStream]) await stream.next();
  const countOtherEvents = startCounting(otherStream);
  await changeState(watched);
  const changed = { kind: 'changed', audit: { rifa: { id: watched, status: 'closed' } } };
  for (const stream of streams) expect(await stream.next()).toMatchObject({ done: false, value: changed });
  expect(countOtherEvents()).toBe(0);
  await changeState(otherRifaId);
  await expect.poll(countOtherEvents).toBe(1);
});

test('sends a slow reader the last change, once', async () => {
  const rifaId = await bed.rifa(10);
  const [slow, quick] = [openStream(live, rifaId), openStream(live, rifaId)];
  await quick.next();
  for (let changes = 0; changes < 5; changes++) {
    await changeState(rifaId);
    await quick.next();
  }
  expect(await slow.next()).toMatchObject({ value: { audit: { rifa: { status: 'closed' } } } });
  const countEvents = startCounting(slow);
  await changeState(rifaId);
  await quick.next();
  await expect.poll(countEvents).toBe(1);
});

test('reports a change even when it cannot read it', async () => {
  const unreachable = connectPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
  const own = createLiveDraws({ ...bed.platform, db: connectKysely(unreachable) });
  const rifaId = await bed.rifa(10);
  const stream = openStream(own, rifaId);
  await stream.next();
  const events: unknown[] = [];
  void stream.next().then((event) => events.push(event.value));
  await vi.waitFor(async () => {
    await changeState(rifaId);
    expect(events).toEqual([{ kind: 'changed' }]);
  });
  await own.stop();
  await unreachable.end();
});

test('drops a page that disconnects, and ends the others when it stops', async () => {
  const own = createLiveDraws(bed.platform);
  const rifaId = await bed.rifa(10);
  const [leaving, staying] = [openStream(own, rifaId), openStream(own, rifaId)];
  expect(own.size).toBe(2);
  await leaving.return();
  expect(own.size).toBe(1);
  await own.stop();
  expect((await staying.next()).done).toBe(true);
  expect(own.subscribe(rifaId, ADDRESS)).toBeNull();
  expect(own.size).toBe(0);
});

test('notifies pages of a draw and of its repetition', async () => {
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [1, 2, 3]);
  const countEvents = startCounting(openStream(live, rifaId));
  await expect.poll(countEvents).toBe(1);
  await bed.runDraw(rifaId, freshExtraction());
  // End of sales, then draw.
  await expect.poll(countEvents).toBeGreaterThanOrEqual(3);
  const before = countEvents();
  await bed.pool.query(
    `insert into draws (rifa_id, version, seal_version, clause_step, result_ids, outcome, drawn_at)
     select rifa_id, version + 1, seal_version, clause_step, result_ids, outcome, drawn_at from draws where rifa_id = $1`,
    [rifaId],
  );
  await expect.poll(countEvents).toBe(before + 1);
});

test('limits the streams of one address', async () => {
  const own = createLiveDraws(bed.platform);
  const rifaId = await bed.rifa(10);
  const open = [];
  for (let stream = own.subscribe(rifaId, ADDRESS); stream; stream = own.subscribe(rifaId, ADDRESS))
    open.push(stream);
  const fromOtherAddress = own.subscribe(rifaId, '203.0.113.9');
  expect(fromOtherAddress).not.toBeNull();
  open[0]!.end();
  expect(own.subscribe(rifaId, ADDRESS)).not.toBeNull();
  await own.stop();
});

const openStream = (draws: LiveDraws, rifaId: string) => draws.subscribe(rifaId, ADDRESS)!.read();

/** Waits until the process listens for changes. */
async function waitUntilListening(draws: LiveDraws): Promise<void> {
  const rifaId = await bed.rifa(10);
  const countEvents = startCounting(openStream(draws, rifaId));
  await vi.waitFor(async () => {
    await changeState(rifaId);
    expect(countEvents()).toBeGreaterThan(2);
  });
}

function startCounting(stream: Stream): () => number {
  let eventCount = 0;
  const readAll = async () => {
    while (!(await stream.next()).done) eventCount++;
  };
  void readAll();
  return () => eventCount;
}

async function changeState(rifaId: string): Promise<void> {
  await bed.pool.query(
    `update rifas set status = case status when 'active' then 'closed' else 'active' end where id = $1`,
    [rifaId],
  );
}
