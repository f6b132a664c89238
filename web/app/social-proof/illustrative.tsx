import { classNames } from '../ui/style/class-names.ts';

/** Marks adjacent data as illustrative. */
export function Illustrative({ className }: { className?: string }) {
  return <small className={classNames('text-xs font-normal', className)}>Ilustrativo</small>;
}
