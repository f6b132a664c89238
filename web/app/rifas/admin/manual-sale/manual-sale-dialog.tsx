import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api.ts';
import { errorMessage } from '../../../messages.ts';
import { usePlans } from '../../../purchase/choose/use-plans.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { FormError, Skeleton } from '../../../ui/states.tsx';
import { ManualSaleForm } from './manual-sale-form.tsx';

interface ManualSaleDialogProps {
  rifaId: string;
  onClose: () => void;
  onSold: () => void;
}

/** Cash sale of one rifa. */
export function ManualSaleDialog({ rifaId, onClose, onSold }: ManualSaleDialogProps) {
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id: rifaId } }));
  const plans = usePlans(rifa.data);
  const isLoading = !plans && !rifa.isError;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Vender em dinheiro"
      description={rifa.data?.title}
      loading={isLoading}
    >
      {isLoading && <Skeleton className="h-64" />}
      {rifa.isError && <FormError>{errorMessage(rifa.error)}</FormError>}
      {rifa.data && plans && (
        <ManualSaleForm rifa={rifa.data} plans={plans} onSold={onSold} onDone={onClose} />
      )}
    </Dialog>
  );
}
