import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { FormError } from '../../ui/states.tsx';
import { QueryState } from '../lists/query-state.tsx';
import { MergeSides } from './merge-sides.tsx';
import { peopleLink } from './person-labels.ts';

interface MergeDialogProps {
  /** Person whose page is open. */
  person: Person;
  otherId: string;
  onClose: () => void;
}

/** Shows both accounts side by side, lets the caller choose which one to keep, and merges them. */
export function MergeDialog({ person, otherId, onClose }: MergeDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isConfirmed, setSure] = useState(false);
  const [isSwapped, setSwapped] = useState(false);
  const other = useQuery({
    ...queries.admin.people.find.queryOptions({ input: { id: otherId } }),
    staleTime: 0,
  });
  const merge = useMutation(
    queries.admin.people.merge.mutationOptions({
      onSuccess: async (_, { id }) => {
        toast.success('Contas unidas.');
        onClose();
        // The page of a closed account has nothing to show.
        if (id !== person.id) await navigate(`${peopleLink}/${id}`, { replace: true });
        await client.invalidateQueries({ queryKey: queries.admin.people.key() });
      },
    }),
  );
  const [stays, former] = isSwapped ? [other.data, person] : [person, other.data];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Unir as duas contas?"
      size="lg"
      action="Unir contas"
      disabled={!isConfirmed || !other.data}
      loading={merge.isPending}
      onConfirm={() => stays && former && merge.mutate({ id: stays.id, formerId: former.id })}
    >
      {stays && former ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <MergeSides stays={stays} former={former} />
          <Button
            variant="outline"
            size="sm"
            className="justify-self-start"
            onClick={() => {
              setSwapped(!isSwapped);
              setSure(false);
            }}
          >
            Manter a outra
          </Button>
          <p className="text-sm">
            Pedidos, pontos, tickets, prêmios e anotações passam para a conta que fica, e ninguém entra mais
            com a outra. Telefone, CPF e cidade que faltam na que fica vêm da outra; se as duas têm CPF, vale
            o da que fica. O menor limite de gastos vale, e uma pausa ou autoexclusão continua.
          </p>
          <Checkbox
            label="Conferi que são a mesma pessoa. Isto não pode ser desfeito."
            checked={isConfirmed}
            onChange={(event) => setSure(event.target.checked)}
          />
          {merge.isError && <FormError>{errorMessage(merge.error)}</FormError>}
        </div>
      ) : (
        <QueryState query={other} />
      )}
    </ConfirmDialog>
  );
}
