import type { Api } from '../api.ts';
import { formatInteger } from '../format.ts';
import { formatPoints } from './format-points.ts';
import { RankedList } from './ranked-list.tsx';
import { RecentWinners } from './recent-winners.tsx';

const counted = (count: number, one: string, many: string) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;
const referrals = (count: number) => counted(count, 'indicação', 'indicações');

/** The lists below the podium, and the latest winners. */
export default function RankedLists({ lists }: { lists: Awaited<ReturnType<Api['ranking']['lists']>> }) {
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-2">
        <RankedList
          title="Top Pontuadores"
          empty="Ninguém pontuou ainda. A primeira compra confirmada abre a lista."
          entries={lists.points.map(({ name, points }) => ({ name, score: formatPoints(points) }))}
        />
        <RankedList
          title="Top Referenciadores"
          empty="Nenhuma indicação ainda. Que tal ser a primeira?"
          entries={lists.referrers.map((entry) => ({ name: entry.name, score: referrals(entry.referrals) }))}
        />
        <RankedList
          title="Quem mais volta"
          empty="Quem compra em várias semanas aparece aqui, gaste quanto gastar."
          entries={lists.loyal.map(({ name, weeks }) => ({
            name,
            score: counted(weeks, 'semana', 'semanas'),
          }))}
        />
        <RankedList
          title="Mais sortudas"
          empty="Os prêmios sorteados e as cotas premiadas abrem esta lista."
          entries={lists.lucky.map(({ name, prizes }) => ({
            name,
            score: counted(prizes, 'prêmio', 'prêmios'),
          }))}
        />
      </div>
      <RecentWinners winners={lists.winners} />
    </>
  );
}
