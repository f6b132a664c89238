import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import type { VoucherFile } from '@mare/contract/partners/vouchers.ts';
import { errorMessage } from '../messages.ts';
import { Button, type ButtonSize } from '../ui/button.tsx';
import { decodeFile, saveFile } from '../ui/save-file.ts';

interface DownloadVoucherProps {
  size?: ButtonSize;
  /** Fetches the file, as its owner or as an admin. */
  read: () => Promise<VoucherFile>;
  className?: string;
  children: ReactNode;
}

/** Downloads a voucher as a PDF. */
export function DownloadVoucher({ read, size, className, children }: DownloadVoucherProps) {
  const download = useMutation({
    mutationFn: read,
    onSuccess: ({ fileName, base64 }) => saveFile(fileName, decodeFile(base64, 'application/pdf')),
    onError: (error) =>
      toast.error('Não foi possível baixar o voucher.', { description: errorMessage(error) }),
  });
  return (
    <Button
      variant="outline"
      size={size}
      className={className}
      loading={download.isPending}
      loadingText="Preparando..."
      onClick={() => download.mutate()}
    >
      {children}
    </Button>
  );
}
