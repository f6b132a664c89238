/** Finished demo draws. Extraction and numbers follow from the date: the lottery of the demonstration is simulated. */
import { demoBuyers, demoLogin } from './demo-people.ts';

/**
 * State of a won prize:
 * - `handedOver`: delivered by an admin nine days after the draw
 * - `open`: not claimed yet; of a service the voucher is unused
 * - `expired`: never claimed; of a service the voucher was never used
 * - `usedAfterDays`, `usedDaysAgo`: the voucher of a service was redeemed so many days after the draw, or before today
 * - `usedBeforePayout`: it was redeemed before the latest 15th, so that its payout is pending
 */
export type DemoPrizeEnd =
  | 'handedOver'
  | 'open'
  | 'expired'
  | 'usedBeforePayout'
  | { usedAfterDays: number }
  | { usedDaysAgo: number };

export interface DemoWinner {
  /** Owner of the winning cota. The demo sale assigns the cota to them; the draw does not use this field. */
  personId: string;
  end: DemoPrizeEnd;
}

export interface DemoDraw {
  rifaId: string;
  /** Days that its cotas were on sale before the draw. */
  soldForDays: number;
  /** `open` while prizes wait to be claimed; else the report was exported, or the books were closed after it. */
  accounts: 'open' | 'reported' | 'closed';
  /** By position. */
  winners: DemoWinner[];
}

const maria = demoLogin('maria@exemplo.com.br').id;

/** @throws for an unknown name */
function buyer(name: string): string {
  const found = demoBuyers.find((person) => person.name === name);
  if (!found) throw new Error(`no demo buyer ${name}`);
  return found.id;
}

/** In the order of their dates. */
export const demoDraws: DemoDraw[] = [
  {
    rifaId: '5e000000-0000-4000-8000-000000000015',
    soldForDays: 40,
    accounts: 'closed',
    winners: [
      { personId: buyer('Fabiana Melo'), end: { usedAfterDays: 9 } },
      { personId: buyer('Gisele Omena'), end: { usedAfterDays: 13 } },
      { personId: buyer('Odete Ferreira'), end: 'expired' },
    ],
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000012',
    soldForDays: 60,
    accounts: 'reported',
    winners: [
      { personId: buyer('Márcia Toledo'), end: 'handedOver' },
      { personId: buyer('Edna Vasconcelos'), end: 'expired' },
      { personId: buyer('Ana Beatriz Lessa'), end: 'usedBeforePayout' },
    ],
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000013',
    // So old that its buyers count as absent if they have not bought since.
    soldForDays: 90,
    accounts: 'open',
    winners: [
      { personId: buyer('Rosângela Lima'), end: 'handedOver' },
      { personId: maria, end: 'open' },
      { personId: buyer('Elisângela Moura'), end: 'handedOver' },
    ],
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000016',
    soldForDays: 30,
    accounts: 'open',
    winners: [
      { personId: buyer('Patrícia Amorim'), end: 'open' },
      { personId: buyer('Cláudia Barros'), end: { usedDaysAgo: 1 } },
      { personId: maria, end: 'open' },
      { personId: maria, end: 'open' },
      { personId: buyer('Iracema Calheiros'), end: 'open' },
    ],
  },
];
