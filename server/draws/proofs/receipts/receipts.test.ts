import { afterAll, beforeAll, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { decodeEntry, type LogEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { parsePolicy } from '@mare/domain/transparency/witness/policy.ts';
import { buyerSalt } from '@mare/domain/transparency/receipts/receipt.ts';
import { releaseOrder } from '../../../orders/lifecycle/release-order.ts';
import { deliverOutbox } from '../../../mail/outbox/outbox.testing.ts';
import { withdrawVouchers } from '../../../partners/vouchers/withdraw-vouchers.ts';
import { recordCounts } from '../../../rifas/record-counts.job.ts';
import { freshExtraction, PRIZES } from '../../draws.testing.ts';
import { createReceiptsTestbed, type ReceiptsTestbed } from './receipts.testing.ts';
import { drawRifa } from '../../draw-rifa.ts';
import { deliverPrize } from '../../prizes/delivery/deliver-prize.ts';
import { mailReceipt } from './mail-receipt.ts';

const NONCE = '5a'.repeat(32);

let bed: ReceiptsTestbed;
beforeAll(async () => {
  bed = await createReceiptsTestbed();
});
afterAll(() => bed.close());

async function readEntries(subjectId: string): Promise<LogEntry[]> {
  await bed.signLog();
  const rows = await bed.db
    .selectFrom('logEntries')
    .select('body')
    .where('subjectId', '=', subjectId)
    .orderBy('leafIndex')
    .execute();
  return rows.map(({ body }) => decodeEntry(body)!);
}

test('gives the buyer a file that proves order, time, numbers and buyer', async () => {
  const rifaId = await bed.rifa(100);
  const order = await bed.buy(rifaId, [42, 7], NONCE);
  expect(await bed.readReceipt(order)).toMatchObject({ state: 'unsigned' });
  await bed.signLog();
  const receipt = await bed.readReceipt(order);
  if (receipt?.state !== 'ready') throw new Error(receipt?.state);
  const { receipt: content, policy, lists } = bed.verify(receipt.file);
  expect(content).toMatchObject({ orderId: order.orderId, rifas: [{ rifaId, numbers: [7, 42] }] });
  expect(lists).toEqual([]);
  expect(parsePolicy(policy!).logs.map(({ key: { id } }) => id)).toEqual([bed.key.signer.key.id]);
  expect(receipt.identity).toBe(
    `mare-da-sorte/comprador/1\nnome Maria da Silva\ncpf 52998224725\nsal ${buyerSalt(NONCE)}\n`,
  );
  expect(content.buyer).toBe(sha256Hex(receipt.identity!));
  // Nothing in the log or in the file names the buyer.
  expect(receipt.file).not.toContain(buyerSalt(NONCE));
});

test('mails the file to the address of the order, and again once it contains more', async () => {
  const rifaId = await bed.rifa(100);
  const order = await bed.buy(rifaId, [8], NONCE);
  const mailFile = () => mailReceipt(bed.platform, order);
  expect(await mailFile()).toEqual({ sentTo: null });
  expect(await mailReceipt(bed.platform, { ...order, userId: await bed.buyer() })).toBeNull();
  await bed.signLog();
  expect(await mailFile()).toEqual({ sentTo: 'm***@exemplo.com.br' });
  await mailFile();
  await bed.freeze(rifaId);
  await bed.signLog();
  await mailFile();
  const before = bed.mails.length;
  await deliverOutbox(bed.platform);
  const files = bed.mails
    .slice(before)
    .filter(({ subject }) => subject.includes('comprovante'))
    .flatMap(({ attachments = [] }) => attachments);
  expect(files.map(({ filename }) => filename)).toEqual(
    Array(2).fill(`comprovante-${order.reference}.tlog-proof`),
  );
  expect(files.map(({ content }) => bed.verify(content).lists.length)).toEqual([0, 1]);
});

test('shows a receipt as pending until the log is signed again', async () => {
  await bed.signLog();
  const order = await bed.buy(await bed.rifa(100), [1]);
  expect(await bed.readReceipt(order)).toEqual({ state: 'waiting' });
  await bed.signLog();
  expect(await bed.readReceipt(order)).toMatchObject({ state: 'ready', parts: 1, missing: [], exits: [] });
});

test('creates a nonce for an order without one', async () => {
  const rifaId = await bed.rifa(100);
  const [first, second] = [await bed.buy(rifaId, [1]), await bed.buy(rifaId, [2])];
  const nonces = await bed.db
    .selectFrom('orderReceipts')
    .select('nonce')
    .where('orderId', 'in', [first.orderId, second.orderId])
    .execute();
  expect(new Set(nonces.map(({ nonce }) => nonce!.toString('hex'))).size).toBe(2);
});

test('keeps one receipt of an order that is settled twice', async () => {
  const order = await bed.buy(await bed.rifa(100), [1]);
  await order.settle();
  expect((await readEntries(order.orderId)).map(({ kind }) => kind)).toEqual(['receipt']);
});

test('shows a receipt only to its buyer', async () => {
  const order = await bed.buy(await bed.rifa(100), [1]);
  await bed.signLog();
  expect(await bed.readReceipt({ ...order, userId: await bed.buyer() })).toBeNull();
});

test('verifies against the frozen list, and accepts exactly the logged removals', async () => {
  const rifaId = await bed.rifa(100);
  const kept = await bed.buy(rifaId, [3, 5, 8], NONCE);
  const refunded = await bed.buy(rifaId, [10, 11]);
  await bed.signLog();
  const before = await bed.readReceipt(kept);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, refunded.orderId, 'refunded'));
  await bed.freeze(rifaId);
  await bed.signLog();
  const after = await bed.readReceipt(kept);
  if (before?.state !== 'ready' || after?.state !== 'ready') throw new Error('not ready');
  const { lists, receipt } = bed.verify(after.file);
  expect(receipt).toEqual(bed.verify(before.file).receipt);
  expect(lists[0]!.cotas.map(({ line: text }) => Number(text.split(' ')[0]))).toEqual([3, 5, 8]);
  expect(after).toMatchObject({ index: before.index, frozenRifas: [rifaId], missing: [], exits: [] });
  expect(await bed.readReceipt(refunded)).toMatchObject({
    missing: [{ rifaId, totalNumbers: 100, numbers: [10, 11] }],
    exits: [{ reason: 'reembolso', rifaId: null, numbers: ['todas'] }],
  });
});

