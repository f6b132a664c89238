/**
 * The lottery of the demonstration: draws every Wednesday and Saturday and responds like the official service.
 * Its prizes depend only on the number, so that every start of the demonstration has the same history.
 */
import { addDays, daysBetween } from '@mare/domain/draws/lottery/extraction.ts';
import { SIMULATED_SOURCE } from '@mare/domain/draws/lottery/simulated-source.ts';
import { DEFAULT_LOTTERY_HOURS, extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import type { Clock } from '../../platform/clock.ts';
import { type LotterySource, OFFICIAL_SOURCE } from './source.ts';

/** The last extraction of the shipped archive. */
const LAST_REAL = { number: 5929, date: '2024-12-28' };
const PRIZES = 5;
/** A result is published half an hour after the extraction. */
const PUBLISHED_AFTER_MS = 30 * 60_000;

export function simulatedLottery(clock: Clock): LotterySource {
  return {
    name: OFFICIAL_SOURCE,
    missingAtOnce: 1000,
    async readResponse(number) {
      const latest = latestPublished(clock.now());
      const extraction = number ?? latest;
      if (extraction > latest || extraction <= LAST_REAL.number) throw new Error('status 404');
      return { url: urlOf(extraction), body: responseBody(extraction) };
    },
  };
}

export interface SimulatedExtraction {
  number: number;
  /** ISO */
  date: string;
  /** First to fifth prize, five digits each. */
  prizes: readonly string[];
  /** URL under which the source responds. */
  url: string;
  body: string;
}

/** @param date ISO, a Wednesday or Saturday after the last extraction of the shipped archive */
export function simulatedExtractionOn(date: string): SimulatedExtraction {
  const number = LAST_REAL.number + drawDaysBetween(LAST_REAL.date, date);
  if (number <= LAST_REAL.number || dateOf(number) !== date) throw new Error(`no extraction on ${date}`);
  return { number, date, prizes: prizesOf(number), url: urlOf(number), body: responseBody(number) };
}

const urlOf = (number: number) => `${SIMULATED_SOURCE}loteria-federal/${number}`;

function latestPublished(now: Date): number {
  const today = brasiliaDate(now);
  const publishedAt = extractionTime(today, DEFAULT_LOTTERY_HOURS).getTime() + PUBLISHED_AFTER_MS;
  const date = now.getTime() < publishedAt ? addDays(today, -1) : today;
  return LAST_REAL.number + drawDaysBetween(LAST_REAL.date, date);
}

/** Wednesdays and Saturdays after the first date, up to the second; the first is a Saturday. */
function drawDaysBetween(from: string, to: string): number {
  const days = daysBetween(from, to);
  return Math.max(0, Math.floor(days / 7) * 2 + (days % 7 >= 4 ? 1 : 0));
}

function dateOf(number: number): string {
  const after = number - LAST_REAL.number;
  return addDays(LAST_REAL.date, Math.floor(after / 2) * 7 + (after % 2) * 4);
}

function responseBody(number: number): string {
  // Five digits behind a zero, as the official service pads them.
  const prizes = prizesOf(number).map((prize) => `0${prize}`);
  return JSON.stringify({
    tipoJogo: 'LOTERIA_FEDERAL',
    numero: number,
    dataApuracao: brazilianDate(dateOf(number)),
    listaDezenas: prizes,
    dezenasSorteadasOrdemSorteio: prizes,
    numeroConcursoProximo: number + 1,
    dataProximoConcurso: brazilianDate(dateOf(number + 1)),
  });
}

function prizesOf(number: number): string[] {
  return Array.from({ length: PRIZES }, (_, index) =>
    prizeOf(sha256Hex(`loteria de demonstração ${number} ${index + 1}`)),
  );
}

/** Five digits, never all zeros. */
function prizeOf(hash: string): string {
  return String((Number.parseInt(hash.slice(0, 8), 16) % 99_999) + 1).padStart(5, '0');
}

function brazilianDate(date: string): string {
  return date.split('-').toReversed().join('/');
}
