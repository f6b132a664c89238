/**
 * Stands in the sequence tests: phones that sell offline and send their sales late, twice and in any order. The
 * server must keep every sale that it accepted, and must accept sales from an open allotment.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { StandSale } from '@mare/contract/checkout/stand.ts';
import { sendSales } from '../../checkout/stand/send-sales.ts';
import type { DrawsTestbed } from '../../draws/draws.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { endDueAllotments, returnAllotment } from '../../orders/stand/end-allotments.ts';
import { setNumbersAside } from '../../orders/stand/set-numbers-aside.ts';
import { returnCash } from '../../payments/cash/return-cash.ts';
import type { Command } from './shop-commands.testing.ts';

/** Some buyers return. */
const PHONES = 5;

interface StandSaleState {
  sale: StandSale;
  /** Outcome that the phone received; null before the first response. */
  response: 'sold' | 'rejected' | null;
  /** The server accepted the sale, whether or not the phone received the response. */
  isAccepted: boolean;
}

interface Stand {
  id: string;
  sendKey: string;
  sellerId: string;
  rifaId: string;
  sellUntil: Date;
  /** Numbers that the phone believes to be unsold. */
  unsold: number[];
  sales: StandSaleState[];
}

type Sending = Pick<
  Extract<Command, { kind: 'send-sales' }>,
  'isRepeated' | 'isReversed' | 'copies' | 'isResponseReceived'
>;

export class ShopStands {
  readonly faults: string[] = [];
  private readonly stands: Stand[] = [];
  private readonly bed: DrawsTestbed;
  private sold = 0;

  constructor(bed: DrawsTestbed) {
    this.bed = bed;
  }

  async open(rifaId: string, quantity: number, hours: number): Promise<void> {
    const { bed } = this;
    const userId = await addBuyer(bed.db);
    await bed.db.updateTable('profiles').set({ role: 'seller' }).where('id', '=', userId).execute();
    const sendKey = randomBytes(32).toString('base64url');
    const request = { id: randomUUID(), rifaId, sendKey, quantity, hours };
    const set = await setNumbersAside(bed.platform, { userId, ipAddress: null }, request);
    if (!set.ok) return;
    const { id, numbers, sellUntil } = set.allotment;
    this.stands.push({ id, sendKey, sellerId: userId, rifaId, sellUntil, unsold: numbers, sales: [] });
  }

  /** Sells on the phone only. */
  sell(index: number, cotas: number): void {
    const stand = this.findRecentStand(index);
    const { bed } = this;
    if (!stand || bed.clock.now() > stand.sellUntil || stand.unsold.length < cotas) return;
    const sale: StandSale = {
      id: randomUUID(),
      externalReference: randomBytes(18).toString('base64url'),
      quantity: cotas,
      tier: null,
      numbers: stand.unsold.splice(0, cotas),
      paidCentavos: cotas * 200,
      paidWith: 'cash',
      name: 'Zé da Feira',
      phone: `82 98000000${this.sold++ % PHONES}`,
      soldAt: bed.clock.now().toISOString(),
    };
    stand.sales.push({ sale, response: null, isAccepted: false });
  }

  /**
   * @param isOutcomeCertain nothing else ends sales at the same time
   * @returns the references of new orders
   */
  async send(
    index: number,
    sending: Sending,
    isOutcomeCertain: boolean,
  ): Promise<{ reference: string; stand: Stand }[]> {
    const stand = this.findRecentStand(index);
    if (!stand) return [];
    const toSend = stand.sales.filter(
      ({ response }) => response === null || (sending.isRepeated && response === 'sold'),
    );
    if (sending.isReversed) toSend.reverse();
    const isOpen = isOutcomeCertain && (await this.isOpen(stand));
    const sales = toSend.map(({ sale }) => sale);
    const sent = await Promise.all(
      Array.from({ length: sending.copies }, () =>
        sendSales(this.bed.platform, null, { allotmentId: stand.id, sendKey: stand.sendKey, sales }),
      ),
    );
    const accepted = [];
    for (const sold of toSend) {
      const { id, externalReference: reference } = sold.sale;
      const results = sent.flatMap((each) => (each.ok ? each.results : [])).filter((each) => each.id === id);
      const responses = JSON.stringify(results);
      const isSold = results.some(({ outcome }) => outcome === 'sold');
      const isRejected = results.some(({ outcome }) => outcome === 'rejected');
      if (isSold && isRejected) this.faults.push(`sale ${id} is sold and rejected: ${responses}`);
      if (!isSold && (sold.isAccepted || isOpen)) this.faults.push(`sale ${id} must be sold: ${responses}`);
      if (isSold && !sold.isAccepted) accepted.push({ reference, stand });
      sold.isAccepted ||= isSold;
      if (sending.isResponseReceived && (isSold || isRejected)) sold.response = isSold ? 'sold' : 'rejected';
    }
    return accepted;
  }

