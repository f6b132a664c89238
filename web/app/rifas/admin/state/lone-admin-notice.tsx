import { useQuery } from '@tanstack/react-query';
import { PUBLIC_WAIT_HOURS } from '@mare/domain/approvals/two-person-rule.ts';
import { Link } from 'react-router';
import { queries } from '../../../api.ts';

/** Warns before publishing that a shop without a second admin has limits on the day of the draw. */
export function LoneAdminNotice() {
  const approvers = useQuery({ ...queries.approvals.approvers.queryOptions(), staleTime: 0 });
  if (!approvers.data || approvers.data.now > 0) return null;
  return (
    <output className="grid gap-2 rounded-md bg-warning-tint p-4 text-warning">
      <p className="font-semibold">
        {approvers.data.later > 0
          ? 'A outra pessoa da administração é recente e ainda não pode aprovar nada.'
          : 'Você é a única pessoa da administração desta loja.'}
      </p>
      <p>
        O lacre e o sorteio saem sozinhos. Mas o que for feito à mão (lacrar, digitar um resultado, cancelar
        depois do fim das vendas, corrigir um ganhador) vai esperar {PUBLIC_WAIT_HOURS} horas na página
        pública do sorteio. Para não esperar,{' '}
        <Link to="/admin/crm" className="underline">
          dê acesso a outra pessoa
        </Link>{' '}
        ao menos quatro dias antes do sorteio.
      </p>
    </output>
  );
}
