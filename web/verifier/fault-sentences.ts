/** Messages for faults of a given file. */
import type { FileFaultCode } from '@mare/domain/transparency/verify/files/read-files.ts';

const sentences: Record<FileFaultCode, string> = {
  EMPTY: 'O arquivo está vazio.',
  UNKNOWN:
    'Este arquivo não é prova, lista, comprovante, chaves nem certificado. Escolha os que você baixou da página do resultado ou do pedido.',
  DRAW_MALFORMED: 'A prova do sorteio está incompleta ou não é uma prova. Baixe de novo.',
  LIST_MALFORMED: 'A lista está incompleta ou fora do formato. Baixe de novo.',
  RECEIPT_MALFORMED: 'O comprovante está incompleto ou foi alterado. Baixe de novo pela página do pedido.',
  POLICY_MALFORMED: 'O arquivo de chaves está incompleto ou fora do formato.',
  CERTIFICATES_MALFORMED: 'O arquivo de certificados está incompleto ou fora do formato.',
  TWO_DRAWS: 'Confira um sorteio por vez: há duas provas.',
  TWO_LISTS: 'Há duas listas: a prova completa já traz a sua.',
  TWO_POLICIES: 'Há dois arquivos de chaves: fique com um.',
  MIRROR_MALFORMED:
    'A pasta não tem a cópia inteira de um registro, ou está danificada: as linhas não dão a raiz que foi assinada.',
};

export function faultSentence(code: FileFaultCode): string {
  return sentences[code];
}
