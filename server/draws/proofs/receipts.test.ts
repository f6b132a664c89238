import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { openCheckpoint } from '@mare/domain/transparency/log/checkpoint.ts';
import { decodeEntry, encodeEntry, type LogEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { isIncluded, leafHash } from '@mare/domain/transparency/log/merkle-tree.ts';
import { parsePolicy } from '@mare/domain/transparency/witness/policy.ts';
import { parseProofFile } from '@mare/domain/transparency/receipts/proof-file.ts';
import { parseReceiptFile } from '@mare/domain/transparency/receipts/receipt-file.ts';
import { buyerSalt, receiptCommitment, receiptText } from '@mare/domain/transparency/receipts/receipt.ts';
import { line, request } from '../../orders/orders.testing.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { readConfig } from '../../platform/config/config.ts';
import { recordCounts } from '../../rifas/record-counts.job.ts';
import { type LogKey, openLogKey } from '../../transparency/keys/log-key.ts';
import { recordKey } from '../../transparency/tree/sign-tree.ts';
import { updateLog } from '../../transparency/tree/start-log.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { drawRifa } from '../draw-rifa.ts';
import { deliverPrize } from '../prizes/delivery/deliver-prize.ts';
import { call } from '@orpc/server';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { giftsRoutes } from '../../orders/gifts/gifts.routes.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { mailReceipt } from './mail-receipt.ts';
import { readOrderReceipt } from './read-receipt.ts';

const NONCE = '5a'.repeat(32);

let bed: DrawsTestbed;
let key: LogKey;
let dataDir: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  dataDir = mkdtempSync(join(tmpdir(), 'receipts-'));
  key = openLogKey(readConfig({ PORT: '4000', DATA_DIR: dataDir }), bed.platform.random)!;
});
afterAll(async () => {
  await bed.close();
  rmSync(dataDir, { recursive: true });
});

const signed = async () => {
  await recordKey(bed.platform, key);
  await updateLog(bed.platform, key);
};

async function buy(rifaId: string, numbers: number[], receiptNonce?: string) {
  const userId = await bed.buyer();
  const reserved = await bed.orderBatchWriter.reserve(
    request(userId, [line(rifaId, numbers.length, numbers)], {
      holdExpiresAt: new Date(bed.clock.now().getTime() + 900_000),
      customer: { name: 'Maria da Silva', cpf: '529.982.247-25', email: 'maria@exemplo.com.br' },
      receiptNonce,
    }),
  );
  if (!reserved.ok) throw new Error(reserved.code);
  const { id, externalReference } = reserved.order;
  const settle = () => bed.db.transaction().execute((trx) => settleOrder(trx, id, bed.clock.now()));
  await settle();
  return { orderId: id, userId, reference: externalReference, settle };
}

const receiptOf = ({ reference, userId }: { reference: string; userId: string }, part = 1) =>
  readOrderReceipt(bed.platform, { reference, userId, part });

/** Verifies a receipt file with only the log's key. @throws if it is not valid */
function verify(file: string) {
  const proof = parseProofFile(file)!;
  const opened = openCheckpoint(proof.checkpoint, [key.signer.key])!;
  const place = { ...opened.checkpoint, index: proof.index };
  const content = parseReceiptFile(new TextDecoder().decode(proof.extra!))!;
  const commitment = receiptCommitment(receiptText(content.receipt));
  const entry = leafHash(encodeEntry({ kind: 'receipt', commitment }));
  if (!isIncluded(entry, place, proof.path)) throw new Error('not in the log');
  for (const list of content.lists) {
    const frozen = leafHash(encodeEntry(list.frozen));
    if (!isIncluded(frozen, { ...place, index: list.index }, list.proof)) throw new Error('no such freeze');
    const root = Buffer.from(list.frozen.merkleRoot, 'hex');
    for (const { line: text, index, proof: path } of list.cotas)
      if (!isIncluded(leafHash(Buffer.from(text)), { index, size: list.frozen.soldNumbers, root }, path))
        throw new Error(`${text} is not on the list`);
  }
  return content;
}

