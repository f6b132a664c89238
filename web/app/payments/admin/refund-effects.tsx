import { totalQuantity } from '@mare/domain/orders/total-quantity.ts';
import type { RefundPreview } from '@mare/contract/orders/orders.ts';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { formatBrl, formatCotaNumber, formatCount, formatInteger } from '../../format.ts';
import { groupAfterRefund } from './group-after-refund.ts';

interface RefundEffectsProps {
  history: PaymentHistory;
  chosen: RefundPreview['returned'];
  centavos: number;
}

/** The id of a cash payment is that of its order. */
export const isPaidInCash = ({ payments, orderId }: PaymentHistory): boolean =>
  payments.some(({ paymentId }) => paymentId === orderId);

/** All effects of a refund, shown before it is confirmed. */
export function RefundEffects({ history, chosen, centavos }: RefundEffectsProps) {
  const cotas = totalQuantity(chosen);
  return (
    <div className="grid gap-3">
      <p>
        {formatBrl(centavos)} voltam para {history.buyer.name}.{' '}
        {cotas > 0
          ? `${formatCount(cotas, 'cota deixa de valer e volta à venda', 'cotas deixam de valer e voltam à venda')}.`
          : 'As cotas continuam com o comprador.'}{' '}
        Isto não pode ser desfeito.
      </p>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        {isPaidInCash(history) && (
          <li>Foi uma venda em mãos: a devolução entra na lista do que falta entregar em mãos.</li>
        )}
        {history.affiliateCode && (
          <li>A comissão do afiliado {history.affiliateCode} diminui na mesma medida.</li>
        )}
        {cotas > 0 && (
          <li>Os pontos diminuem na mesma medida, e presentes com estas cotas deixam de valer.</li>
        )}
        {cotas > 0 && history.group && <AfterRefund group={history.group} />}
        {history.gifted.map(({ rifaId, quantity }) => {
          const rifa = chosen.find((cotas) => cotas.rifaId === rifaId);
          if (!rifa) return null;
          const accepted =
            quantity === 1
              ? '1 cota é um presente já aceito. Quem o recebeu deixa de concorrer com ela'
              : `${formatInteger(quantity)} cotas são presentes já aceitos. Quem os recebeu deixa de concorrer com elas`;
          return (
            <li key={rifaId} className="font-semibold">
              {rifa.title}: {accepted}, e recebe um aviso.
            </li>
          );
        })}
        {history.wins.map(({ title, totalNumbers, position, number }) => (
          <li key={`${title} ${position}`} className="font-semibold">
            Este pedido ganhou o {position}º prêmio de {title}, com o número{' '}
            {formatCotaNumber(number, totalNumbers)}. O prêmio continua com quem ganhou.
          </li>
        ))}
      </ul>
    </div>
  );
}

/** List items. */
function AfterRefund({ group }: { group: NonNullable<PaymentHistory['group']> }) {
  const after = groupAfterRefund(group);
  return (
    <>
      <li className="font-semibold">{after.group}</li>
      {after.members.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </>
  );
}
