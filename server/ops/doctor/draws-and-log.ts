/** Checks of `ops doctor` on draws and the public log, as in deploy/grafana/alerts.yaml. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import { listMissedInstantPrizes } from '../../draws/instant/finding/find-missed-instant-prizes.job.ts';
import type { Clock } from '../../platform/clock.ts';
import { finding, type Finding } from '../findings.ts';

export async function checkPublicLog({ db }: { db: Database }): Promise<Finding> {
  const { rows } = await sql<{ contradicts: boolean }>`
    select exists (select from log_tree where fork_found_at is not null)
      or exists (select from log_witnesses where fault = 'AHEAD') as contradicts`.execute(db);
  return finding(!rows[0]!.contradicts, 'O registro público continua o que foi assinado.', {
    text: 'O registro público contradiz o que foi assinado ou testemunhado.',
    advice:
      'O banco voltou a um momento anterior ou foi alterado: veja "A restored database" em docs/features/transparency.md. Até lá nada é assinado.',
  });
}

/** Sealed and drawn rifas that the shop's own verification rejects, and missed cotas premiadas. */
export async function checkDraws(deps: { db: Database; clock: Clock }): Promise<Finding[]> {
  return [...(await checkSealedDraws(deps)), ...(await checkInstantPrizes(deps))];
}

async function checkInstantPrizes(deps: { db: Database; clock: Clock }): Promise<Finding[]> {
  const count = new Set((await listMissedInstantPrizes(deps)).map(({ orderId }) => orderId)).size;
  if (count === 0) return [];
  return [
    {
      level: 'error',
      text: `As cotas premiadas de ${count === 1 ? '1 pedido não dizem' : `${count} pedidos não dizem`} o que o pagamento diz.`,
      advice:
        'A conferência de cada dez minutos (find-missed-instant-prizes) as revela, anula ou devolve. Se isto continua, o log do processo com ROLE=worker diz por que ela falha.',
    },
  ];
}

async function checkSealedDraws({ db }: { db: Database }): Promise<Finding[]> {
  const failing = await db
    .selectFrom('drawChecks')
    .innerJoin('rifas', 'rifas.id', 'drawChecks.rifaId')
    .select(['rifas.id', 'rifas.title'])
    .where('failingSince', 'is not', null)
    .orderBy('failingSince')
    .execute();
  return failing.map(({ id, title }) => ({
    level: 'error',
    text: `O sorteio de “${title}” (${id}) não confere com o que foi lacrado e registrado.`,
    advice:
      'Guarde o banco como está e descubra quem o mudou. Uma lista volta com "restore-list", de um lista.txt baixado antes ou de um backup.',
  }));
}