async function entriesAbout(subjectId: string): Promise<LogEntry[]> {
  await signed();
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
  const order = await buy(rifaId, [42, 7], NONCE);
  expect(await receiptOf(order)).toMatchObject({ state: 'unsigned' });
  await signed();
  const receipt = await receiptOf(order);
  if (receipt?.state !== 'ready') throw new Error(receipt?.state);
  const { receipt: content, policy, lists } = verify(receipt.file);
  expect(content).toMatchObject({ orderId: order.orderId, rifas: [{ rifaId, numbers: [7, 42] }] });
  expect(lists).toEqual([]);
  expect(parsePolicy(policy!).logs.map(({ key: { id } }) => id)).toEqual([key.signer.key.id]);
  expect(receipt.identity).toBe(
    `mare-da-sorte/comprador/1\nnome Maria da Silva\ncpf 52998224725\nsal ${buyerSalt(NONCE)}\n`,
  );
  expect(content.buyer).toBe(sha256Hex(receipt.identity!));
  // Nothing in the log or in the file names the buyer.
  expect(receipt.file).not.toContain(buyerSalt(NONCE));
});

test('mails the file to the address of the order, and again once it contains more', async () => {
  const rifaId = await bed.rifa(100);
  const order = await buy(rifaId, [8], NONCE);
  const mail = () => mailReceipt(bed.platform, order);
  expect(await mail()).toEqual({ sentTo: null });
  expect(await mailReceipt(bed.platform, { ...order, userId: await bed.buyer() })).toBeNull();
  await signed();
  expect(await mail()).toEqual({ sentTo: 'm***@exemplo.com.br' });
  await mail();
  await bed.freeze(rifaId);
  await signed();
  await mail();
  const before = bed.mails.length;
  await deliverOutbox(bed.platform);
  const files = bed.mails
    .slice(before)
    .filter(({ subject }) => subject.includes('comprovante'))
    .flatMap(({ attachments = [] }) => attachments);
  expect(files.map(({ filename }) => filename)).toEqual(
    Array(2).fill(`comprovante-${order.reference}.tlog-proof`),
  );
  expect(files.map(({ content }) => verify(content).lists.length)).toEqual([0, 1]);
});

test('shows a receipt as pending until the log is signed again', async () => {
  await signed();
  const order = await buy(await bed.rifa(100), [1]);
  expect(await receiptOf(order)).toEqual({ state: 'waiting' });
  await signed();
  expect(await receiptOf(order)).toMatchObject({ state: 'ready', parts: 1, missing: [], exits: [] });
});

test('creates a nonce for an order without one', async () => {
  const rifaId = await bed.rifa(100);
  const [one, other] = [await buy(rifaId, [1]), await buy(rifaId, [2])];
  const nonces = await bed.db
    .selectFrom('orderReceipts')
    .select('nonce')
    .where('orderId', 'in', [one.orderId, other.orderId])
    .execute();
  expect(new Set(nonces.map(({ nonce }) => nonce!.toString('hex'))).size).toBe(2);
});

test('keeps one receipt of an order that is settled twice', async () => {
  const order = await buy(await bed.rifa(100), [1]);
  await order.settle();
  expect((await entriesAbout(order.orderId)).map(({ kind }) => kind)).toEqual(['receipt']);
});

test('shows a receipt only to its buyer', async () => {
  const order = await buy(await bed.rifa(100), [1]);
  await signed();
  expect(await receiptOf({ ...order, userId: await bed.buyer() })).toBeNull();
});

test('verifies against the frozen list, and accepts exactly the logged removals', async () => {
  const rifaId = await bed.rifa(100);
  const stays = await buy(rifaId, [3, 5, 8], NONCE);
  const leaves = await buy(rifaId, [10, 11]);
  await signed();
  const before = await receiptOf(stays);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, leaves.orderId, 'refunded'));
  await bed.freeze(rifaId);
  await signed();
  const after = await receiptOf(stays);
  if (before?.state !== 'ready' || after?.state !== 'ready') throw new Error('not ready');
  const { lists, receipt } = verify(after.file);
  expect(receipt).toEqual(verify(before.file).receipt);
  expect(lists[0]!.cotas.map(({ line: text }) => Number(text.split(' ')[0]))).toEqual([3, 5, 8]);
  expect(after).toMatchObject({ index: before.index, frozenRifas: [rifaId], missing: [], exits: [] });
  expect(await receiptOf(leaves)).toMatchObject({
    missing: [{ rifaId, totalNumbers: 100, numbers: [10, 11] }],
    exits: [{ reason: 'reembolso', rifaId: null, numbers: ['todas'] }],
  });
});

