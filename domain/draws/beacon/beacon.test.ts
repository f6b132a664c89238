import { expect, test } from 'vitest';
import { chainHash, DEMO_BEACON, findChain, QUICKNET, roundFrom, timeOfRound } from './beacon-chain.ts';
import { demoPublicKey, signDemoRound } from './demo-beacon.ts';
import { isRound } from './verify-round.ts';

/** From the public network. */
const ROUND_1000 =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const ROUND_123 =
  'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92';

test('derives the published hash of the public chain', () => {
  const hash = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
  expect(chainHash(QUICKNET)).toBe(hash);
  expect(findChain(hash)).toBe(QUICKNET);
  expect(findChain('0'.repeat(64))).toBeNull();
});

test('accepts a signature of the public chain only for its own round', () => {
  expect(isRound(QUICKNET, 123, ROUND_123)).toBe(true);
  expect(isRound(QUICKNET, 1000, ROUND_1000)).toBe(true);
  expect(isRound(QUICKNET, 1001, ROUND_1000)).toBe(false);
  expect(isRound(DEMO_BEACON, 1000, ROUND_1000)).toBe(false);
  for (const wrong of [
    '',
    'ff'.repeat(48),
    ROUND_1000.toUpperCase(),
    `${ROUND_1000}00`,
    'c0'.padEnd(96, '0'),
  ])
    expect(isRound(QUICKNET, 1000, wrong)).toBe(false);
});

test("the demonstration's rounds verify under its key", () => {
  expect(demoPublicKey()).toBe(DEMO_BEACON.publicKey);
  expect(isRound(DEMO_BEACON, 7, signDemoRound(7))).toBe(true);
  expect(isRound(DEMO_BEACON, 8, signDemoRound(7))).toBe(false);
});

test('returns no round before the given time', () => {
  const time = new Date('2026-11-22T12:00:01Z');
  const round = roundFrom(QUICKNET, time);
  expect(timeOfRound(QUICKNET, round).getTime()).toBeGreaterThanOrEqual(time.getTime());
  expect(timeOfRound(QUICKNET, round - 1).getTime()).toBeLessThan(time.getTime());
  expect(timeOfRound(QUICKNET, 1)).toEqual(new Date('2023-08-23T15:09:27Z'));
});
