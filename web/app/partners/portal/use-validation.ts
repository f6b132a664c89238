import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';

/** Validates a voucher by its code or QR content and shows the result as a toast. */
export function useValidation(onValidated?: () => void) {
  const cache = useQueryClient();
  return useMutation(
    queries.partners.validateVoucher.mutationOptions({
      onSuccess: async (voucher) => {
        toast.success('Voucher validado!', { description: `${voucher.prizeName}, de ${voucher.winner}` });
        onValidated?.();
        await cache.invalidateQueries({ queryKey: queries.partners.key() });
      },
      onError: (error) =>
        toast.error('Não foi possível validar o voucher.', { description: errorMessage(error) }),
    }),
  );
}
