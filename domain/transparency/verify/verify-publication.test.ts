import { describe, expect, test } from 'vitest';
import { faultsOf, honestFiles, honest } from './files/honest-files.testing.ts';
import { verifyFiles } from './files/verify-files.ts';
import { AFTER, BEFORE, drawEntries, makeWitnessedDraw, type TestLog } from './verify.testing.ts';

describe('the publication', () => {
  const published = drawEntries(honest.draw).published;
  /** The honest draw, in a log with these entries about its rifa. */
  const inLog = (...about: Parameters<TestLog['add']>[0][]) => {
    const { log, indexes } = makeWitnessedDraw();
    const more = about.map((entry) => log.add(entry));
    const earlier = [{ size: honest.receiptSize }, { size: honest.sealedSize, times: BEFORE }];
    return faultsOf(honestFiles({ log: log.evidence([...indexes, ...more], { times: AFTER, earlier }) }));
  };
  const stamps = 'timestamps open: NO_TIMESTAMPS';

  test('matches the sealed terms', async () => {
    expect(await inLog(published)).toEqual([stamps]);
  });

  test('missing from the proof leaves the entries unverified', async () => {
    expect(await inLog()).toEqual(['entries open: PUBLICATION_NOT_LOGGED', stamps]);
    const rifaId = '5e000000-0000-4000-8000-000000000009';
    expect(await inLog({ ...published, rifaId })).toEqual(['entries open: PUBLICATION_NOT_LOGGED', stamps]);
  });

  test.each([
    { totalNumbers: 10_000 },
    { rule: 'federal-0' },
    { fallback: 'next_extraction' },
    { cotaWinsOnce: !published.cotaWinsOnce },
    { prizes: ['1 Moto'] },
    { prizes: [...published.prizes, '9 Carro'] },
  ])('detects sealed terms that were not published: %o', async (change) => {
    expect(await inLog({ ...published, ...change })).toContain('entries fails: PUBLICATION_DIFFERS');
    // A second publication does not repair the first.
    expect(await inLog({ ...published, ...change }, published)).toContain(
      'entries fails: PUBLICATION_DIFFERS',
    );
  });

  test('detects prizes that are named otherwise than published', async () => {
    const named = (...names: string[]) => {
      const prizes = names.map((name, index) => ({ position: index + 1, name }));
      return honestFiles({ record: { ...honest.draw.record, log: honest.evidence, prizes } });
    };
    const prizes = ['Prêmio', ' Prêmio\t', 'Prêmio'];
    expect(await faultsOf(named(...prizes))).toEqual(await faultsOf(honestFiles()));
    for (const [others, detail] of [
      [['Prêmio', 'Prêmio menor', 'Prêmio'], '2º prêmio: publicado “Prêmio”, mostrado “Prêmio menor”.'],
      [prizes.slice(1), '3º prêmio: publicado “Prêmio”, mostrado nenhum.'],
    ] as const) {
      const { findings } = await verifyFiles(named(...others));
      expect(findings).toContainEqual({ item: 'entries', state: 'fails', reason: 'PRIZES_DIFFER', detail });
    }
  });

  test('leaves the official response open that a typed result got without an entry', async () => {
    const { result } = drawEntries(honest.draw);
    const typed = { ...result, source: 'typed', bodyHash: null } as typeof result;
    expect(await inLog(published, typed)).toEqual(['official open: OFFICIAL_NOT_LOGGED', stamps]);
    const other = { ...result, source: 'typed', bodyHash: 'a'.repeat(64) } as typeof result;
    expect(await inLog(published, other)).toContain('entries fails: RESULT_DIFFERS');
  });

  test('detects the draw of a cancelled rifa', async () => {
    const cancelled = { kind: 'cancelled', at: published.at, rifaId: published.rifaId, reason: 'x' } as const;
    expect(await inLog(published, cancelled)).toContain('entries fails: CANCELLED');
  });
});
