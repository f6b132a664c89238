import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderReceipt } from '@mare/contract/draws/receipts.ts';
import { DELETED_BUYER } from '@mare/domain/accounts/names/short-name.ts';
import { fitsQr } from '@mare/domain/transparency/receipts/proof-file.ts';
import { queries } from '../api.ts';
import { isRejection } from '../fetching/failures/is-api-error.ts';
import { formatCotaNumber, formatDateTime, formatInteger } from '../format.ts';
import { links } from '../links.ts';
import { errorMessage } from '../messages.ts';
import { useSession } from '../session/session.ts';
import { Button, buttonClass, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { QrCode } from '../ui/data-display/qr-code.tsx';
import { EvidenceAlert } from '../ui/evidence-alert.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ErrorState } from '../ui/states.tsx';

const RETRY_MS = 3_000;

type ReadyReceipt = Extract<OrderReceipt, { state: 'ready' }>;

interface OrderReceiptCardProps {
  externalReference: string;
  buyerName: string;
}

/** The receipt that proves a paid order, for its buyer. Load it lazily. */
export default function OrderReceiptCard({ externalReference, buyerName }: OrderReceiptCardProps) {
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const isDeleted = buyerName === DELETED_BUYER;
  const receipt = useQuery({
    ...queries.draws.receipt.queryOptions({ input: { externalReference, page: 1 } }),
    enabled: isSignedIn && !isDeleted,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? RETRY_MS : false),
  });
  return (
    <Card padded className="grid gap-4">
      <h2 className="text-xl">{isDeleted ? 'Comprovante da compra' : 'Guarde seu comprovante'}</h2>
      {isDeleted ? (
        <p className="text-ink-soft">
          A conta deste pedido foi apagada, e ninguém mais baixa o comprovante aqui. Um que foi guardado antes
          continua valendo.
        </p>
      ) : session.status === 'visitor' || isRejection(receipt.error) ? (
        <p className="text-ink-soft">
          Entre na conta deste pedido para baixar o arquivo que prova a sua compra. Quem comprou sem senha
          entra com um código no e-mail ou celular da compra.
        </p>
      ) : receipt.isError && !receipt.data ? (
        <ErrorState
          title="Não foi possível carregar o comprovante."
          onRetry={() => receipt.refetch()}
          className="py-4"
        />
      ) : (
        <ReceiptState receipt={receipt.data} externalReference={externalReference} />
      )}
    </Card>
  );
}

function ReceiptState({
  receipt,
  externalReference,
}: {
  receipt: OrderReceipt | undefined;
  externalReference: string;
}) {
  if (!receipt) return <p className="text-ink-soft">Carregando...</p>;
  if (receipt.state === 'ready')
    return <ReadyReceiptView receipt={receipt} externalReference={externalReference} />;
  if (receipt.state === 'none')
    return <p className="text-ink-soft">Este pedido foi pago antes de existir o registro público.</p>;
  if (receipt.state === 'waiting')
    return (
      <output className="block text-ink-soft">
        Seu pedido está entrando no registro público. O arquivo fica pronto em alguns segundos.
      </output>
    );
  return (
    <p className="text-ink-soft">
      O site ainda não assina o registro público. Seu pedido já está anotado, e o arquivo aparece aqui quando
      houver assinatura.
    </p>
  );
}

function ReadyReceiptView({
  receipt,
  externalReference,
}: {
  receipt: ReadyReceipt;
  externalReference: string;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const { file, parts, index, signedAt, treeSize, frozenRifas, identity } = receipt;
  const mailing = useMutation(queries.draws.mailReceipt.mutationOptions());
  const download = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      for (let page = 1; page <= parts; page++) {
        const part = page === 1 ? receipt : await queries.draws.receipt.call({ externalReference, page });
        if (part.state !== 'ready') continue;
        const suffix = parts > 1 ? `-${page}-de-${parts}` : '';
        saveFile(`comprovante-${externalReference}${suffix}.tlog-proof`, new Blob([part.file]));
      }
    } catch {
      setHasFailed(true);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <p>
        Seu pedido é a anotação {formatInteger(index)} do registro público, assinado em{' '}
        {formatDateTime(signedAt)}. Com este arquivo guardado, ninguém consegue dizer depois que a sua compra
        não existiu ou que os números eram outros.
        {frozenRifas.length > 0 && ' Ele também leva, agora, até a lista congelada do sorteio.'}
      </p>
      <Contradiction receipt={receipt} />
      <MissingCotas receipt={receipt} />
      <div className="flex flex-wrap gap-3">
        <Button loading={isBusy} onClick={() => void download()}>
          {parts > 1 ? `Baixar comprovante (${parts} arquivos)` : 'Baixar comprovante'}
        </Button>
        <Button
          variant="outline"
          loading={mailing.isPending}
          onClick={() => mailing.mutate({ externalReference })}
        >
          Mandar para o meu e-mail
        </Button>
        {frozenRifas.map((rifaId, at) => (
          <a
            key={rifaId}
            href={links.drawProof(rifaId, [treeSize])}
            download
            className={buttonClass({ variant: 'outline' })}
          >
            Baixar a prova do sorteio{frozenRifas.length > 1 && ` ${at + 1} de ${frozenRifas.length}`}
          </a>
        ))}
        <LinkButton to={links.transparency()} variant="quiet">
          O que é o registro
        </LinkButton>
      </div>
      {frozenRifas.length > 0 && (
        <p className="text-sm text-ink-soft">
          Guarde os dois arquivos. Para conferir sem este site nem internet, abra-os juntos na{' '}
          <a href={links.verifier()} className="font-semibold text-sea underline underline-offset-4">
            página de conferência
          </a>
          .
        </p>
      )}
      <output className="block font-semibold empty:sr-only">
        {mailing.data?.sentTo && `Mandamos para ${mailing.data.sentTo}. Guarde a mensagem.`}
      </output>
      {mailing.error && (
        <p role="alert" className="font-semibold text-danger">
          {errorMessage(mailing.error)}
        </p>
      )}
      {hasFailed && (
        <p role="alert" className="font-semibold text-danger">
          O comprovante não chegou inteiro. Verifique sua internet e tente de novo.
        </p>
      )}
      {parts === 1 && fitsQr(file) && (
        <details className="rounded-md border border-line">
          <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold">
            Passar o comprovante para outro celular
          </summary>
          <div className="grid gap-3 border-t border-line p-4">
            <p className="text-ink-soft">
              Leia este código com a câmera do outro aparelho e guarde o texto: ele é o comprovante inteiro.
            </p>
            <QrCode text={file} label="Comprovante em código QR" ecc="L" wide />
          </div>
        </details>
      )}
      {identity !== null && <OwnIdentity identity={identity} externalReference={externalReference} />}
    </>
  );
}

