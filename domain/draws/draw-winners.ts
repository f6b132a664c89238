/** Computes winners from the sealed terms, the lottery results and the list of sold numbers; records every step. */
import { type DigitGroup, findDrawRule, numberOfDigits, readDigits } from './draw-rules.ts';
import type { DrawTerms } from './sealing/draw-seal.ts';
import { sha256Hex } from './sealing/sha256.ts';
import type { SoldNumbers } from './sealing/sold-list.ts';

export interface LotteryResult {
  extraction: number;
  /** First to fifth prize, digits as printed. */
  prizes: readonly string[];
}

/** One attempt to award a prize, in order of evaluation. */
export type DrawStep =
  | {
      kind: 'digits';
      position: number;
      extraction: number;
      digits: { prize: number; place: number; digit: number }[];
      number: number;
      verdict: 'won' | 'unsold' | 'already_won';
    }
  | {
      /** No digit group hit an eligible cota: a fair random draw among the eligible cotas. */
      kind: 'lot';
      position: number;
      extraction: number;
      /** 1-based. A further round follows only when rejection sampling discards the hash. */
      round: number;
      hash: string;
      /** Number of eligible cotas; `place` is the winner's 1-based index among them, ascending. */
      candidates: number;
      place: number;
      number: number;
      verdict: 'won';
    }
  /** There are more prizes than eligible cotas. */
  | { kind: 'nobody_left'; position: number; verdict: 'none' };

export interface DrawOutcome {
  steps: DrawStep[];
  /** One entry per decided position; `number` is null when no cota is eligible. */
  winners: { position: number; number: number | null }[];
  /** Number of the extraction that decides the open positions; null when the draw is complete. */
  awaits: number | null;
}

/**
 * @param results of consecutive extractions, the sealed one first
 * @throws when the terms name no fair rule for the total
 */
export function drawWinners(
  terms: DrawTerms,
  results: readonly LotteryResult[],
  sold: SoldNumbers,
): DrawOutcome {
  const rule = findDrawRule(terms.rule, terms.totalNumbers);
  if (!rule) throw new Error(`no rule ${terms.rule} for ${terms.totalNumbers} numbers`);
  const draw = new Draw(terms, rule.groups, sold);
  for (const result of results) draw.use(result);
  return draw.outcome(results.length);
}

class Draw {
  private readonly terms: DrawTerms;
  private readonly groups: readonly DigitGroup[];
  private readonly sold: SoldNumbers;
  private readonly steps: DrawStep[] = [];
  private readonly winners = new Map<number, number | null>();
  private readonly won = new Set<number>();

  constructor(terms: DrawTerms, groups: readonly DigitGroup[], sold: SoldNumbers) {
    this.terms = terms;
    this.groups = groups;
    this.sold = sold;
  }

  use(result: LotteryResult): void {
    for (const position of this.terms.positions) {
      if (this.winners.has(position)) continue;
      if (this.candidates === 0) {
        this.steps.push({ kind: 'nobody_left', position, verdict: 'none' });
        this.winners.set(position, null);
      } else if (!this.tryDigits(position, result) && this.terms.fallback === 'lot')
        this.drawLot(position, result);
    }
  }

  outcome(used: number): DrawOutcome {
    const open = this.terms.positions.some((position) => !this.winners.has(position));
    return {
      steps: this.steps,
      winners: [...this.winners]
        .map(([position, number]) => ({ position, number }))
        .sort((one, other) => one.position - other.position),
      awaits: open ? this.terms.extraction + used : null,
    };
  }

  private get candidates(): number {
    return this.sold.count - (this.terms.cotaWinsOnce ? this.won.size : 0);
  }

  /** Prize n starts with digit group n, then tries the other groups in turn, wrapping around. */
  private tryDigits(position: number, { extraction, prizes }: LotteryResult): boolean {
    for (let turn = 0; turn < this.groups.length; turn++) {
      const group = this.groups[(position - 1 + turn) % this.groups.length]!;
      const digits = readDigits(group, prizes);
      const number = numberOfDigits(digits);
      const taken = this.terms.cotaWinsOnce && this.won.has(number);
      const verdict = taken ? 'already_won' : this.sold.has(number) ? 'won' : 'unsold';
      this.steps.push({
        kind: 'digits',
        position,
        extraction,
        digits: group.map((pick, index) => ({ ...pick, digit: digits[index]! })),
        number,
        verdict,
      });
      if (verdict === 'won') {
        this.award(position, number);
        return true;
      }
    }
    return false;
  }

  private drawLot(position: number, { extraction, prizes }: LotteryResult): void {
    const { candidates } = this;
    for (let round = 1; ; round++) {
      const hash = sha256Hex(
        fallbackDrawText(this.terms.merkleRoot, { extraction, prizes }, position, round),
      );
      const index = shareOf(hash, candidates);
      if (index === null) continue;
      const number = this.candidateAt(index);
      this.steps.push({
        kind: 'lot',
        position,
        extraction,
        round,
        hash,
        candidates,
        place: index + 1,
        number,
        verdict: 'won',
      });
      this.award(position, number);
      return;
    }
  }

  /** @param index 0-based, among the eligible cotas in ascending order */
  private candidateAt(index: number): number {
    if (!this.terms.cotaWinsOnce) return this.sold.at(index);
    const taken = [...this.won].map((number) => this.sold.indexOf(number)).sort((one, other) => one - other);
    let at = index;
    for (const place of taken) if (place <= at) at++;
    return this.sold.at(at);
  }

  private award(position: number, number: number): void {
    this.winners.set(position, number);
    this.won.add(number);
  }
}

/** Hash input of the fallback draw. The list is published before the prizes are known, so it cannot be manipulated. */
export function fallbackDrawText(
  merkleRoot: string,
  { extraction, prizes }: LotteryResult,
  position: number,
  round: number,
): string {
  return `mare-da-sorte/lote/1\n${merkleRoot}\n${extraction}\n${prizes.map((prize) => prize.slice(-5)).join(' ')}\n${position}\n${round}\n`;
}

const LOT_HEX_DIGITS = 12;
const LOT_VALUES = 16 ** LOT_HEX_DIGITS;

/**
 * Uniform 0-based index below `count` from the first 48 bits of a hash. Null when rejection sampling discards the
 * value: beyond the largest multiple of `count`, some indices would be more likely.
 */
export function shareOf(hash: string, count: number): number | null {
  const value = Number.parseInt(hash.slice(0, LOT_HEX_DIGITS), 16);
  return value < LOT_VALUES - (LOT_VALUES % count) ? value % count : null;
}
