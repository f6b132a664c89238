import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';

/** Uses a voucher up, by its code or by what its QR code holds, and says how it went. */
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
