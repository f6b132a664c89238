/** Whether the log holds the step of the declared clause by which a draw was decided. */
import { brasiliaDate } from '../../draws/lottery/lottery-calendar.ts';
import type { DrawRecord } from '../../draws/verifying/verify-draw.ts';
import type { LogEntry } from '../log/log-entry.ts';
import type { Finding } from './verdict/findings.ts';
import { entriesOf } from './shown/verify-shown.ts';

/** The step's inputs are days and extractions as the shop stored them, so its days must be those of the log. */
export function compareClause(
  entries: readonly { entry: LogEntry }[],
  rifaId: string,
  { clause, results }: DrawRecord,
): Finding[] {
  if (!clause) return [];
  const seal = entriesOf(entries, 'sealed', rifaId)
    .toSorted((one, other) => one.version - other.version)
    .at(-1);
  const isLogged = entriesOf(entries, 'clause', rifaId).some(
    ({ sealVersion, decides, extraction, at }) =>
      decides &&
      sealVersion === seal?.version &&
      extraction === results[0]?.extraction &&
      brasiliaDate(new Date(at)) === clause.decidedOn,
  );
  const isSealedOn = seal && brasiliaDate(new Date(seal.at)) === clause.sealedOn;
  return isLogged && isSealedOn ? [] : [{ item: 'entries', state: 'fails', reason: 'CLAUSE_DIFFERS' }];
}
