import { describe, expect, test } from 'vitest';
import { parseList } from '../../../draws/draws.testing.ts';
import { faultsOf, forged, honestFiles, honest } from './honest-files.testing.ts';
import { describeVerdict, describeWinners } from '../verdict/verdict.ts';
import { verifyFiles } from './verify-files.ts';
import { readReceiptFile } from '../verify-receipt.ts';
import { BEFORE, PRIZES } from '../verify.testing.ts';

const { record } = honest.draw;

describe('an honest draw', () => {
  test('verifies in every item except the external timestamps', async () => {
    expect(await verifyFiles(honestFiles({ prizes: PRIZES, notedSeal: record.seal.hash }))).toMatchObject({
      verdict: 'partial',
    });
    expect(await faultsOf(honestFiles())).toEqual(['timestamps open: NO_TIMESTAMPS']);
  });

  test('lists the keys that only the shop vouches for', async () => {
    expect(await faultsOf(honestFiles({ policy: null }))).toEqual(['timestamps open: NO_TIMESTAMPS']);
    expect(await faultsOf(honestFiles({ policy: null, receipts: [] }))).toEqual([
      'receipt open: NO_RECEIPT',
      'timestamps open: NO_TIMESTAMPS',
      'keys open: KEYS_OF_SHOP',
    ]);
  });

  test('needs no list for a receipt alone', async () => {
    expect(await faultsOf(honestFiles({ record: null, list: null, log: null }))).toEqual([
      'arithmetic open: DRAW_MISSING',
      'log open: NO_LOG',
    ]);
  });

  test('reports that a receipt of another rifa has no cotas of this draw', async () => {
    const receiptOfDraw = readReceiptFile(honest.receipt)!;
    const { receipt } = receiptOfDraw.content;
    const rifas = [{ rifaId: '5e000000-0000-4000-8000-000000000099', numbers: [101] }];
    const ofOtherRifa = {
      ...receiptOfDraw,
      content: { ...receiptOfDraw.content, receipt: { ...receipt, rifas } },
    };
    expect(await faultsOf(honestFiles({ receipts: [ofOtherRifa] }))).toEqual([
      'cotas open: RECEIPT_OF_ANOTHER',
      'timestamps open: NO_TIMESTAMPS',
    ]);
    expect(await faultsOf(honestFiles({ receipts: [ofOtherRifa, receiptOfDraw] }))).toEqual([
      'timestamps open: NO_TIMESTAMPS',
    ]);
  });

  test('reports whether the numbers of a receipt won', async () => {
    const own = readReceiptFile(honest.receipt)!;
    const verified = await verifyFiles(honestFiles());
    expect(verified.ownNumbers).toEqual(own.content.receipt.rifas[0]!.numbers);
    expect(describeWinners(verified).at(-1)).toBe('Nenhum deles está nos comprovantes que você juntou.');
    const winningNumber = record.winners[0]!.number!;
    expect(describeWinners({ ...verified, ownNumbers: [winningNumber] })[0]).toBe(
      `1º prêmio: número 0${winningNumber}. Está no seu comprovante: o prêmio é seu`,
    );
    // A receipt that the log does not hold proves nothing.
    const forgedReceipt = { ...own, commitment: 'e'.repeat(64) };
    for (const receipts of [[forgedReceipt], []])
      expect((await verifyFiles(honestFiles({ receipts }))).ownNumbers).toBeNull();
  });

  test('reports a missing list', async () => {
    expect(await faultsOf(honestFiles({ list: null }))).toEqual([
      'arithmetic open: LIST_MISSING',
      'list open: LIST_MISSING',
      'cotas open: LIST_MISSING',
      'timestamps open: NO_TIMESTAMPS',
    ]);
  });

  test('verifies only the arithmetic of a shop without a log', async () => {
    expect(await faultsOf({ record, list: honest.list, receipts: [], policy: null })).toEqual([
      'log open: NO_LOG',
      'receipt open: NO_RECEIPT',
    ]);
  });
});

describe('before the draw', () => {
  const undrawn = { ...record, results: [], winners: [] };
  /** @param entries how many of the draw's entries the log has, in the order of events: the first two are list and seal */
  const logWith = (entries: number) =>
    honest.log.evidence([...honest.indexes.slice(0, entries), honest.publication], {
      times: BEFORE,
      earlier: [{ size: honest.receiptSize }],
    });
  const sealed = { ...honestFiles(), record: { ...undrawn, log: logWith(2) } };

  test('verifies list, seal and receipts', async () => {
    const found = await verifyFiles(sealed);
    expect(await faultsOf(sealed)).toEqual([
      'arithmetic open: NOT_DRAWN',
      'official open: NOT_DRAWN',
      'timestamps open: NO_TIMESTAMPS',
    ]);
    expect(describeVerdict(found).title).toBe('A lista e o lacre conferem. O sorteio ainda não aconteceu.');
    expect(describeWinners(found)).toEqual([]);
  });

  test.each([
    ['another list', { list: parseList(forged.text) }, 'list fails: LIST_HASH'],
    ['another seal', { notedSeal: 'a'.repeat(64) }, 'arithmetic fails: NOTED_SEAL'],
    ['a withheld draw', { record: { ...undrawn, log: logWith(4) } }, 'entries fails: WINNERS_DIFFER'],
    [
      'a list missing from the log',
      { record: { ...undrawn, log: honest.log.evidence([honest.publication]) } },
      'entries fails: FREEZE_NOT_LOGGED',
    ],
  ])('catches %s', async (_, files, fault) => {
    expect(await faultsOf({ ...sealed, ...files })).toContain(fault);
  });

  test('ignores typed prizes before the draw', async () => {
    expect(await faultsOf({ ...sealed, prizes: PRIZES })).toEqual(await faultsOf(sealed));
  });
});
