import { formatDateTime } from '../../format.ts';
import { classNames } from '../../ui/style/class-names.ts';

/** Notice that the data below is cached. */
export function SavedNote({ keptAt, className }: { keptAt: string; className?: string }) {
  return (
    <p className={classNames('rounded-md bg-sun-tint px-4 py-3 text-sm', className)}>
      <strong>Sem internet.</strong> Isto é o que este aparelho guardou em {formatDateTime(keptAt)}. Tudo se
      atualiza quando a conexão voltar.
    </p>
  );
}
