/** Another key signs the log; the witness does not know it yet. */
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareGrowth } from '@mare/domain/transparency/witness/seen-checkpoints.ts';
import { testContext } from '../../../platform/http/api.testing.ts';
import { openLogKey } from '../../../transparency/keys/log-key.ts';
import { createLogRoutes } from '../../../transparency/log.routes.ts';
import { type FormerKey, rotateLogKey } from '../../../transparency/keys/rotate-log-key.ts';
import { recordKey } from '../../../transparency/tree/sign-tree.ts';
import { updateLog } from '../../../transparency/tree/start-log.ts';
import { transparencyRoutes } from '../../../transparency/transparency.routes.ts';
import { readOrderReceipt } from './read-receipt.ts';
import { createWitnessedShop, type WitnessedShop } from '../witnessed-shop.testing.ts';

let shop: WitnessedShop;
beforeAll(async () => {
  shop = await createWitnessedShop();
});
afterAll(() => shop.close());

test('proofs, receipts and the policy name the key of the checkpoint that they come with', async () => {
  const { platform, bed } = shop;
  const { rifaId, order, receipt } = await shop.makeSealedRifa();
  const file = join(shop.folder, 'second-key');
  const former: FormerKey = { isLost: false, file: platform.config.logKeyFile };
  const rotation = { former, to: file, origin: null };
  expect(await rotateLogKey({ db: bed.db, random: platform.random }, rotation)).toMatchObject({ ok: true });
  const second = openLogKey({ ...platform.config, logKeyFile: file }, platform.random)!;
  expect(await recordKey(platform, second)).toBe('RECORDED');
  await updateLog(platform, second);

  const readPolicy = async () => (await createLogRoutes(platform).request('/log/policy')).text();
  const readGrowth = () =>
    createRouterClient(transparencyRoutes, { context: testContext(platform, null) }).growth({ from: 0 });
  const findFailures = async () => {
    const issued = await readOrderReceipt(platform, {
      reference: order.externalReference,
      userId: order.userId,
      part: 1,
    });
    if (issued?.state !== 'ready') throw new Error(issued?.state);
    const faults = [
      ...(await shop.verify(rifaId, receipt)).faults,
      ...(await shop.verify(rifaId, issued)).faults,
      ...(await shop.verify(rifaId, issued, await readPolicy())).faults,
    ];
    return faults.filter((fault) => fault.includes('fails'));
  };

  // The last checkpoint that the witness signed is served for five minutes, under the first key.
  expect(await findFailures()).toEqual([]);
  expect(compareGrowth([], await readGrowth(), bed.clock.now()).state).toBe('FIRST');

  bed.clock.advance(301);
  expect(await findFailures()).toEqual([]);
  expect(await readPolicy()).toContain(second.signer.key.id);
  expect(compareGrowth([], await readGrowth(), bed.clock.now()).state).toBe('FIRST');
});
