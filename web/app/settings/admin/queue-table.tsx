import { Link } from 'react-router';
import type { ShopState } from '@mare/contract/admin/settings-admin.ts';
import { jobLabel } from '@mare/domain/admin/jobs/job-labels.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { formatInteger } from '../../format.ts';

interface QueueTableProps {
  queues: ShopState['queues'];
  /** False if no worker runs: workers count the jobs, so the numbers are outdated. */
  areCounted: boolean;
}

/** Background jobs that wait or failed, by queue. */
export function QueueTable({ queues, areCounted }: QueueTableProps) {
  const busy = queues.filter(({ waiting, running, failed }) => waiting + running + failed > 0);
  const hasFailed = busy.some(({ failed }) => failed > 0);
  return (
    <div>
      <h3 className="text-lg">Trabalho em segundo plano</h3>
      {!areCounted && (
        <p className="text-ink-soft">As filas só são contadas quando o trabalho em segundo plano voltar.</p>
      )}
      {busy.length === 0 && areCounted && (
        <p className="text-ink-soft">Nada esperando e nada falhou: {queues.length} filas em dia.</p>
      )}
      {busy.length > 0 && (
        <table className="tabular mt-2 w-full text-sm">
          <thead>
            <tr className="text-left">
              <th className="py-1">Trabalho</th>
              <th className="py-1 pl-3 text-right">Esperando</th>
              <th className="py-1 pl-3 text-right">Falharam</th>
            </tr>
          </thead>
          <tbody>
            {busy.map(({ name, waiting, running, failed }) => (
              <tr key={name} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 text-left font-semibold wrap-anywhere">
                  {jobLabel(name).title}
                  {failed > 0 && (
                    <span className="block font-normal text-ink-soft">{jobLabel(name).effect}</span>
                  )}
                </th>
                <td className="py-1.5 text-right">{formatInteger(waiting + running)}</td>
                <td className={failed > 0 ? 'py-1.5 text-right font-bold text-danger' : 'py-1.5 text-right'}>
                  {formatInteger(failed)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasFailed && (
        <p className="mt-2">
          <Link to={adminTabLink('mensagens')} className="text-link">
            Ver as tarefas que falharam e tentar de novo
          </Link>
        </p>
      )}
    </div>
  );
}
