import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { decodeFile } from './save-file.ts';

const OPEN_FOR_MS = 60_000;

interface OpenFileButtonProps {
  /** Reads the file from the API. */
  read: () => Promise<{ type: string; base64: string }>;
  onError?: (error: Error) => void;
  children: ReactNode;
}

/** Opens a photo or a PDF in a new tab. */
export function OpenFileButton({ read, onError, children }: OpenFileButtonProps) {
  const open = useMutation({
    // Receives a tab opened during the click: popup blockers reject one opened after the response.
    mutationFn: async (tab: Window | null) => {
      try {
        const file = await read();
        const url = URL.createObjectURL(decodeFile(file.base64, file.type));
        setTimeout(() => URL.revokeObjectURL(url), OPEN_FOR_MS);
        if (tab) tab.location.href = url;
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError,
  });
  return (
    <Button
      variant="outline"
      size="sm"
      className="max-w-full justify-self-start wrap-anywhere"
      loading={open.isPending}
      onClick={() => open.mutate(window.open('', '_blank'))}
    >
      {children}
    </Button>
  );
}
