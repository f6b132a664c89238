/** Steps of the dispute sequences: the bank, the buyers, the recipients of gifts and the team. */
import { ORPCError } from '@orpc/server';
import { sendRefunds } from '../../payments/payments.testing.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { giveCotas } from './buyer-steps.testing.ts';
import { buy, type DisputeHistory, INSTANT_PRIZES, applyBeaconRound } from './dispute-history.testing.ts';
import type { DisputeShop } from './dispute-shop.testing.ts';
import {
  cancelRifa,
  drawFrozenRifas,
  handOverCash,
  takePayoutStep,
  requestRefund,
  undoHandOver,
} from './team-steps.testing.ts';

export type BankStep =
  | 'mediation'
  | 'charge_back'
  | 'win_dispute'
  | 'lose_charge_back'
  | 'reverse_charge_back';

/** `order`, `rifa` and `gift` are indices, counted around. */
export type DisputeStep =
  | { do: 'bank'; order: number; to: readonly BankStep[]; isJobLate: boolean }
  | { do: 'refund'; order: number; how: 'amount' | 'rifa' | 'withdrawal'; rifa: number }
  | { do: 'send refunds' }
  | { do: 'give'; order: number; cotas: number; isClaimed: boolean }
  | { do: 'claim' | 'withdraw gift'; gift: number }
  | { do: 'freeze' | 'cancel'; rifa: number }
  | { do: 'draw' }
  | { do: 'payout'; to: 'collect' | 'approve' | 'pay' }
  | { do: 'buy'; cotas: number }
  | { do: 'round' }
  | { do: 'hand over' | 'undo hand-over' }
  | { do: 'deliver'; position: number };

/** Takes a step, and reads every payment; a rejection is one of the valid outcomes. */
export async function takeDisputeStep(
  shop: DisputeShop,
  history: DisputeHistory,
  step: DisputeStep,
): Promise<void> {
  shop.clock.advance(60);
  try {
    await runStep(shop, history, step);
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
  for (const { paymentId, isCash } of history.orders)
    if (!isCash) await applySnapshot(shop.payments, await shop.read(paymentId), 'check');
}

async function runStep(shop: DisputeShop, history: DisputeHistory, step: DisputeStep): Promise<void> {
  const order = 'order' in step ? history.orders[step.order % history.orders.length]! : undefined;
  const rifaId = 'rifa' in step ? history.rifas[step.rifa % history.rifas.length]! : undefined;
  const gift =
    'gift' in step && history.gifts.length > 0 ? history.gifts[step.gift % history.gifts.length] : undefined;
  switch (step.do) {
    case 'bank':
      if (order!.isCash) return;
      for (const to of step.to) await shop.transition(order!.paymentId, to);
      return;
    case 'refund':
      return requestRefund(shop, order!, step.how, rifaId!);
    case 'send refunds':
      return sendRefunds(shop.payments);
    case 'give':
      return giveCotas(shop, history, order!, step);
    case 'claim':
      if (gift) await shop.clientOf(gift.recipientId).orders.claimGift({ reference: gift.reference });
      return;
    case 'withdraw gift':
      if (gift) await shop.clientOf(gift.order.userId).orders.cancelGift({ reference: gift.reference });
      return;
    case 'freeze':
      return void (await shop.freeze(rifaId!));
    case 'cancel':
      return cancelRifa(shop, rifaId!);
    case 'draw':
      return drawFrozenRifas(shop, history);
    case 'payout':
      return takePayoutStep(shop, history, step.to);
    case 'hand over':
      return handOverCash(shop, history);
    case 'undo hand-over':
      return undoHandOver(shop, history);
    case 'round':
      return applyBeaconRound(shop);
    case 'deliver':
      return void (await shop.admin.draws.deliverInstantPrize({
        rifaId: history.rifas[0]!,
        position: 1 + (step.position % INSTANT_PRIZES),
        note: 'Em mãos.',
      }));
    case 'buy':
      return buy(shop, history, [{ rifaId: history.rifas[0]!, cotas: step.cotas }]);
  }
}
