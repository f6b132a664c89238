/** Says in one Portuguese sentence what holds, fails or is left open. */
import type { Finding, Item, Reason } from './findings.ts';

export const itemTitles: Record<Item, string> = {
  arithmetic: 'A conta',
  list: 'A lista é a que foi lacrada',
  official: 'Os prêmios da loteria',
  extraction: 'A extração que decidiu',
  log: 'O registro público',
  entries: 'O que o registro diz deste sorteio',
  receipt: 'Seu comprovante',
  cotas: 'Suas cotas na lista',
  instant: 'As cotas premiadas',
  sealed_before: 'Quando foi lacrado',
  witnesses: 'Quem viu o registro',
  timestamps: 'Carimbo de tempo externo',
  keys: 'As chaves usadas',
};

const holding: Record<Item, string> = {
  arithmetic: 'A regra, a lista e os cinco prêmios dão exatamente estes ganhadores.',
  list: 'A lista tem o SHA-256 e a raiz que o lacre anunciou.',
  official: 'A resposta da loteria, guardada como veio, diz estes cinco prêmios.',
  extraction:
    'Decidiu a extração lacrada; se foram precisas outras, decidiram as seguintes, sem pular nenhuma.',
  log: 'O registro está assinado, e nada do que já tinha sido registrado mudou.',
  entries:
    'O registro diz o mesmo que a prova: regras publicadas, lista congelada, lacre e, depois do sorteio, resultado e ganhadores.',
  receipt: 'A sua compra está no registro.',
  cotas: 'Todas as cotas do comprovante estão na lista, no nome do mesmo comprador.',
  instant:
    'Os números premiados saem da semente e da rodada do farol público que foram registradas antes dela.',
  sealed_before: 'Testemunhas viram o lacre no registro antes da extração.',
  witnesses: 'Testemunhas em número suficiente conferiram e assinaram o registro.',
  timestamps: 'Uma autoridade de carimbo do tempo assinou o registro antes da extração.',
  keys: 'São as chaves que você trouxe, ou as que assinaram o seu comprovante.',
};