  async giveBack(index: number, isByAdmin: boolean): Promise<void> {
    const stand = this.findRecentStand(index);
    if (!stand) return;
    const userId = isByAdmin ? this.bed.admins[0] : stand.sellerId;
    const by = { userId, ipAddress: null };
    const given = await returnAllotment(this.bed.platform, by, { id: stand.id, managesRifas: isByAdmin });
    if (!given.ok) this.faults.push(`allotment ${stand.id} was not given back: ${given.code}`);
    else if (!isByAdmin) stand.unsold = [];
  }

  /** Runs the work that is due: ends expired allotments and pays waiting cash refunds. */
  async runDueWork(): Promise<void> {
    const { bed } = this;
    await endDueAllotments(bed.platform);
    const waiting = await bed.db
      .selectFrom('refunds')
      .select('id')
      .where('provider', '=', 'cash')
      .where('state', '=', 'requested')
      .execute();
    const receipt = { userId: bed.admins[0], note: 'Entregue em mãos, recibo assinado.' };
    for (const { id } of waiting)
      await bed.db.transaction().execute((trx) => returnCash(bed.payments, trx, id, receipt));
  }

  /** Every phone is online again and sends its sales. */
  async sendAll(): Promise<{ reference: string; stand: Stand }[]> {
    const accepted = [];
    for (const index of this.stands.keys())
      accepted.push(
        ...(await this.send(
          index,
          { isRepeated: true, isReversed: false, copies: 1, isResponseReceived: true },
          false,
        )),
      );
    return accepted;
  }

  /** Violated invariants at the end; empty if all hold. */
  async findFaults(): Promise<string[]> {
    const rows = await this.bed.db
      .selectFrom('standSales')
      .innerJoin('orders', 'orders.id', 'standSales.orderId')
      .select(['standSales.id', 'orders.externalReference', 'orders.paidAt'])
      .execute();
    const orders = new Map(rows.map((row) => [row.id, row]));
    const faults = [...this.faults];
    for (const { sale, isAccepted } of this.stands.flatMap(({ sales }) => sales)) {
      const { id, externalReference } = sale;
      const order = orders.get(id);
      if (isAccepted !== (order !== undefined))
        faults.push(`sale ${id}: ${isAccepted ? 'accepted without' : 'rejected with'} an order`);
      if (order && (order.externalReference !== externalReference || !order.paidAt))
        faults.push(`sale ${id} has another order, or one that is not paid`);
    }
    return faults;
  }

  /** The allotment has not ended and its rifa is on sale, so its numbers belong to the seller. */
  private async isOpen({ id }: Stand): Promise<boolean> {
    const row = await this.bed.db
      .selectFrom('standAllotments')
      .innerJoin('rifas', 'rifas.id', 'standAllotments.rifaId')
      .select('standAllotments.id')
      .where('standAllotments.id', '=', id)
      .where('endedAt', 'is', null)
      .where('rifas.status', '=', 'active')
      .where('salesEndAt', '>', this.bed.clock.now())
      .executeTakeFirst();
    return row !== undefined;
  }

  private findRecentStand(index: number): Stand | undefined {
    return this.stands.at(-1 - (index % Math.max(1, this.stands.length)));
  }
}
