import type { ShopState } from '@mare/contract/admin/settings-admin.ts';
import { formatDateTime, formatInteger } from '../../format.ts';

/** Content-Security-Policy violations that browsers reported, by kind, latest first. */
export function CspReports({ reports }: { reports: ShopState['cspReports'] }) {
  return (
    <div>
      <h3 className="text-lg">Bloqueado pelos navegadores</h3>
      {reports.length === 0 ? (
        <p className="text-ink-soft">Nenhum navegador bloqueou nada nos últimos 30 dias.</p>
      ) : (
        <>
          <p className="text-ink-soft">
            Scripts, imagens e conexões de fora que a política de segurança do site não deixou carregar. A
            maioria vem de extensões dos visitantes.
          </p>
          <ul className="mt-2 grid divide-y divide-line text-sm">
            {reports.map(({ directive, blocked, page, reports: times, lastAt }) => (
              <li key={`${directive} ${blocked} ${page} ${lastAt}`} className="grid gap-0.5 py-2">
                <p className="font-semibold wrap-anywhere">
                  {blocked || 'origem desconhecida'} <span className="font-normal">({directive})</span>
                </p>
                <p className="tabular text-ink-soft wrap-anywhere">
                  Em {page} · {formatInteger(times)} {times === 1 ? 'vez' : 'vezes'} · última em{' '}
                  {formatDateTime(lastAt)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