const reasons: Record<Reason, string> = {
  SEAL_HASH: 'O lacre não confere com o próprio SHA-256.',
  NOTED_SEAL: 'O lacre não é o que você anotou. Compare os dois antes de reclamar.',
  LIST_MISSING: 'Falta a lista: junte o arquivo da prova completa.',
  LIST_HASH: 'A lista não é a que foi lacrada.',
  LIST_ROOT: 'A árvore da lista não dá a raiz lacrada.',
  RULE: 'A regra do sorteio não é conhecida.',
  RESULTS:
    'Os prêmios não são os da extração que decide, uma extração foi pulada, ou a resposta oficial diz outra coisa.',
  WINNERS: 'Os ganhadores publicados não são os que a conta dá.',
  ANCHOR: 'O carimbo de tempo é de outro lacre.',
  GIVEN_PRIZES: 'Os prêmios da prova não são os que você informou. Confira antes o que digitou.',
  TYPED_RESULT: 'Os prêmios foram digitados por pessoas: não há resposta da fonte oficial.',
  OFFICIAL_NOT_LOGGED:
    'Os prêmios foram digitados por pessoas, e a resposta da fonte oficial, que veio depois, não está no registro.',
  EXTRACTION_PASSED: 'Uma extração não contou, e nada nestes arquivos prova por quê.',
  NOT_DRAWN: 'O sorteio ainda não está nesta prova. Depois dele, baixe a prova de novo.',
  DRAW_MISSING: 'Falta a prova do sorteio.',
  NO_LOG: 'A prova não traz o registro público: só a conta pode ser conferida.',
  LOG_WITHHELD:
    'A loja tem um registro público, como mostra o seu comprovante, mas a prova do sorteio não o traz.',
  LOG_NOT_YET:
    'Ainda não assinado pelo registro: a prova foi baixada logo depois do sorteio. Baixe de novo em alguns minutos; se em uma hora ainda for assim, desconfie.',
  LOG_UNSIGNED_LONG:
    'A prova diz que o registro ainda não assinou o sorteio, mas isso leva segundos, e já faz mais de uma hora. Baixe a prova de novo: se a nova disser o mesmo, a loja esconde o registro.',
  POLICY_MALFORMED: 'As chaves que a prova informa não podem ser lidas.',
  LOG_SIGNATURE: 'A assinatura do registro não é da chave da loja.',
  KEY_NOT_ENDORSED:
    'O registro trocou de chave, e a troca de chave não foi assinada pela chave anterior: nada mostra que quem assina agora é quem assinava antes. Veja em /transparencia se a loja anunciou a perda da chave.',
  ENTRY_NOT_INCLUDED: 'A prova cita algo que não está no registro.',
  ENTRY_UNKNOWN:
    'O registro tem anotações que esta versão do programa de conferência não conhece. Baixe a versão de agora.',
  HISTORY_REWRITTEN:
    'O registro de agora não continua o de antes: o passado foi reescrito, ou há dois registros.',
  PUBLICATION_NOT_LOGGED:
    'A publicação da rifa não está no registro: nada mostra que estas regras valiam antes da primeira venda.',
  PUBLICATION_DIFFERS:
    'O lacre tem outras regras: total de números, prêmios ou forma de sortear não são os publicados antes da primeira venda.',
  PRIZES_DIFFER: 'Os prêmios mostrados não são os publicados antes da primeira venda.',
  CANCELLED: 'O registro diz que esta rifa foi cancelada: ela não podia ser sorteada.',
  FREEZE_NOT_LOGGED: 'O congelamento da lista não está no registro.',
  FREEZE_DIFFERS: 'O registro tem outra lista congelada para esta rifa.',
  SEAL_NOT_LOGGED: 'O lacre não está no registro.',
  SEAL_DIFFERS: 'O registro tem outro lacre para esta rifa.',
  RESULT_NOT_LOGGED: 'O resultado da loteria não está no registro.',
  RESULT_DIFFERS: 'O registro tem outro resultado da loteria.',
  WINNERS_NOT_LOGGED: 'Os ganhadores não estão no registro.',
  WINNERS_DIFFER: 'O registro tem outros ganhadores.',
  MANUAL_DIFFERS:
    'A lista não marca tantas cotas vendidas em mãos, pela organização, quantas o registro contou.',
  CLAUSE_DIFFERS:
    'A prova aplica a cláusula para o caso de a loteria mudar os planos, e o registro não diz o mesmo passo.',
  LOGGED_TWICE:
    'O registro inteiro tem desta rifa o que uma loja honesta anota uma vez só: quem anota duas versões pode mostrar a que convém.',
  ENTRIES_LEFT_OUT:
    'A prova não traz tudo o que o registro inteiro diz deste sorteio. Baixe a prova de novo; se continuar faltando, a loja esconde estas anotações:',
  MIRROR_BEHIND:
    'A cópia do registro tem menos linhas do que a prova: o que veio depois dela não pôde ser procurado. Atualize a cópia e confira de novo.',
  MIRROR_UNSIGNED:
    'A cópia não foi assinada por nenhuma chave deste registro: é de outro registro, ou de uma chave que a prova não conhece.',
  SHOWN_DIFFERS: 'As páginas mostram outra coisa do que foi lacrado ou registrado.',
  ORDER_DIFFERS: 'A ordem em que os números saíram não é a que foi comprometida ao publicar.',
  INSTANT_WITHOUT_BEACON:
    'As cotas premiadas saíram só de uma semente da loja: quem publicou poderia ter tentado até gostar dos números.',
  INSTANT_DIFFERS: 'As cotas premiadas não são as que o compromisso e a rodada do farol dão.',
  INSTANT_NOT_REVEALED: 'A rodada do farol ou a semente das cotas premiadas ainda não está no registro.',
  INSTANT_NOT_SEEN:
    'Nenhuma testemunha nem carimbo mostra que a semente das cotas premiadas foi comprometida antes da rodada do farol.',
  BEACON_UNKNOWN: 'O farol das cotas premiadas não é conhecido.',
  BEACON_OF_SHOP:
    'As cotas premiadas conferem, mas o farol é o da demonstração, da própria loja: não prova nada.',
  BEACON_NOT_AFTER: 'A rodada do farol é de antes da publicação: os números podiam ser escolhidos.',
  BEACON_SIGNATURE: 'A assinatura da rodada do farol está errada.',
  NO_WITNESSES:
    'Nenhuma testemunha independente assina o registro desta loja: só a própria loja diz que não o reescreveu.',
  WITNESS_SIGNATURE: 'A assinatura de uma testemunha está errada.',
  QUORUM_MISSING: 'Não há assinaturas de testemunhas em número suficiente.',
  SEEN_SAME_DAY:
    'As testemunhas viram o lacre no dia da extração, depois da hora costumeira: confira a que horas ela aconteceu.',
  SEEN_TOO_LATE:
    'Depois da extração, uma testemunha viu o registro ainda sem este lacre: ele foi feito depois.',
  RESEALED_LATE:
    'O sorteio foi lacrado de novo para outra extração, e o novo lacre só aparece depois da extração do anterior: o resultado dela já podia ser conhecido.',
  NOT_SEEN_IN_TIME: 'Nenhuma testemunha mostra que o lacre existia antes da extração.',
  NO_TIMESTAMPS: 'Não há carimbo de uma autoridade de tempo nestes arquivos.',
  TIMESTAMP_WRONG: 'Um carimbo de tempo é falso ou está danificado: a assinatura dele não confere.',
  TIMESTAMP_OF_ANOTHER: 'Um carimbo de tempo é de outra coisa, não deste registro.',
  AUTHORITY_OF_SHOP:
    'O carimbo confere, mas foi a própria loja que indicou a autoridade que o fez. Junte o certificado de uma autoridade em que você confia.',
  AUTHORITY_UNKNOWN: 'O carimbo é de uma autoridade que não está entre as conhecidas.',
  STAMPED_SAME_DAY:
    'O carimbo é do dia da extração, depois da hora costumeira: confira a que horas ela aconteceu.',
  STAMPED_LATE: 'O carimbo é de depois da extração: não mostra que o lacre veio antes.',
  KEYS_OF_SHOP:
    'As chaves são as que a própria loja informou. Compare-as com as que cada testemunha publica.',
  NO_RECEIPT: 'Você não juntou nenhum comprovante de compra.',
  RECEIPT_SIGNATURE: 'O comprovante não foi assinado pela chave deste registro.',
  RECEIPT_NOT_INCLUDED: 'O comprovante não está no registro que ele mesmo cita.',
  RECEIPT_OF_ANOTHER:
    'O comprovante é de outra rifa: não tem cotas deste sorteio. Junte o do pedido desta rifa.',
  CONSISTENCY_MISSING:
    'Falta a prova de que o registro de agora continua o do seu comprovante. Na página do sorteio, em “Tenho um comprovante guardado”, escolha este comprovante e baixe a prova que o continua; se a loja não a der, desconfie.',
  COTA_MISSING: 'Cotas que você pagou não estão na lista, e o registro não diz por quê.',
  EXITS_CUT:
    'Cotas que você pagou não estão na lista, e a prova não traz as saídas de todos os pedidos. A página do seu pedido diz por que saíram.',
  COTA_MOVED:
    'Cotas que você pagou estão na lista sob outro código, e o registro não diz que você as deu nem que saíram do seu comprovante.',
  COTA_WITHDRAWN: 'Cotas do comprovante saíram da lista por um motivo registrado',
  COTA_EXIT_LISTED:
    'O registro anotou que estas cotas podem ter saído do seu comprovante, e a lista tem os números: são seus se a saída foi desfeita, de outra pessoa se foram vendidos de novo. A página do pedido diz qual dos dois. Motivo anotado',
  COTA_OF_ANOTHER:
    'Cotas que você pagou estão na lista sob outro código. É assim com cotas dadas de presente; se você não deu nenhuma, reclame.',
  LIST_PROOF: 'O caminho das suas cotas até a lista congelada não confere.',
};