function OwnIdentity({ identity, externalReference }: { identity: string; externalReference: string }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold">
        Como provar que o comprovante é seu
      </summary>
      <div className="grid gap-3 border-t border-line px-4 py-3">
        <p className="text-ink-soft">
          O arquivo não diz quem você é. Este texto, que só aparece aqui, abre essa parte. Guarde junto e
          mostre só a quem precisar conferir: ele tem o seu nome e CPF.
        </p>
        <pre aria-label="Texto que abre a sua identidade" className="text-sm break-all whitespace-pre-wrap">
          {identity}
        </pre>
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => saveFile(`identidade-${externalReference}.txt`, new Blob([identity]))}
        >
          Baixar a minha identidade
        </Button>
      </div>
    </details>
  );
}

/** The order's page and the receipt contradict each other, or the receipt and the log. */
function Contradiction({ receipt: { contradiction } }: { receipt: ReadyReceipt }) {
  if (!contradiction) return null;
  return (
    <EvidenceAlert
      title={
        contradiction === 'RECEIPT_CHANGED'
          ? 'Este comprovante não é o que está no registro público.'
          : 'Os números desta página não são os do comprovante.'
      }
    >
      <p>
        {contradiction === 'RECEIPT_CHANGED'
          ? 'Alguém mudou o comprovante depois do pagamento. Se você guardou o seu antes, é ele que vale.'
          : 'Valem os do comprovante, que está no registro público desde o pagamento: baixe e guarde o arquivo.'}{' '}
        Guarde também uma foto desta página, e avise a organização e o Procon, a Secretaria de Prêmios e
        Apostas ou o Ministério Público.
      </p>
    </EvidenceAlert>
  );
}

const EXIT_WORDS: Record<string, string> = {
  reembolso: 'reembolso',
  desistencia: 'desistência',
  contestacao: 'contestação do pagamento',
  doacao: 'presente',
  cancelamento: 'cancelamento da rifa',
};

/** Cotas missing from the frozen list: by an exclusion in the log, or without a reason. */
function MissingCotas({ receipt: { missing, exits } }: { receipt: ReadyReceipt }) {
  if (missing.length === 0) return null;
  const isExcused = (rifaId: string, number: number) =>
    exits.some(
      (exit) =>
        exit.numbers[0] === 'todas' || (exit.rifaId === rifaId && exit.numbers.includes(String(number))),
    );
  const unexcused = missing.flatMap(({ rifaId, totalNumbers, numbers }) =>
    numbers
      .filter((number) => !isExcused(rifaId, number))
      .map((number) => formatCotaNumber(number, totalNumbers)),
  );
  if (unexcused.length === 0) {
    const reasons = [...new Set(exits.map(({ reason }) => EXIT_WORDS[reason] ?? reason))];
    return (
      <p className="rounded-md bg-sun-tint px-4 py-3">
        Há cotas deste pedido fora da lista congelada, e o registro diz por quê: {reasons.join(', ')}.
      </p>
    );
  }
  return (
    <EvidenceAlert
      title={`${unexcused.length === 1 ? 'Uma cota paga não está' : `${unexcused.length} cotas pagas não estão`} na lista congelada.`}
    >
      <p>
        {unexcused.length === 1 ? 'Número' : 'Números'} {unexcused.join(', ')}. O registro não traz reembolso,
        desistência nem contestação que explique. Baixe e guarde o comprovante: ele é a prova. Avise a
        organização e também o Procon, a Secretaria de Prêmios e Apostas ou o Ministério Público.
      </p>
    </EvidenceAlert>
  );
}
