import { DRAWABLE_TOTALS, findDrawRule } from '@mare/domain/draws/draw-rules.ts';
import { expect, test } from 'vitest';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import {
  decidingExtractionLabel,
  describeGroup,
  describeRule,
  describeStep,
  originSentence,
  overdueSentence,
} from './draw-labels.ts';
import { stageOf } from './draw-stage.ts';

test('names the extraction that decided, also if the clause replaced it', () => {
  const rifa = { drawExtraction: 6134, drawDate: '2026-12-16T22:00:00.000Z' };
  const drawnBy = (extraction: number) =>
    [{ results: [{ extraction, date: '2026-12-16' }] }] as unknown as DrawAudit['draws'];
  const label = (draws: DrawAudit['draws'], clauseSteps: DrawAudit['clauseSteps'] = []) =>
    decidingExtractionLabel({ rifa, draws, clauseSteps });
  expect(label([])).toBe('extração 6134, quarta 16/12/2026 às 19h');
  expect(label(drawnBy(6134))).toBe('extração 6134, quarta 16/12/2026 às 19h');
  expect(label(drawnBy(6135))).toBe('extração 6135, de 16/12/2026');
  const skipped = { reason: 'NUMBER_SKIPPED', extraction: 6135, appliedAt: rifa.drawDate } as const;
  expect(label([], [skipped])).toBe('extração 6135');
});

test('says that the draw is today only on its day, and explains a moved extraction', () => {
  const sentenceOn = (day: string, clauseSteps: DrawAudit['clauseSteps'] = []) =>
    overdueSentence(
      {
        rifa: { drawDate: '2026-12-16T22:00:00.000Z' },
        seals: [{ extraction: 6134 }] as unknown as DrawAudit['seals'],
        clauseSteps,
      },
      new Date(`${day}T23:30:00-03:00`),
    );
  expect(sentenceOn('2026-12-16')).toMatch(/^É hoje! A extração já deve ter acontecido/);
  expect(sentenceOn('2026-12-17')).toMatch(/^A extração já deve ter acontecido/);
  const moved = { reason: 'MOVED_LATER', extraction: null, appliedAt: '2026-12-17T12:00:00.000Z' } as const;
  expect(sentenceOn('2026-12-17', [moved])).toContain('ainda não realizou a extração 6134');
});

test('does not describe paused sales as open', () => {
  const stage = (isPaused: boolean) =>
    stageOf({
      rifa: { status: 'active', isPaused },
      list: null,
      seals: [],
      draws: [],
    } as unknown as DrawAudit);
  expect(stage(false).sentence).toContain('As vendas estão abertas');
  expect(stage(true)).toMatchObject({ label: 'Vendas pausadas', tone: 'warning' });
});

test('shows when and why a corrected draw was repeated', () => {
  const drawnBy = (isReplaced: boolean) => ({
    drawnAt: '2026-12-17T13:00:00.000Z',
    results: [{ source: 'typed', isReplaced, officialAwaitedUntil: null }],
  });
  const official = {
    drawnAt: '2026-12-18T13:00:00.000Z',
    results: [{ source: 'official', isReplaced: false }],
  };
  const stage = (draws: object[]) =>
    stageOf({ rifa: { status: 'completed' }, list: {}, seals: [{}], draws } as unknown as DrawAudit);
  expect(stage([drawnBy(true)]).label).toBe('Reaberta');
  expect(stage([drawnBy(true), official])).toMatchObject({
    label: 'Sorteio corrigido',
    sentence: expect.stringContaining(
      'refeito em 18/12/2026, 10:00: o resultado digitado era outro, e o da fonte oficial é que vale.',
    ) as string,
  });
  expect(stage([official]).label).toBe('Sorteada');
});

test('shows how long a typed result waited for the official source', () => {
  const typed = { source: 'typed', sourceUrl: null, enteredAt: '2026-12-17T13:00:00.000Z' } as const;
  const typedByTwo = (officialAwaitedUntil: string | null) =>
    originSentence({ ...typed, people: 2, officialAwaitedUntil });
  expect(typedByTwo('2026-12-18T22:00:00.000Z')).toBe(
    'Digitado por uma pessoa em 17/12/2026, 10:00 e conferido por outra, porque nenhuma fonte publicou até 18/12/2026, 19:00, dois dias depois da extração.',
  );
  expect(typedByTwo(null)).toBe(
    'Digitado por uma pessoa em 17/12/2026, 10:00 e conferido por outra, sem a espera de dois dias pela fonte oficial.',
  );
  expect(originSentence({ ...typed, people: 1, officialAwaitedUntil: null })).toContain(
    'ao menos um dia, sem',
  );
});

test.each([
  [10, 'a unidade do 1º prêmio da Loteria Federal'],
  [100, 'os 2 últimos algarismos do 1º prêmio da Loteria Federal'],
  [10_000, 'a unidade do 1º, 2º, 3º e 4º prêmios da Loteria Federal'],
  [
    1_000_000,
    'os 3 últimos algarismos do 1º prêmio e os 3 últimos algarismos do 2º prêmio da Loteria Federal',
  ],
  [
    10_000_000,
    'os 3 últimos algarismos do 1º prêmio, os 3 últimos algarismos do 2º prêmio e a unidade do 3º prêmio da Loteria Federal',
  ],
])('describes the first prize of %i numbers', (total, description) => {
  expect(describeGroup(findDrawRule('federal-1', total)!.groups[0]!)).toBe(description);
});

test('describes every digit group of every rule', () => {
  for (const total of DRAWABLE_TOTALS)
    for (const group of findDrawRule('federal-1', total)!.groups)
      expect(describeGroup(group)).not.toContain('undefined');
  expect(describeRule('federal-1', 1000)).toContain('Se der 000, vale o número 1000.');
  expect(describeRule('federal-1', 300)).toBe('Esta rifa não tem uma regra de sorteio.');
});

test('describes the digits and the verdict of a step', () => {
  const digits = [
    { prize: 2, place: 1, digit: 0 },
    { prize: 2, place: 0, digit: 7 },
  ];
  expect(
    describeStep(
      { kind: 'digits', position: 2, extraction: 5929, digits, number: 7, verdict: 'unsold' },
      100,
    ),
  ).toBe(
    'Os 2 últimos algarismos do 2º prêmio da Loteria Federal, extração 5929: 07, número 0007. Não estava na lista: segue para os próximos algarismos.',
  );
});