/** Why paid cotas left a list, as the log names it. */
const exits: Record<string, string> = {
  reembolso: 'reembolso',
  desistencia: 'desistência',
  contestacao: 'pagamento contestado',
  cancelamento: 'cancelamento',
};

/** Their detail is whole sentences. */
const SPELLED_OUT: ReadonlySet<Reason> = new Set<Reason>([
  'EXTRACTION_PASSED',
  'GIVEN_PRIZES',
  'WINNERS',
  'WINNERS_DIFFER',
  'PRIZES_DIFFER',
  'SHOWN_DIFFERS',
  'LOGGED_TWICE',
]);

export interface Sentence {
  item: Item;
  state: Finding['state'];
  title: string;
  text: string;
}

export function describeFinding({ item, state, reason, detail }: Finding): Sentence {
  const text = reason ? describeReason(reason, detail) : holding[item];
  return { item, state, title: itemTitles[item], text };
}

function describeReason(reason: Reason, detail: string | undefined): string {
  if (detail && SPELLED_OUT.has(reason)) return `${reasons[reason]} ${detail}`;
  if (detail && reason === 'ENTRIES_LEFT_OUT') return `${reasons[reason]} ${detail}.`;
  if (reason === 'COTA_WITHDRAWN' || reason === 'COTA_EXIT_LISTED')
    return `${reasons[reason]}: ${exits[detail ?? ''] ?? detail}.`;
  if (
    detail &&
    (reason === 'COTA_MISSING' ||
      reason === 'EXITS_CUT' ||
      reason === 'COTA_MOVED' ||
      reason === 'COTA_OF_ANOTHER')
  )
    return `${reasons[reason]} Números: ${detail}.`;
  return reasons[reason];
}
