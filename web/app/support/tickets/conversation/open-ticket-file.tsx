import { toast } from 'sonner';
import type { TicketFile, TicketReply } from '@mare/contract/support/support.ts';
import { errorMessage } from '../../../messages.ts';
import { OpenFileButton } from '../../../ui/open-file-button.tsx';

interface OpenTicketFileProps {
  file: NonNullable<TicketReply['file']>;
  read: () => Promise<TicketFile>;
}

export function OpenTicketFile({ file, read }: OpenTicketFileProps) {
  return (
    <OpenFileButton
      read={read}
      onError={(error) =>
        toast.error('Não foi possível abrir o arquivo.', { description: errorMessage(error) })
      }
    >
      {file.type === 'application/pdf' ? 'Abrir PDF' : 'Abrir foto'}: {file.name}
    </OpenFileButton>
  );
}
