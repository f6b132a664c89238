import { Link, type To } from 'react-router';
import { buttonClass } from '../button.tsx';
import { Icon } from '../style/icons.tsx';
import { useKeptFocus } from '../focus/use-kept-focus.ts';

interface PaginationProps {
  /** Accessible name. */
  label: string;
  /** 1-based. */
  page: number;
  /** Number of pages. If undefined, `hasMore` decides whether there is a next page. */
  pages?: number | undefined;
  hasMore?: boolean | undefined;
  hrefFor: (page: number) => To;
}

const stepClass = buttonClass({ variant: 'outline', size: 'sm' });

/** Links to the previous and the next page. Renders nothing for a single page. */
export function Pagination({ label, page, pages, hasMore = page < pages!, hrefFor }: PaginationProps) {
  // The first and the last page lack the link that led to them.
  const place = useKeptFocus<HTMLParagraphElement>(page);
  if (pages === undefined ? page === 1 && !hasMore : pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-4">
      {page > 1 && (
        <Link to={hrefFor(page - 1)} rel="prev" className={stepClass}>
          <Icon name="chevronLeft" />
          Anterior
        </Link>
      )}
      <p ref={place} tabIndex={-1} aria-live="polite" className="tabular text-sm text-ink-soft">
        Página <strong className="text-ink">{page}</strong>
        {pages !== undefined && ` de ${pages}`}
      </p>
      {hasMore && (
        <Link to={hrefFor(page + 1)} rel="next" className={stepClass}>
          Próxima
          <Icon name="chevronRight" />
        </Link>
      )}
    </nav>
  );
}
