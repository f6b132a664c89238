import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { adminRifaLink, adminRifasLink } from '../../admin/rifa-links.ts';
import { useUnsaved } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/states.tsx';

/** Copies any rifa into a new draft, and deletes a draft. */
export function DraftActions({ rifa }: { rifa: ManagedRifa }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { discard } = useUnsaved();
  const [isDeleting, setDeleting] = useState(false);
  const openList = () => client.invalidateQueries({ queryKey: queries.admin.rifas.list.key() });
  const duplicate = useMutation(
    queries.admin.rifas.duplicate.mutationOptions({
      onSuccess: async ({ id }) => {
        await openList();
        toast.success('Rascunho criado. Confira a data do sorteio e a autorização, que não são copiadas.');
        void navigate(adminRifaLink(id));
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  const remove = useMutation(
    queries.admin.rifas.remove.mutationOptions({
      onSuccess: async () => {
        await openList();
        toast.success('Rascunho excluído.');
        discard();
        void navigate(adminRifasLink);
      },
    }),
  );
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        loading={duplicate.isPending}
        onClick={() => duplicate.mutate({ id: rifa.id })}
      >
        Duplicar
      </Button>
      {rifa.status === 'draft' && rifa.publishedAt === null && (
        <Button variant="outline" size="sm" onClick={() => setDeleting(true)}>
          Excluir rascunho
        </Button>
      )}
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={`Excluir: ${rifa.title}`}
        action="Excluir rascunho"
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id: rifa.id })}
      >
        <p>O rascunho some com as fotos, os preços e os documentos dele. Isto não pode ser desfeito.</p>
        {remove.isError && <FormError>{errorMessage(remove.error)}</FormError>}
      </ConfirmDialog>
    </>
  );
}
