import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoDrawDate, demoMidnight } from './demo-dates.ts';
import { demoPeople } from './demo-people.ts';
import { type DemoRifa, demoSoldCount } from './demo-rifa.ts';
import { demoRifas } from './demo-rifas.ts';
import { demoDraws } from './demo-winners.ts';

const soldSharesOf = (status: DemoRifa['status']) =>
  demoRifas.filter((rifa) => rifa.status === status).map((rifa) => rifa.soldShare);

function rifaById(id: string): DemoRifa {
  const rifa = demoRifas.find((each) => each.id === id);
  if (!rifa) throw new Error(`no demo rifa ${id}`);
  return rifa;
}

test('has an example of every rifa state', () => {
  expect(soldSharesOf('active')).toEqual(expect.arrayContaining([0, 0.35, 0.65, 0.85, 0.999]));
  expect(soldSharesOf('scheduled')).toEqual([0]);
  expect(soldSharesOf('closed')).toHaveLength(1);
  expect(soldSharesOf('completed')).toEqual([1, 1, 1, 1]);
  expect(soldSharesOf('cancelled')).toHaveLength(1);
  const totals = demoRifas.map((rifa) => rifa.totalNumbers);
  expect(totals).toEqual(expect.arrayContaining([100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]));
});

test('days begin at midnight in Maceió', () => {
  const lateEvening = new Date('2026-11-22T02:30:00Z');
  expect(demoMidnight(lateEvening, 0).toISOString()).toBe('2026-11-21T03:00:00.000Z');
  expect(demoMidnight(lateEvening, -2).toISOString()).toBe('2026-11-23T03:00:00.000Z');
});

test('ids are unique', () => {
  const ids = [...demoRifas, ...demoPeople].map((row) => row.id);
  expect(new Set(ids).size).toBe(ids.length);
  const emails = demoPeople.map((person) => person.email);
  expect(new Set(emails).size).toBe(emails.length);
  const phones = demoPeople.map((person) => person.phone);
  expect(new Set(phones).size).toBe(phones.length);
  for (const { phone, email } of demoPeople) {
    expect(phone).toMatch(/^\d{2}9\d{8}$/);
    expect(email).toMatch(/^[a-z.]+@exemplo\.com\.br$/);
  }
});

describe.each(demoRifas)('$slug', (rifa) => {
  test('can be sold and drawn', () => {
    expect(Number.isInteger(Math.log10(rifa.totalNumbers))).toBe(true);
    expect(demoSoldCount(rifa)).toBeCloseTo(rifa.totalNumbers * rifa.soldShare, 6);
    expect(rifa.priceInCentavos).toBeGreaterThanOrEqual(25);
    expect(rifa.priceInCentavos).toBeLessThanOrEqual(2500);
    expect(rifa.minPerOrder).toBeLessThanOrEqual(rifa.maxPerOrder);
    expect(rifa.prizes.map((prize) => prize.position)).toEqual(rifa.prizes.map((_, index) => index + 1));
  });

  const pictures = [rifa.slug, ...rifa.prizes.flatMap(({ picture }) => picture ?? [])];
  test.each(pictures)('has a small, self-contained picture with a description: %s', (name) => {
    const svg = readFileSync(new URL(`pictures/${name}.svg`, import.meta.url), 'utf8');
    expect(Buffer.byteLength(svg)).toBeLessThan(12_000);
    expect(svg).toContain('viewBox="0 0 800 600" role="img"');
    expect(svg).toMatch(/<title id="t">[^<]{20,}<\/title>/);
    expect(svg).not.toMatch(/<script|<text|<image|<style|href="(?!#)|url\((?!#)/);
  });
});

test('every prize that was won has a picture', () => {
  const shown = demoDraws.flatMap(({ rifaId }) => {
    const { slug, prizes } = rifaById(rifaId);
    return prizes.map(({ picture }) => picture ?? slug);
  });
  expect(new Set(shown).size).toBe(shown.length);
});

test('finished draws are past, and have a winner for every prize', () => {
  for (const { rifaId, winners } of demoDraws) {
    const rifa = rifaById(rifaId);
    expect(rifa.drawWeek).toBeLessThan(0);
    expect(winners).toHaveLength(rifa.prizes.length);
    for (const { personId } of winners) expect(demoPeople.some(({ id }) => id === personId)).toBe(true);
  }
});

test('draw dates are Wednesdays at 22:00 UTC; week 1 is days ahead and week 0 past', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (now) => {
        const next = demoDrawDate(now, 1);
        expect([next.getUTCDay(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([3, 22, 0]);
        expect(next.getTime()).toBeGreaterThan(now.getTime() + 2 * 86_400_000);
        expect(next.getTime()).toBeLessThanOrEqual(now.getTime() + 9 * 86_400_000);
        expect(demoDrawDate(now, 0).getTime()).toBeLessThanOrEqual(now.getTime());
      },
    ),
  );
});
