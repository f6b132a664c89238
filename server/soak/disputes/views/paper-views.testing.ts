/**
 * Compares the papers of an order with its payment: the receipt file, the proof PDF and the receipt image. What must be
 * true:
 *
 * - Every order that was ever paid keeps its receipt file, which verifies with the log's key alone and is contradicted
 *   by nothing. A number of the receipt that the order no longer holds has left it in the public log. The numbers it
 *   names as missing are those that no frozen list has under a tag of the buyer or of a recipient.
 * - The PDF says that the payment is disputed while it is, and that the money went back once it did, never while it is
 *   still to be sent. It has the cotas that are still the buyer's, and says which of them are being refunded.
 * - The image exists while the order is paid. It has the buyer's cotas that take part in the draw, with the reason if
 *   they take part in none now, and never those of another person.
 */
import { buffer } from 'node:stream/consumers';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { readProofs } from '../../../draws/proofs/read-proofs.ts';
import { readOrderReceipt } from '../../../draws/proofs/receipts/read-receipt.ts';
import { drawProofPdf } from '../../../draws/proofs/proof-pdf.ts';
import { readReceipt } from '../../../draws/proofs/receipts/receipt-image.ts';
import { selectNumbersGoingBack } from '../../../orders/returns/numbers-going-back.ts';
import { pdfText } from '../../../platform/documents/pdf-text.testing.ts';
import { readShopBrand } from '../../../settings/read-shop-identity.ts';
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';
import { differences } from './differences.testing.ts';
import { readListedNumbers } from './holder-views.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

export async function findFaultsOfPapers(
  shop: DisputeShop,
  history: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const faults: string[] = [];
  const checked = checkedFacts.get(history) ?? new Map<string, string>();
  checkedFacts.set(history, checked);
  for (const [index, truth] of truths.entries()) {
    const paper = await readPaper(shop, history, truth);
    const facts = JSON.stringify({ truth, paper: paper.map(({ listed, ...rifa }) => [rifa, listed?.size]) });
    if (checked.get(truth.id) === facts) continue;
    checked.set(truth.id, facts);
    await shop.signLog();
    const ordersFaults = [
      ...(await findFaultsOfReceipt(shop, truth, paper)),
      ...(await findFaultsOfPdf(shop, truth, paper)),
      ...(await findFaultsOfImage(shop, truth, paper)),
    ];
    faults.push(...ordersFaults.map((fault) => `order ${index}: ${fault}`));
  }
  return faults;
}

/** The facts with which the papers of each order were read last: papers are slow, so only changed orders are read. */
const checkedFacts = new WeakMap<DisputeHistory, Map<string, string>>();

type Paper = Awaited<ReturnType<typeof readPaper>>;

/** For each rifa of the order: its numbers, whose they are, and what a frozen list says of them. */
async function readPaper(shop: DisputeShop, { gifts }: DisputeHistory, truth: OrderTruth) {
  const goingBack = await selectNumbersGoingBack(shop.db, truth.id);
  const people = [truth.userId, ...gifts.map(({ recipientId }) => recipientId)];
  const rifas = [];
  for (const { rifaId, rifaStatus, numbers } of truth.lines) {
    const given = truth.gifts.filter((gift) => gift.rifaId === rifaId && gift.endedAt === null);
    const own = numbers.filter((number) => !given.some((gift) => gift.number === number));
    const listed = await readListedNumbers(shop, rifaId, people);
    rifas.push({
      rifaId,
      rifaStatus,
      own: own.toSorted((one, other) => one - other),
      goingBack: truth.status === 'paid' ? own.filter((number) => goingBack.get(rifaId)?.has(number)) : [],
      /** Null before the freeze. */
      listed: listed && new Set([...listed.values()].flatMap((ofPerson) => [...ofPerson])),
      listedAsOwn: listed && (listed.get(truth.userId) ?? new Set<number>()),
    });
  }
  return rifas;
}

