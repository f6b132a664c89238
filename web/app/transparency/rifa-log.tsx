import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../api.ts';
import { formatInteger } from '../format.ts';
import { links } from '../links.ts';
import { DamagedLog, isDamaged } from './damaged-log.tsx';
import { LogEntryList } from './log-entry-list.tsx';

/** The log's page explains how to read all entries. */
function OlderCounts({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="text-ink-soft">
      {count === 1
        ? 'O registro tem mais uma contagem das cotas vendidas, anterior a estas.'
        : `O registro tem mais ${formatInteger(count)} contagens das cotas vendidas, uma por hora, anteriores a estas.`}
    </p>
  );
}

/** Entries of the public log about one rifa; empty without entries. */
export default function RifaLog({ rifaId }: { rifaId: string }) {
  const logged = useQuery(queries.transparency.rifaEntries.queryOptions({ input: { rifaId } }));
  if (!logged.data || (logged.data.entries.length === 0 && !isDamaged(logged.data))) return null;
  return (
    <section className="grid gap-4" aria-labelledby="registro">
      <div className="grid gap-2">
        <h2 id="registro" className="text-2xl">
          No registro público
        </h2>
        <p className="text-ink-soft">
          Cada passo desta rifa foi anotado na hora em um{' '}
          <Link to={links.transparency()} className="font-semibold text-sea underline underline-offset-4">
            registro que só cresce
          </Link>
          . Mudar ou apagar uma anotação contradiz o que já foi assinado.
        </p>
      </div>
      {isDamaged(logged.data) && (
        <div>
          <DamagedLog {...logged.data} />
        </div>
      )}
      <LogEntryList entries={logged.data.entries} />
      <OlderCounts count={logged.data.olderCounts} />
    </section>
  );
}
