/** Checks of `ops doctor` on draws and the public log, as in deploy/grafana/alerts.yaml. */
import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
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

/** Sealed and drawn rifas that the shop's own verification rejects. */
export async function checkDraws({ db }: { db: Database }): Promise<Finding[]> {
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
