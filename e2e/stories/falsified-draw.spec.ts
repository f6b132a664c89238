/** An operator with full access to the database replaces the winner of a drawn rifa. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { connectPool } from '@mare/database/connection/connect.ts';
import { sealHash } from '@mare/domain/draws/sealing/draw-seal.ts';
import { formatVerifierKey } from '@mare/domain/transparency/log/signed-note.ts';
import { openAs } from '../kit/people/people.ts';
import { copyLog, startWitness } from '../kit/draws/rewritten-log.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

/** A rifa that the demonstration has drawn. No concurrent test opens it. */
const RIFA = '5e000000-0000-4000-8000-000000000012';
const VERIFIER = join(import.meta.dirname, '../../web/verifier/cli.ts');
/** Exit codes of the verifier: all verified, or verified as far as the files allow. */
const HOLDS = [0, 3];
const FAILS = 1;
/** HTTP status codes of a witness. */
const COSIGNED = 200;
const CONTRADICTED = 422;

test('shows on the page, offline and in the log that a drawn rifa was falsified', async ({
  page,
  browser,
  request,
}, info) => {
  const genuine = await saveProof(request, info.outputPath('prova-antes.txt'));
  expect(HOLDS).toContain(verifyOffline(genuine));
  // The operator owns the database and can disable its triggers.
  const options = '-c session_replication_role=replica';
  const pool = connectPool({ url: process.env.E2E_DATABASE!, max: 1, options });
  const receipt = await saveReceipt(browser, pool, info.outputPath('meu.tlog-proof'));
  const offline = await saveFile(request, '/verificar/', info.outputPath('verificar.html'));
  const draw = await readDraw(pool);
  const terms = await readTerms(pool);
  try {
    const accomplice = await anotherBuyer(request, draw);
    await makeWinner(pool, accomplice, draw);
    await expect(async () => {
      await page.goto(`/resultado/${RIFA}`);
      await expect(page.getByText('Comparsa S.')).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await recompute(page);
    await expect(page.getByText('NÃO CONFERE.')).toBeVisible();
    await expect(page.getByText('Os ganhadores publicados não são os que a conta dá.')).toBeVisible();
    const { number } = draw.outcome.winners.find(({ position }) => position === 1)!;
    await expect(
      page.getByText(new RegExp(`1º prêmio: pela conta 0*${number}, publicado 0*${accomplice.number}\\.`)),
    ).toBeVisible();

    // The live page on a viewer's phone also shows the falsification.
    const watcher = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    await watcher.goto(`/resultado/${RIFA}/ao-vivo`);
    await expect(watcher.getByText('NÃO CONFERE.')).toBeVisible();
    await watcher.context().close();

    // The offline verifier rejects the falsified proof file and accepts the earlier copy.
    const falsified = await saveProof(request, info.outputPath('prova-depois.txt'));
    expect(verifyOffline(falsified)).toBe(FAILS);
    expect(HOLDS).toContain(verifyOffline(genuine));

    // A buyer who kept the receipt and the verifier's page sees the falsification offline.
    const buyer = await (await browser.newContext({ offline: true })).newPage();
    await buyer.goto(pathToFileURL(offline).href);
    await verifyOnPage(buyer, [genuine, receipt]);
    await expect(buyer.getByText('O que pôde ser conferido confere.')).toBeVisible();
    await expect(buyer.getByText('Todas as cotas do comprovante estão na lista')).toBeVisible();
    await verifyOnPage(buyer, [falsified, receipt]);
    await expect(buyer.getByText('NÃO CONFERE.')).toBeVisible();
    await expect(buyer.getByText('O registro tem outros ganhadores.')).toBeVisible();
    await buyer.context().close();

    // The operator changes only what the pages name, and leaves the stored outcome of the draw.
    await makeWinner(pool, draw.winner, draw);
    await nameWinner(pool, accomplice);
    const renamed = await saveProof(request, info.outputPath('prova-com-outro-nome.txt'));
    expect(verifyOffline(renamed)).toBe(FAILS);
    await page.goto(`/resultado/${RIFA}`);
    await recompute(page);
    await expect(page.getByText('NÃO CONFERE.')).toBeVisible();
    await expect(
      page.getByText(
        new RegExp(`1º prêmio: pela conta 0*${number}, publicado 0*${accomplice.number} e 0*${number}\\.`),
      ),
    ).toBeVisible();

    // The operator changes the price and the title on the pages, and leaves the draw as it was.
    await makeWinner(pool, draw.winner, draw);
    await writeTerms(pool, { title: 'Outra rifa', price: '999.00' });
    expect(verifyOffline(await saveProof(request, info.outputPath('prova-com-outro-preco.txt')))).toBe(FAILS);
    await page.goto(`/resultado/${RIFA}`);
    await recompute(page);
    await expect(page.getByText('NÃO CONFERE.')).toBeVisible();
    await expect(
      page.getByText(/As páginas mostram outra coisa .+ “Outra rifa”.+mostrado R\$\s999,00/),
    ).toBeVisible();
    await writeTerms(pool, terms);

    // The operator changes the rules in the seal to match the false winner. The log and a noted seal contradict it.
    await makeWinner(pool, draw.winner, draw);
    const text = draw.seal.text.replace('cota-ganha-uma-vez sim', 'cota-ganha-uma-vez nao');
    expect(text).not.toBe(draw.seal.text);
    await writeSeal(pool, { ...draw.seal, text, hash: sealHash(text) });
    const resealed = await saveProof(request, info.outputPath('prova-com-outro-lacre.txt'));
    expect(verifyOffline(resealed)).toBe(FAILS);
    expect(verifyOffline(resealed, '--lacre', draw.seal.hash)).toBe(FAILS);

    // The operator rewrites the log with its own key. The witness rejects it, because it cosigned the genuine log.
    await expectRejectedByWitness(pool, draw, info.outputPath('testemunha'));
  } finally {
    await makeWinner(pool, draw.winner, draw);
    await writeSeal(pool, draw.seal);
    await writeTerms(pool, terms);
    await pool.end();
  }
  await expect(async () => {
    await page.goto(`/resultado/${RIFA}`);
    await expect(page.getByText('Comparsa S.')).toBeHidden({ timeout: 3_000 });
  }).toPass();
  await recompute(page);
  await expect(page.getByText('O que pôde ser conferido confere.')).toBeVisible();

  // The page offers a proof that continues the buyer's receipt.
  await page.getByText('Tenho um comprovante guardado').click();
  await page.getByLabel('Seus comprovantes').setInputFiles([receipt, offline]);
  await expect(page.getByText('Não é um comprovante: verificar.html.')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Baixar a prova para 1 comprovante' }).click();
  const download = await downloading;
  expect(download.url()).toMatch(/\?desde=\d+$/);
  const continued = info.outputPath('prova-do-comprovante.txt');
  await download.saveAs(continued);
  expect(HOLDS).toContain(verifyOffline(continued, receipt));
  // This test sells nothing: the demonstration's rifas were paid without the sandbox.
  await expectStoryConsistent({ request, info, rifas: [], receipts: [receipt] });
});

interface StoredDraw {
  outcome: { winners: { position: number; number: number }[] };
  seal: { version: number; text: string; hash: string };
  winner: { number: number; tag: string | null; name: string };
}

async function readDraw(pool: pg.Pool): Promise<StoredDraw> {
  const draws = await pool.query<Pick<StoredDraw, 'outcome'>>(
    'select outcome from draws where rifa_id = $1 order by version desc limit 1',
    [RIFA],
  );
  const seals = await pool.query<StoredDraw['seal']>(
    'select version, text, hash from draw_seals where rifa_id = $1 order by version desc limit 1',
    [RIFA],
  );
  const winners = await pool.query<StoredDraw['winner']>(
    `select winner_number as number, tag, winner_name as name from rifa_winners
      where rifa_id = $1 and winner_position = 1`,
    [RIFA],
  );
  return { outcome: draws.rows[0]!.outcome, seal: seals.rows[0]!, winner: winners.rows[0]! };
}

async function makeWinner(pool: pg.Pool, accomplice: StoredDraw['winner'], draw: StoredDraw) {
  const winners = draw.outcome.winners.map((winner) =>
    winner.position === 1 ? { ...winner, number: accomplice.number } : winner,
  );
  await nameWinner(pool, accomplice);
  await pool.query('update draws set outcome = $2 where rifa_id = $1', [
    RIFA,
    JSON.stringify({ ...draw.outcome, winners }),
  ]);
}

async function nameWinner(pool: pg.Pool, { number, tag, name }: StoredDraw['winner']): Promise<void> {
  await pool.query(
    `update rifa_winners set winner_number = $2, tag = $3, winner_name = $4
      where rifa_id = $1 and winner_position = 1`,
    [RIFA, number, tag, name],
  );
}

async function readTerms(pool: pg.Pool): Promise<{ title: string; price: string }> {
  const { rows } = await pool.query<{ title: string; price: string }>(
    'select title, price from rifas where id = $1',
    [RIFA],
  );
  return rows[0]!;
}

async function writeTerms(pool: pg.Pool, { title, price }: { title: string; price: string }): Promise<void> {
  await pool.query('update rifas set title = $2, price = $3 where id = $1', [RIFA, title, price]);
}

async function writeSeal(pool: pg.Pool, { version, text, hash }: StoredDraw['seal']): Promise<void> {
  await pool.query('update draw_seals set text = $3, hash = $4 where rifa_id = $1 and version = $2', [
    RIFA,
    version,
    text,
    hash,
  ]);
}

/** @returns the holder of a cota of the published list that has not won */
async function anotherBuyer(request: APIRequestContext, draw: StoredDraw): Promise<StoredDraw['winner']> {
  const list = await (await request.get(`/sorteios/${RIFA}/lista.txt`)).text();
  const won = new Set(draw.outcome.winners.map(({ number }) => number));
  const lines = [...list.matchAll(/^(\d+) ([0-9a-f]{16})/gm)];
  const line = lines.find(([, number]) => !won.has(Number(number)))!;
  return { number: Number(line[1]), tag: line[2]!, name: 'Comparsa Silva' };
}

async function saveFile(request: APIRequestContext, url: string, path: string): Promise<string> {
  const response = await request.get(url);
  expect(response.ok()).toBe(true);
  writeFileSync(path, await response.body());
  return path;
}

const saveProof = (request: APIRequestContext, path: string) =>
  saveFile(request, `/sorteios/${RIFA}/prova.txt`, path);

/** Downloads the receipt of a demonstration buyer from the order page. */
async function saveReceipt(browser: Browser, pool: pg.Pool, path: string): Promise<string> {
  const orders = await pool.query<{ email: string; reference: string }>(
    `select u.email, o.external_reference as reference
       from orders o join order_receipts r on r.order_id = o.id join auth.users u on u.id = o.user_id
      where exists (select from order_items i where i.order_id = o.id and i.rifa_id = $1)`,
    [RIFA],
  );
  const { email, reference } = orders.rows[0]!;
  const buyer = await (await browser.newContext()).newPage();
  await openAs(buyer, email, `/pedido/${reference}`);
  const downloading = buyer.waitForEvent('download');
  await buyer.getByRole('button', { name: 'Baixar comprovante' }).click();
  await (await downloading).saveAs(path);
  await buyer.context().close();
  return path;
}

async function verifyOnPage(page: Page, files: string[]): Promise<void> {
  await page.getByLabel('Arquivos').setInputFiles(files);
  await page.getByRole('button', { name: 'Conferir' }).click();
}

async function expectRejectedByWitness(pool: pg.Pool, draw: StoredDraw, folder: string): Promise<void> {
  const log = await copyLog(pool);
  const rewritten = await copyLog(pool, (entry) =>
    entry.startsWith('mare-da-sorte/registro/1\ntipo lacre\n')
      ? entry.replace(draw.seal.hash, sealHash('Outras regras'))
      : entry,
  );
  const witness = await startWitness(folder, formatVerifierKey(log.signer.key));
  try {
    const signedSize = log.size - 1;
    expect(await witness.submit(log, 0, signedSize)).toBe(COSIGNED);
    expect(await witness.submit(rewritten, signedSize, log.size)).toBe(CONTRADICTED);
    expect(await witness.submit(log, signedSize, log.size)).toBe(COSIGNED);
  } finally {
    await witness.stop();
  }
}

/** Runs the offline verifier in a process without the URL of the site. @returns its exit code */
function verifyOffline(...parameters: string[]): number | null {
  return spawnSync(process.execPath, [VERIFIER, ...parameters]).status;
}

async function recompute(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
}
