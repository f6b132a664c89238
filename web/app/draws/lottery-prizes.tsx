import { formatIsoDate } from './draw-labels.ts';

interface LotteryPrizesProps {
  result: { extraction: number; date: string; prizes: string[] };
}

/** The five prizes of an extraction, in the format of the lottery. */
export function LotteryPrizes({ result: { extraction, date, prizes } }: LotteryPrizesProps) {
  return (
    <div className="grid gap-2">
      <p>
        Extração <strong>{extraction}</strong>, {formatIsoDate(date)}
      </p>
      <ol className="flex flex-wrap gap-2">
        {prizes.map((prize, index) => (
          <li key={`${index + 1}º`} className="grid justify-items-center rounded-md bg-sunken px-3 py-1.5">
            <span className="text-xs text-ink-soft">{index + 1}º</span>
            <span className="tabular font-bold">{prize}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
