/** What buyers see on the page of a draw after another key signs the public log. */
import { expect } from '@playwright/test';
import { connectPool } from '@mare/database/connection/connect.ts';
import { logSigner } from '@mare/domain/transparency/transparency.testing.ts';
import type { LogEvidence } from '@mare/domain/transparency/verify/evidence.ts';
import { copyLog } from '../kit/draws/rewritten-log.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { test } from '../kit/test.ts';

/** A rifa that the demonstration has drawn. */
const RIFA = '5e000000-0000-4000-8000-000000000013';
const LOG_URL = `/sorteios/${RIFA}/registro.json`;

for (const { name, isEndorsed } of [
  { name: 'says nothing of a key that the former one endorsed', isEndorsed: true },
  { name: 'warns of a key that the former one did not endorse', isEndorsed: false },
])
  test(name, async ({ page, request }) => {
    const published = (await (await request.get(LOG_URL)).json()) as LogEvidence;
    const pool = connectPool({ url: process.env.E2E_DATABASE!, max: 1 });
    const log = await copyLog(pool);
    await pool.end();
    const next = logSigner(log.signer.key.name, 2);
    const change = isEndorsed ? log.rotate(next) : log.claimRotation(next);
    const indexes = [...published.entries.map(({ index }) => index), change];
    const earlier = published.earlier.map((tree) => ({
      ...tree,
      consistency: log.consistency(tree.size, log.size),
    }));
    const evidence = { ...log.evidence(indexes), policy: published.policy, earlier };
    await page.route(`**${LOG_URL}`, (route) => route.fulfill({ json: evidence }));

    await page.goto(`/resultado/${RIFA}`);
    await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
    await expect(page.getByText('O que pôde ser conferido confere.')).toBeVisible();
    await expect(page.getByText('NÃO CONFERE.')).toHaveCount(0);
    await expect(page.getByText('a troca de chave não foi assinada pela chave anterior')).toHaveCount(
      isEndorsed ? 0 : 2,
    );
    await expectPageChecks(page);
  });