test('detects a paid cota that the list omits without a logged removal', async () => {
  const rifaId = await bed.rifa(100);
  const omitted = await bed.buy(rifaId, [21, 22]);
  await bed.buy(rifaId, [30]);
  await bed.signLog();
  // The operator removes the order from the database before the freeze.
  await bed.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', omitted.orderId).execute();
  await bed.db.updateTable('rifaCounters').set({ sold: 0 }).where('rifaId', '=', rifaId).execute();
  await bed.db
    .updateTable('rifaCounters')
    .set({ sold: 1 })
    .where('rifaId', '=', rifaId)
    .where('stripe', '=', 0)
    .execute();
  await bed.freeze(rifaId);
  await bed.signLog();
  expect(await bed.readReceipt(omitted)).toMatchObject({
    state: 'ready',
    missing: [{ rifaId, totalNumbers: 100, numbers: [21, 22] }],
    exits: [],
  });
});

test('logs each step of a draw in order', async () => {
  const extraction = freshExtraction();
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await bed.buy(rifaId, [1, 2, 3, 4]);
  await recordCounts(bed.platform);
  await recordCounts(bed.platform);
  await bed.runDraw(rifaId, extraction);
  const [winner] = await bed.winners(rifaId);
  const delivery = { winnerId: winner!.id, userId: bed.admins[0], note: 'em mãos', proof: null };
  expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: true });
  // The lottery corrects its result.
  const corrected = PRIZES.with(0, '31972');
  await bed.confirmOfficially(corrected, extraction);
  await drawRifa(bed.platform, rifaId, withdrawVouchers);

  const entries = await readEntries(rifaId);
  expect(entries.map(({ kind }) => kind)).toEqual([
    'count',
    'count',
    'frozen',
    'sealed',
    'winners',
    'orderOpened',
    'delivered',
    'winners',
  ]);
  expect(entries).toMatchObject([
    { soldNumbers: 4, soldManually: 0 },
    { soldNumbers: 4, soldManually: 0 },
    { soldNumbers: 4, totalNumbers: 10 },
    { version: 1, extraction },
    { version: 1, sealVersion: 1 },
    { kind: 'orderOpened' },
    { position: 1, number: winner!.winnerNumber },
    { version: 2 },
  ]);
  const results = await bed.db
    .selectFrom('logEntries')
    .select('body')
    .where('kind', 'in', ['result', 'correction'])
    .orderBy('leafIndex')
    .execute();
  const body = officialBody({ extraction, prizes: PRIZES }, bed.day);
  expect(results.map((row) => decodeEntry(row.body))).toMatchObject([
    { kind: 'result', extraction, source: 'official', bodyHash: sha256Hex(body), prizes: PRIZES },
    { kind: 'correction', extraction, version: 2 },
    { kind: 'result', extraction, prizes: corrected },
  ]);
});
