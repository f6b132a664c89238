import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { OrderView } from '@mare/contract/admin/orders-admin.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';

/** Views of the whole team. */
export function useTeamViews() {
  const client = useQueryClient();
  const list = queries.admin.orders.views.queryOptions();
  const read = useQuery({ ...list, staleTime: 0 });
  const settled = {
    onSuccess: (changed: OrderView[]) => client.setQueryData(list.queryKey, changed),
    onError: (error: unknown) => toast.error(errorMessage(error)),
  };
  const { mutate: save, isPending: isSaving } = useMutation(
    queries.admin.orders.saveView.mutationOptions(settled),
  );
  const { mutate: remove } = useMutation(queries.admin.orders.deleteView.mutationOptions(settled));
  return {
    read,
    views: read.data ?? [],
    save: (view: OrderView, onSaved: () => void) =>
      save(view, {
        onSuccess: () => {
          toast.success(`Visão “${view.name}” salva para a equipe.`);
          onSaved();
        },
      }),
    isSaving,
    remove: (view: OrderView) =>
      remove(
        { name: view.name },
        {
          onSuccess: () =>
            toast.success(`Visão “${view.name}” apagada para a equipe.`, {
              action: { label: 'Desfazer', onClick: () => save(view) },
            }),
        },
      ),
  };
}
