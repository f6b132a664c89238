import { expect, test } from 'vitest';
import type { ShownDraw } from '../../../draws/verifying/shown-draw.ts';
import { readSeal } from '../../../draws/sealing/draw-seal.ts';
import { faultsOf, honestFiles, honest } from '../files/honest-files.testing.ts';
import { isDrawRecord } from '../draw-record.ts';
import { verifyFiles } from '../files/verify-files.ts';
import { drawEntries } from '../verify.testing.ts';

const { record } = honest.draw;
const terms = readSeal(record.seal.text)!;
const { published, frozen } = drawEntries(honest.draw);

const shown: ShownDraw = {
  title: published.title,
  priceCentavos: published.priceCentavos,
  totalNumbers: terms.totalNumbers,
  regulationHash: null,
  contentHash: null,
  declared: null,
  rule: { version: terms.rule, fallback: terms.fallback, cotaWinsOnce: terms.cotaWinsOnce },
  list: {
    soldNumbers: terms.soldNumbers,
    excludedNumbers: 0,
    hash: terms.listHash,
    root: terms.merkleRoot,
    frozenAt: frozen.at,
  },
  seals: [
    {
      version: 1,
      hash: record.seal.hash,
      extraction: terms.extraction,
      extractionDate: terms.extractionDate,
      sealedAt: frozen.at,
    },
  ],
  draws: [{ version: 1, winners: record.winners, drawnAt: frozen.at }],
  results: [{ extraction: terms.extraction, source: 'official', confirmedAt: frozen.at }],
  steps: [],
  clauseSteps: [],
  instantPrizes: null,
};
const withShown = (more: Partial<ShownDraw>, log: typeof honest.evidence | null = honest.evidence) =>
  honestFiles({ log, record: { ...record, ...(log && { log }), shown: { ...shown, steps, ...more } } });

const { draw } = await verifyFiles(honestFiles());
const steps = draw!.outcome!.steps.map((step) => ({ number: null, ...step }));

test('verifies pages that show what seal and log contain', async () => {
  expect(await faultsOf(withShown({}))).toEqual(await faultsOf(honestFiles()));
});

test('compares pages with the seal also without a log', async () => {
  const without = withShown({ totalNumbers: 100 }, null);
  expect(await faultsOf(without)).toContain('arithmetic fails: SHOWN_DIFFERS');
});

test.each<[Partial<ShownDraw>, string]>([
  [{ priceCentavos: 50 }, 'Preço: publicado R$ 1,00, mostrado R$ 0,50.'],
  [
    { title: 'Carro' },
    'O título mostrado, “Carro”, não é o publicado, “Moto”, nem o de uma correção anunciada.',
  ],
  [{ seals: [] }, 'O lacre 1 está no registro, e a página não o mostra.'],
  [
    { results: [{ extraction: terms.extraction, source: 'typed', confirmedAt: frozen.at }] },
    'A fonte do resultado da loteria, ou a hora dele, não é a registrada.',
  ],
  [{ draws: [] }, 'A apuração 1 está no registro, e a página não a mostra.'],
])('names what differs: %o', async (more, sentence) => {
  const { findings } = await verifyFiles(withShown(more));
  const found = findings.find(({ reason }) => reason === 'SHOWN_DIFFERS');
  expect(found?.detail?.replaceAll('\u{A0}', ' ')).toBe(sentence);
});

test('rejects cotas premiadas that were never published', async () => {
  const instantPrizes = { seedCommitment: 'a'.repeat(64), beacon: null, commitments: null, prizes: [] };
  expect(await faultsOf(withShown({ instantPrizes }))).toContain('instant fails: SHOWN_DIFFERS');
});

test('rejects a record of another shape', () => {
  expect(isDrawRecord({ ...record, shown })).toBe(true);
  expect(isDrawRecord(record)).toBe(true);
  for (const malformed of [
    null,
    {},
    { ...shown, title: 1 },
    { ...shown, contentHash: 1 },
    { ...shown, rule: null },
    { ...shown, seals: [null] },
    { ...shown, draws: [{ version: 1, drawnAt: '' }] },
    { ...shown, instantPrizes: { prizes: [] } },
  ])
    expect(isDrawRecord({ ...record, shown: malformed })).toBe(false);
});
