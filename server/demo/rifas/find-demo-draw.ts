/** Finds the extraction that drew a finished demo rifa, and the holders of its winning numbers. */
import { demoDrawDate } from '@mare/database/seed/demo-dates.ts';
import type { DemoRifa } from '@mare/database/seed/demo-rifa.ts';
import { demoDraws } from '@mare/database/seed/demo-winners.ts';
import { drawWinners } from '@mare/domain/draws/draw-winners.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { SoldNumbers } from '@mare/domain/draws/sealing/sold-list.ts';
import { type SimulatedExtraction, simulatedExtractionOn } from '../../draws/archive/simulated-lottery.ts';

export interface FoundDemoDraw {
  extraction: SimulatedExtraction;
  /** Hour of the extraction. */
  drawDate: Date;
  soldForDays: number;
  /** Holder of the winning number of each prize. */
  winners: { number: number; personId: string }[];
}

/** All cotas of a drawn demo rifa are sold. @returns null for a rifa that is not drawn */
export function findDemoDraw(rifa: DemoRifa, now: Date): FoundDemoDraw | null {
  const draw = demoDraws.find(({ rifaId }) => rifaId === rifa.id);
  if (!draw) return null;
  const drawDate = demoDrawDate(now, rifa.drawWeek);
  const extraction = simulatedExtractionOn(brasiliaDate(drawDate));
  const { totalNumbers } = rifa;
  const { winners } = drawWinners(
    {
      rifaId: rifa.id,
      totalNumbers,
      soldNumbers: totalNumbers,
      listHash: '',
      merkleRoot: '',
      rule: 'federal-1',
      fallback: 'lot',
      positions: rifa.prizes.map(({ position }) => position),
      cotaWinsOnce: true,
      extraction: extraction.number,
      extractionDate: extraction.date,
    },
    [{ extraction: extraction.number, prizes: extraction.prizes }],
    new SoldNumbers(Int32Array.from({ length: totalNumbers }, (_, index) => index + 1)),
  );
  return {
    extraction,
    drawDate,
    soldForDays: draw.soldForDays,
    winners: winners.map(({ number }, index) => ({
      number: number!,
      personId: draw.winners[index]!.personId,
    })),
  };
}