async function findFaultsOfReceipt(shop: DisputeShop, truth: OrderTruth, paper: Paper): Promise<string[]> {
  const { reference, userId } = truth;
  const receipt = await readOrderReceipt(shop.platform, { reference, userId, part: 1 });
  if (receipt?.state !== 'ready') return [`the receipt is ${receipt?.state}`];
  const faults = receipt.contradiction ? [`the receipt is contradicted: ${receipt.contradiction}`] : [];
  const { receipt: file } = shop.verifyReceipt(receipt.file);
  for (const { rifaId, numbers } of file.rifas) {
    const held =
      truth.status === 'paid' ? (truth.lines.find((each) => each.rifaId === rifaId)?.numbers ?? []) : [];
    const left = numbers.filter((number) => !held.includes(number));
    const exits = receipt.exits.filter((exit) => exit.rifaId === rifaId || exit.numbers[0] === 'todas');
    for (const number of left)
      if (!exits.some((exit) => exit.numbers[0] === 'todas' || exit.numbers.includes(String(number))))
        faults.push(`${number} left the order, which the log does not say`);
    const listed = paper.find((each) => each.rifaId === rifaId)?.listed;
    if (!listed) continue;
    const missing = receipt.missing.find((each) => each.rifaId === rifaId)?.numbers ?? [];
    faults.push(
      ...differences('receipt', { missing: numbers.filter((number) => !listed.has(number)) }, { missing }),
    );
  }
  return faults;
}

async function findFaultsOfPdf(
  { db, platform }: DisputeShop,
  truth: OrderTruth,
  paper: Paper,
): Promise<string[]> {
  const proofs = (await readProofs(db, truth.reference, { from: 0, to: 50 }))!;
  const shop = await readShopBrand(platform);
  const pdf = await buffer(
    drawProofPdf(proofs, truth.reference, { url: 'https://mare.example', shop, receipt: null }),
  );
  const text = pdfText(pdf).replaceAll('\n', ' ');
  const isPaid = truth.status === 'paid';
  const faults: string[] = [];
  const expectSentence = (sentence: string, isTrue: boolean) => {
    if (text.includes(sentence) !== isTrue)
      faults.push(`the PDF ${isTrue ? 'does not say' : 'says'}: ${sentence}`);
  };
  expectSentence('Pagamento em contestação no banco.', isPaid && truth.isDisputed);
  const isBack = truth.cashOwedCentavos === 0 && !truth.isGoingBack;
  expectSentence(
    'O valor voltou para quem pagou.',
    !isPaid && isBack && (truth.isLost || truth.isRefunded || truth.isDisputed),
  );
  expectSentence(
    'O valor está voltando para quem pagou.',
    !isPaid && truth.cashOwedCentavos === 0 && truth.isGoingBack,
  );
  expectSentence('Falta devolver', !isPaid && truth.cashOwedCentavos > 0);
  expectSentence(
    'está em andamento',
    paper.some(({ goingBack }) => goingBack.length > 0),
  );
  for (const { rifaId, own, listedAsOwn, goingBack } of paper) {
    const rifa = proofs.rifas.find((each) => each.rifaId === rifaId)!;
    faults.push(
      ...differences(
        'PDF',
        { numbers: own, goingBack: goingBack.toSorted((one, other) => one - other) },
        { numbers: proofs.numbers.get(rifaId), goingBack: proofs.goingBack.get(rifaId) },
      ),
    );
    const proved = rifa.cotas.map(({ number }) => number);
    const expected = listedAsOwn ? own.filter((number) => listedAsOwn.has(number)) : [];
    faults.push(...differences('PDF', { proved: expected }, { proved }));
    for (const number of own)
      if (!text.includes(formatNumber(number, rifa.totalNumbers))) faults.push(`the PDF lacks ${number}`);
  }
  return faults;
}

async function findFaultsOfImage({ db }: DisputeShop, truth: OrderTruth, paper: Paper): Promise<string[]> {
  const image = await readReceipt(db, truth.reference);
  if (truth.status !== 'paid') return image ? ['the image of an order that is not paid'] : [];
  if (!image) return ['no image of a paid order'];
  const expected = paper.flatMap(({ rifaStatus, own, goingBack, listed }) => {
    const inList = listed ? own.filter((number) => listed.has(number)) : own;
    const staying = inList.filter((number) => !goingBack.includes(number));
    const numbers = staying.length > 0 ? staying : inList;
    if (numbers.length === 0) return [];
    const isLeftOut = truth.isDisputed && !listed;
    const reason = isLeftOut ? 'contestação' : staying.length === 0 ? 'Devolução' : null;
    return [{ numbers, reason: rifaStatus === 'cancelled' ? 'cancelada' : reason }];
  });
  const found = image.rifas.map(({ numbers, note }) => ({
    numbers,
    reason: ['contestação', 'Devolução', 'cancelada'].find((reason) => note?.includes(reason)) ?? note,
  }));
  return differences('image', { rifas: expected }, { rifas: found });
}
