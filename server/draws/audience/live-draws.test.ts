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
  await listen(live);
});
afterAll(async () => {
  await live.stop();
  await bed.close();
});

test('notifies exactly the pages of a changed rifa', async () => {
  const [watched, other] = [await bed.rifa(10), await bed.rifa(10)];
  const streams = Array.from({ length: 200 }, () => read(live, watched));
  const beside = read(live, other);
  for (const stream of [...streams, beside]) await stream.next();
  const besideHeard = count(beside);
  await changeState(watched);
  const changed = { kind: 'changed', audit: { rifa: { id: watched, status: 'closed' } } };
  for (const stream of streams) expect(await stream.next()).toMatchObject({ done: false, value: changed });
  expect(besideHeard()).toBe(0);
  await changeState(other);
  await expect.poll(besideHeard).toBe(1);
});

test('sends a slow reader the last change, once', async () => {
  const rifaId = await bed.rifa(10);
  const [slow, quick] = [read(live, rifaId), read(live, rifaId)];
  await quick.next();
  for (let changes = 0; changes < 5; changes++) {
    await changeState(rifaId);
    await quick.next();
  }
  expect(await slow.next()).toMatchObject({ value: { audit: { rifa: { status: 'closed' } } } });
  const eventCount = count(slow);
  await changeState(rifaId);
  await quick.next();
  await expect.poll(eventCount).toBe(1);
});

test('reports a change even when it cannot read it', async () => {
  const gone = connectPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
  const own = createLiveDraws({ ...bed.platform, db: connectKysely(gone) });
  const rifaId = await bed.rifa(10);
  const stream = read(own, rifaId);
  await stream.next();
  const events: unknown[] = [];
  void stream.next().then((event) => events.push(event.value));
  await vi.waitFor(async () => {
    await changeState(rifaId);
    expect(events).toEqual([{ kind: 'changed' }]);
  });
  await own.stop();
  await gone.end();
});

test('drops a page that disconnects, and ends the others when it stops', async () => {
  const own = createLiveDraws(bed.platform);
  const rifaId = await bed.rifa(10);
  const [leaving, staying] = [read(own, rifaId), read(own, rifaId)];
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
  const eventCount = count(read(live, rifaId));
  await expect.poll(eventCount).toBe(1);
  await bed.drawn(rifaId, freshExtraction());
  // End of sales, then draw.
  await expect.poll(eventCount).toBeGreaterThanOrEqual(3);
  const before = eventCount();
  await bed.pool.query(
    `insert into draws (rifa_id, version, seal_version, clause_step, result_ids, outcome, drawn_at)
     select rifa_id, version + 1, seal_version, clause_step, result_ids, outcome, drawn_at from draws where rifa_id = $1`,
    [rifaId],
  );
  await expect.poll(eventCount).toBe(before + 1);
});

test('limits the streams of one address', async () => {
  const own = createLiveDraws(bed.platform);
  const rifaId = await bed.rifa(10);
  const open = [];
  for (let stream = own.subscribe(rifaId, ADDRESS); stream; stream = own.subscribe(rifaId, ADDRESS))
    open.push(stream);
  const elsewhere = own.subscribe(rifaId, '203.0.113.9');
  expect(elsewhere).not.toBeNull();
  open[0]!.end();
  expect(own.subscribe(rifaId, ADDRESS)).not.toBeNull();
  await own.stop();
});

const read = (draws: LiveDraws, rifaId: string) => draws.subscribe(rifaId, ADDRESS)!.read();

/** Waits until the process listens for changes. */
async function listen(draws: LiveDraws): Promise<void> {
  const rifaId = await bed.rifa(10);
  const eventCount = count(read(draws, rifaId));
  await vi.waitFor(async () => {
    await changeState(rifaId);
    expect(eventCount()).toBeGreaterThan(2);
  });
}

function count(stream: Stream): () => number {
  let eventCount = 0;
  const read = async () => {
    while (!(await stream.next()).done) eventCount++;
  };
  void read();
  return () => eventCount;
}

async function changeState(rifaId: string): Promise<void> {
  await bed.pool.query(
    `update rifas set status = case status when 'active' then 'closed' else 'active' end where id = $1`,
    [rifaId],
  );
}
