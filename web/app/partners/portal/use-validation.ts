import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import { queries } from '../../api.ts';

/** Validates a voucher by its code or QR content and PIN. The form shows why not. */
export function useValidation(onValidated: (voucher: PartnerVoucher) => void) {
  const cache = useQueryClient();
  return useMutation(
    queries.partners.validateVoucher.mutationOptions({
      onSuccess: async (voucher) => {
        toast.success('Voucher validado!', {
          description: `${voucher.prizeName} (${voucher.winner}). Foi engano? Desfaça em Vouchers nos próximos 10 minutos.`,
        });
        onValidated(voucher);
        await cache.invalidateQueries({ queryKey: queries.partners.key() });
      },
    }),
  );
}
