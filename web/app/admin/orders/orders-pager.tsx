import { Link, useSearchParams } from 'react-router';
import type { OrdersPage } from '@mare/contract/admin/orders-admin.ts';
import { formatDateTime } from '../../format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';

/** URL parameter of the keyset cursor. */
export const AFTER = 'depois';

const stepClass = buttonClass({ variant: 'outline', size: 'sm' });

/** Links to the first and the next page, and the time that this page covers. Renders nothing for a single page. */
export function OrdersPager({ page: { rows, next } }: { page: OrdersPage }) {
  const [params] = useSearchParams();
  const isFirst = !params.has(AFTER);
  const range = `${rows[0]?.id} ${rows.at(-1)?.id}`;
  // The first and the last page lack the link that led to them.
  const place = useKeptFocus<HTMLParagraphElement>(range);
  if (isFirst && !next) return null;
  const hrefFor = (cursor: string | null) => {
    const to = new URLSearchParams(params);
    if (cursor) to.set(AFTER, cursor);
    else to.delete(AFTER);
    return `?${to.toString()}`;
  };
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-center gap-4">
      {!isFirst && (
        <Link to={hrefFor(null)} className={stepClass}>
          Mais novos
        </Link>
      )}
      <p ref={place} tabIndex={-1} aria-live="polite" className="tabular text-sm text-ink-soft">
        {rows.length > 0 &&
          `De ${formatDateTime(rows[0]!.createdAt)} a ${formatDateTime(rows.at(-1)!.createdAt)}`}
      </p>
      {next && (
        <Link to={hrefFor(next)} rel="next" className={stepClass}>
          Próxima
        </Link>
      )}
    </nav>
  );
}
