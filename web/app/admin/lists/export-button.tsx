import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { requestProof } from '../../session/recent-proof.ts';
import { usePermission } from '../../session/use-permission.ts';
import { accessToken } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';

interface ExportButtonProps {
  /** Name in the path `/exportar/<list>.<format>`. */
  list:
    | 'pessoas'
    | 'pedidos'
    | 'vendas'
    | 'movimento'
    | 'extrato'
    | 'prestacao'
    | 'rankings'
    | 'visitas'
    | 'coortes'
    | 'rifas'
    | 'afiliados'
    | 'parceiros'
    | 'campanhas'
    | 'atendimento'
    | 'cupons'
    | 'vouchers'
    | 'compradores'
    | 'lista';
  format?: 'csv' | 'xlsx' | 'pdf' | 'txt';
  search?: Record<string, string>;
  label?: string;
  onExported?: () => void;
}

/** Downloads a whole list as a file. Hidden from roles that may not. */
export function ExportButton({
  list,
  format = 'csv',
  search,
  label = 'Exportar CSV',
  onExported,
}: ExportButtonProps) {
  const download = useMutation({
    mutationFn: () => fetchFile(`${list}.${format}`, search ?? {}),
    onSuccess: ({ name, content }) => {
      saveFile(name, content);
      onExported?.();
    },
    onError: () => toast.error('Não foi possível exportar. Tente novamente.'),
  });
  if (!usePermission('export-lists')) return null;
  return (
    <Button
      variant="outline"
      size="sm"
      loading={download.isPending}
      loadingText="Exportando..."
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}

/** @returns the file with the server's name, which has the period */
async function fetchFile(
  file: string,
  search: Record<string, string>,
): Promise<{ name: string; content: Blob }> {
  const download = async () =>
    fetch(`/exportar/${file}?${new URLSearchParams(search).toString()}`, {
      headers: { authorization: `Bearer ${await accessToken()}` },
    });
  let response = await download();
  if (response.status === 403 && (await needsProof(response)) && (await requestProof()))
    response = await download();
  if (!response.ok) throw new Error(`export answered ${response.status}`);
  const [, name = file] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}

async function needsProof(response: Response): Promise<boolean> {
  const body = (await response.json()) as { code?: string };
  return body.code === 'RECENT_PROOF_REQUIRED';
}
