import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * @param setting of the port
 * @returns why a server cannot listen there, as a sentence for the operator; null if it can
 */
export async function findPortFault(port: number, host: string, setting = 'PORT'): Promise<string | null> {
  const probe = createServer();
  const outcome = once(probe, 'listening');
  probe.listen(port, host);
  try {
    await outcome;
  } catch (error) {
    return describe((error as NodeJS.ErrnoException).code, port, host, setting);
  }
  probe.close();
  await once(probe, 'close');
  return null;
}

function describe(code: string | undefined, port: number, host: string, setting: string): string {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST deve ser um endereço desta máquina (recebido: "${host}").`;
  if (code === 'EACCES')
    return `Esta conta não pode abrir a porta ${port}: escolha uma a partir de 1024 com ${setting}.`;
  return `A porta ${port} já está em uso. Encerre o outro programa ou escolha outra com ${setting}.`;
}
