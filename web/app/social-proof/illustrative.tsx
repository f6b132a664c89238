import { classNames } from '../ui/style/class-names.ts';

/** Marks adjacent data as illustrative to screen readers. Everyone reads the page's caption. */
export function Illustrative() {
  return <small className="sr-only">Ilustrativo</small>;
}

/** The visible caption of a page with simulated social proof; one per page. */
export function IllustrativeCaption({ className }: { className?: string }) {
  return (
    <small className={classNames('text-xs font-normal', className)}>
      Ilustrativo: números e comentários desta página
    </small>
  );
}
