import { classNames } from '../ui/style/class-names.ts';

/** Says that the figures beside it are made up. */
export function Illustrative({ className }: { className?: string }) {
  return <small className={classNames('text-xs font-normal', className)}>Ilustrativo</small>;
}