test('does not prove a returned number that another buyer has on the list', async () => {
  const rifaId = await bed.rifa(100);
  const leaves = await buy(rifaId, [40, 41]);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, leaves.orderId, 'refunded'));
  const stays = await buy(rifaId, [41]);
  await bed.freeze(rifaId);
  await signed();
  const [left, held] = [await receiptOf(leaves), await receiptOf(stays)];
  if (left?.state !== 'ready' || held?.state !== 'ready') throw new Error('not ready');
  expect(left.missing).toEqual([{ rifaId, totalNumbers: 100, numbers: [40, 41] }]);
  expect(verify(left.file).lists[0]!.cotas).toEqual([]);
  expect(verify(held.file).lists[0]!.cotas).toHaveLength(1);
});

test('proves a cota on the list for its buyer after it was given and the recipient merged', async () => {
  const rifaId = await bed.rifa(100);
  const order = await buy(rifaId, [50, 51]);
  const as = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
  const { reference } = await call(
    giftsRoutes.giveCotas,
    { externalReference: order.reference, rifaId, numbers: [51], recipientName: 'Nina', email: null },
    as(order.userId),
  );
  const [recipient, kept] = [await bed.buyer(), await bed.buyer()];
  await call(giftsRoutes.claimGift, { reference }, as(recipient));
  await bed.freeze(rifaId);
  await signed();
  const by = { userId: kept, ipAddress: null };
  const merge = { id: kept, formerId: recipient };
  expect(await mergePeople(bed.platform, by, merge, () => Promise.resolve())).toEqual({ ok: true });
  expect(await receiptOf(order)).toMatchObject({ missing: [] });
});

test('mails the receipt again to a corrected address', async () => {
  const order = await buy(await bed.rifa(100), [9]);
  await signed();
  const mail = () => mailReceipt(bed.platform, order);
  await mail();
  await bed.db
    .updateTable('orders')
    .set({ customer: { name: 'Maria da Silva', email: 'nova@exemplo.com.br' } })
    .where('id', '=', order.orderId)
    .execute();
  expect(await mail()).toEqual({ sentTo: 'n***@exemplo.com.br' });
  const before = bed.mails.length;
  await deliverOutbox(bed.platform);
  expect(
    bed.mails
      .slice(before)
      .filter(({ subject }) => subject.includes('comprovante'))
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['maria@exemplo.com.br', 'nova@exemplo.com.br']);
});

test('promises no place on a list in the mail of a refunded order', async () => {
  const order = await buy(await bed.rifa(100), [9]);
  await bed.db.transaction().execute((trx) => releaseOrder(trx, order.orderId, 'refunded'));
  await signed();
  await mailReceipt(bed.platform, order);
  const before = bed.mails.length;
  await deliverOutbox(bed.platform);
  const mail = bed.mails.slice(before).find(({ subject }) => subject.includes('comprovante'));
  expect(mail!.text).toContain('este pedido existiu');
  expect(mail!.text).not.toContain('estavam na lista');
});

test('detects a paid cota that the list omits without a logged removal', async () => {
  const rifaId = await bed.rifa(100);
  const cheated = await buy(rifaId, [21, 22]);
  await buy(rifaId, [30]);
  await signed();
  // The operator removes the order from the database before the freeze.
  await bed.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', cheated.orderId).execute();
  await bed.db.updateTable('rifaCounters').set({ sold: 0 }).where('rifaId', '=', rifaId).execute();
  await bed.db
    .updateTable('rifaCounters')
    .set({ sold: 1 })
    .where('rifaId', '=', rifaId)
    .where('stripe', '=', 0)
    .execute();
  await bed.freeze(rifaId);
  await signed();
  expect(await receiptOf(cheated)).toMatchObject({
    state: 'ready',
    missing: [{ rifaId, totalNumbers: 100, numbers: [21, 22] }],
    exits: [],
  });
});

test('logs each step of a draw in order', async () => {
  const extraction = freshExtraction();
  const rifaId = await bed.rifa(10, { prizes: 1 });
  await buy(rifaId, [1, 2, 3, 4]);
  await recordCounts(bed.platform);
  await recordCounts(bed.platform);
  await bed.drawn(rifaId, extraction);
  const [winner] = await bed.winners(rifaId);
  const delivery = { winnerId: winner!.id, userId: bed.admins[0], note: 'em mãos', proof: null };
  expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: true });
  // The lottery corrects its result.
  const corrected = PRIZES.with(0, '31972');
  await bed.confirmOfficially(corrected, extraction);
  await drawRifa(bed.platform, rifaId, withdrawVouchers);

  const about = await entriesAbout(rifaId);
  expect(about.map(({ kind }) => kind)).toEqual([
    'count',
    'count',
    'frozen',
    'sealed',
    'winners',
    'orderOpened',
    'delivered',
    'winners',
  ]);
  expect(about).toMatchObject([
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
