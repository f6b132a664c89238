import { Link, type To } from 'react-router';
import { buttonClass } from '../button.tsx';
import { Icon } from '../style/icons.tsx';

interface PaginationProps {
  /** What is paged, for screen readers. */
  label: string;
  /** 1-based. */
  page: number;
  pages: number;
  hrefFor: (page: number) => To;
}

const stepClass = buttonClass({ variant: 'outline', size: 'sm' });

/** Links to the page before and after. Nothing when there is one page. */
export function Pagination({ label, page, pages, hrefFor }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-4">
      {page > 1 && (
        <Link to={hrefFor(page - 1)} rel="prev" className={stepClass}>
          <Icon name="chevronLeft" />
          Anterior
        </Link>
      )}
      <p className="tabular text-sm text-ink-soft">
        Página <strong className="text-ink">{page}</strong> de {pages}
      </p>
      {page < pages && (
        <Link to={hrefFor(page + 1)} rel="next" className={stepClass}>
          Próxima
          <Icon name="chevronRight" />
        </Link>
      )}
    </nav>
  );
}
