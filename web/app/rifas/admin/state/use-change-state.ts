import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { queries } from '../../../api.ts';

interface StateDialog {
  /** Announced after success. */
  done: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Changes the state of a rifa, then closes the dialog. */
export function useChangeState({ done, onClose, onChanged }: StateDialog) {
  return useMutation(
    queries.admin.rifas.changeState.mutationOptions({
      onSuccess: () => {
        toast.success(done);
        onClose();
        onChanged();
      },
    }),
  );
}
