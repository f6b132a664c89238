/** Runs the commands of the sequence tests against the shop and a small model of the expected state. */
import { randomUUID } from 'node:crypto';
import { deleteAccount } from '../../accounts/privacy/delete-account.ts';
import { type DrawsTestbed, freshExtraction, PRIZES } from '../../draws/draws.testing.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { cancelGift } from '../../orders/gifts/cancel-gift.ts';
import { claimGift } from '../../orders/gifts/claim-gift.ts';
import { giveCotas } from '../../orders/gifts/give-cotas.ts';
import type { GroupStart, GroupTake } from '../../orders/reservation/reserve-request.ts';
import { line } from '../../orders/orders.testing.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { createPaymentLoops } from '../../payments/loops/payment-loops.ts';
import { until } from '../../payments/payments.testing.ts';
import { isWorkDone } from '../../payments/unfinished-work.testing.ts';
import { refundAsAdmin } from '../../payments/refunds/refund-as-admin.ts';
import { refundRifa } from '../../payments/refunds/cancelled/refund-rifa.ts';
import { withdrawOrder } from '../../payments/refunds/withdraw-order.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import type { Command } from './shop-commands.testing.ts';
import { type BoughtOrder, findFaults, readHeldNumbers, readNumberCounts } from './shop-faults.testing.ts';
import { ShopGroups } from './shop-groups.testing.ts';
import { deliverAndRefund, excludeBuyer, mergeBuyers, payTwice } from './shop-people.testing.ts';
import { ShopStands } from './shop-stands.testing.ts';

/** Kinds of work that commands can create. */
const WORK = ['orders', 'groups', 'stands', 'refunds', 'webhooks', 'payments'] as const;

const UNDISPUTED = { isDisputed: false, isLost: false };

export class ShopModel {
  readonly orders: BoughtOrder[] = [];
  readonly cancelled = new Set<string>();
  private readonly groups: ShopGroups;
  private readonly stands: ShopStands;
  private readonly faults: string[] = [];
  readonly bed: DrawsTestbed;
  readonly rifas: string[];

  constructor(bed: DrawsTestbed, rifas: string[]) {
    this.bed = bed;
    this.rifas = rifas;
    this.groups = new ShopGroups(this);
    this.stands = new ShopStands(bed);
  }

  /** Runs commands concurrently. */
  async runCommands(commands: Command[]): Promise<void> {
    const frozen = await this.readFrozenRifas();
    const isOutcomeCertain = commands.every(
      ({ kind }) => !['wait', 'cancel', 'freeze', 'give-back', 'exclude'].includes(kind),
    );
    // Before the commands add orders.
    const targets = commands.map((command) => ({
      command,
      bought: 'order' in command ? this.findRecentOrder(command.order) : undefined,
      into: 'into' in command ? this.findRecentOrder(command.into) : undefined,
    }));
    await Promise.all(
      targets.map(({ command, bought, into }) => this.runCommand(command, bought, isOutcomeCertain, into)),
    );
    for (const { command, bought } of targets) this.removeExpected(command, bought, frozen);
    await this.runDueWork();
    for (const rifaId of this.rifas) await readNumberCounts(this.bed, rifaId);
  }

  private async runCommand(
    command: Command,
    bought: BoughtOrder | undefined,
    isOutcomeCertain: boolean,
    into: BoughtOrder | undefined,
  ): Promise<void> {
    const { bed } = this;
    const at = (index: number) => this.rifas[index]!;
    if (command.kind === 'pay-twice') {
      const created = await this.buy([at(command.rifa)], command.cotas, undefined, 'hosted');
      return created ? payTwice(bed, created, isOutcomeCertain) : undefined;
    }
    if (command.kind === 'buy') return void (await this.buy(command.rifas.map(at), command.cotas));
    if (command.kind === 'start-group') return this.groups.start(at(command.rifa), command);
    if (command.kind === 'take-part') return this.groups.takePart(command);
    if (command.kind === 'end-group') return this.groups.end(command.group);
    if (command.kind === 'set-aside')
      return this.stands.open(this.rifas[command.rifa]!, command.cotas, command.hours);
    if (command.kind === 'sell-offline') return this.stands.sell(command.stand, command.cotas);
    if (command.kind === 'send-sales')
      return this.addStandOrders(await this.stands.send(command.stand, command, isOutcomeCertain));
    if (command.kind === 'give-back') return this.stands.giveBack(command.stand, command.isByAdmin);
    if (command.kind === 'wait') return bed.clock.advance(command.minutes * 60);
    if (command.kind === 'provider') {
      const { dropped, copies, errors } = command;
      await bed.control('PUT', '/webhooks/policy', { drop_rate: dropped, copies, reorder: copies > 1 });
      await bed.faults({ status: 500, probability: errors }, { malformed_json: true, probability: errors });
      return;
    }
    if (command.kind === 'cancel') return this.cancel(this.rifas[command.rifa]!);
    if (command.kind === 'freeze') return void (await bed.freeze(this.rifas[command.rifa]!));
    if (!bought) return;
    if (command.kind === 'pay') return this.pay(bought, command.late, isOutcomeCertain);
    if (command.kind === 'dispute') return this.dispute(bought, command.to);
    if (command.kind === 'delete') return void (await deleteAccount(bed.platform, bought));
    if (command.kind === 'exclude') return excludeBuyer(bed, bought.userId);
    if (command.kind === 'merge') return mergeBuyers(this, bought, into!);
    const stored = await findOrderByReference(bed.db, bought.externalReference);
    if (command.kind === 'withdraw') {
      await withdrawOrder({ context: bed.payments } as Parameters<typeof withdrawOrder>[0], stored!);
    } else if (command.kind === 'refund') {
      await refundAsAdmin(bed.payments, {
        orderId: bought.id,
        amountCentavos: null,
        rifaIds: [this.rifas[command.rifa]!],
        requestId: randomUUID(),
        note: 'Combinado.',
        userId: bed.admins[0],
      });
    } else {
      const [{ rifaId, numbers } = { rifaId: '', numbers: [] }] = stored!.lines;
      if (numbers.length === 0) return;
      const request = {
        rifaId,
        numbers: numbers.slice(0, command.cotas),
        recipientName: 'Vó Nina',
        message: null,
        email: null,
      };
      const given = await giveCotas(bed.platform, stored!, request);
      if (!given.ok) return;
      const { reference } = given.gift;
      if (command.isCancelled) await cancelGift(bed.platform, bought.userId, reference);
      const people = await Promise.all(Array.from({ length: command.claims }, () => bed.buyer()));
      await Promise.all(people.map((person) => claimGift(bed.platform, person, reference)));
    }
  }

  async buy(
    rifas: string[],
    cotas: number,
    group?: GroupStart | GroupTake,
    kind: 'pix' | 'hosted' = 'pix',
  ): Promise<(BoughtOrder & { attemptId: string }) | null> {
    const { bed } = this;
    const holdEnd = bed.clock.now().getTime() + 15 * 60_000;
    const created = await bed
      .order(kind, { lines: rifas.map((rifaId) => line(rifaId, cotas)), group })
      .catch((error: Error) => {
        if (!/^[A-Z_]+$/.test(error.message)) throw error;
        return null;
      });
    if (!created) return null;
    const bought = { ...created, holdEnd, due: new Map(), ...UNDISPUTED };
    this.orders.push(bought);
    return bought;
  }

  /** Orders of stands: paid in cash, so their cotas must never be released. */
  private async addStandOrders(sold: Awaited<ReturnType<ShopStands['send']>>): Promise<void> {
    for (const { reference, stand } of sold) {
      const stored = (await findOrderByReference(this.bed.db, reference))!;
      const due = new Map(stored.lines.map(({ rifaId, numbers }) => [rifaId, numbers] as const));
      if (this.cancelled.has(stand.rifaId)) due.clear();
      const { id, userId } = stored;
      this.orders.push({ id, userId, externalReference: reference, holdEnd: 0, due, ...UNDISPUTED });
    }
  }

  private async pay(bought: BoughtOrder, afterExpiry: boolean, isOutcomeCertain: boolean): Promise<void> {
    const { bed } = this;
    const paymentId = await this.findLatestPayment(bought);
    if (!paymentId) return;
    const { status } = afterExpiry
      ? await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`)
      : await bed.transition(paymentId, 'approve');
    const isInTime = bed.clock.now().getTime() < bought.holdEnd - 60_000;
    if (status !== 'approved' || !isOutcomeCertain || !isInTime || bought.due.size > 0 || bought.isDisputed)
      return;
    if ((await bed.status(bought.id)) !== 'pending') return;
    for (const [rifaId, numbers] of await readHeldNumbers(this.bed, bought))
      if (!this.cancelled.has(rifaId)) bought.due.set(rifaId, numbers);
  }

  private async dispute(bought: BoughtOrder, to: string): Promise<void> {
    const paymentId = await this.findLatestPayment(bought);
    if (!paymentId) return;
    // The bank may still reverse a lost dispute.
    if (bought.isLost !== (to === 'reverse_charge_back')) return;
    bought.isDisputed = true;
    bought.isLost = to === 'lose_charge_back';
    await this.bed.transition(paymentId, to);
  }

  private async cancel(rifaId: string): Promise<void> {
    const { bed } = this;
    const by = { userId: bed.admins[0], ipAddress: null };
    const change = { id: rifaId, version: null, to: 'cancelled', note: 'Sem prêmio.' } as const;
    const done = await changeRifaState(bed.platform, by, { ...change, cancelReason: 'OTHER' });
    if (!done.ok) return;
    this.cancelled.add(rifaId);
    await refundRifa(bed.payments, rifaId);
  }

  /** Removes from the expected cotas those that a command returned. Cotas on a frozen list are never returned. */
  private removeExpected(done: Command, bought: BoughtOrder | undefined, frozen: ReadonlySet<string>): void {
    if (done.kind === 'cancel') {
      const rifaId = this.rifas[done.rifa]!;
      if (this.cancelled.has(rifaId)) for (const { due } of this.orders) due.delete(rifaId);
      return;
    }
    if (!bought) return;
    if (done.kind !== 'withdraw' && done.kind !== 'refund' && done.kind !== 'dispute') return;
    if (done.kind === 'dispute') return bought.due.clear();
    for (const rifaId of bought.due.keys())
      if (!frozen.has(rifaId) && (done.kind === 'withdraw' || this.rifas[done.rifa] === rifaId))
        bought.due.delete(rifaId);
  }

  /** Ends every rifa with a draw, after the provider has recovered. */
  async finish(): Promise<void> {
    const { bed } = this;
    await bed.faults();
    await bed.control('PUT', '/webhooks/policy', { drop_rate: 0, copies: 1, reorder: false });
    for (const { externalReference, isDisputed, isLost } of this.orders)
      if (isDisputed && !isLost) await this.settleDispute(externalReference);
    await this.settle();
    await this.addStandOrders(await this.stands.sendAll());
    const drawn = this.rifas.filter((rifaId) => !this.cancelled.has(rifaId));
    const extraction = freshExtraction();
    for (const rifaId of drawn) {
      await bed.freeze(rifaId);
      const sealed = await bed.seal(rifaId, extraction);
      if (!sealed.ok) throw new Error(`seal of ${rifaId}: ${sealed.code}`);
    }
    await bed.waitForLottery();
    if (drawn.length > 0) await bed.confirmOfficially(PRIZES, extraction);
    for (const rifaId of drawn) await drawRifa(bed.platform, rifaId, withdrawVouchers);
    await this.settle();
    for (const rifaId of drawn) this.faults.push(...(await deliverAndRefund(bed, rifaId)));
    await this.settle();
  }

  private async settleDispute(reference: string): Promise<void> {
    const { rows } = await this.bed.pool.query<{ id: number; status: string }>(
      `select id, status from sandbox.payments where external_reference = $1
         and status in ('in_mediation', 'charged_back')`,
      [reference],
    );
    for (const { id } of rows) await this.bed.transition(String(id), 'win_dispute');
  }

  /** Repeats until no work is left. */
  private async settle(): Promise<void> {
    const { bed } = this;
    await until(async () => {
      bed.clock.advance(600);
      await this.runDueWork();
      return isWorkDone(bed.pool, bed.clock.now(), WORK);
    });
  }

  /** Violated invariants; empty if all hold. */
  async findFaults(): Promise<string[]> {
    const faultsOfParts = [...(await this.stands.findFaults()), ...(await this.groups.findFaults())];
    return [...this.faults, ...(await findFaults(this)), ...faultsOfParts];
  }

  private findRecentOrder(index: number): BoughtOrder | undefined {
    const { length } = this.orders;
    return this.orders[length - 1 - (index % length)];
  }

  private async findLatestPayment({ externalReference }: BoughtOrder): Promise<string | null> {
    const { rows } = await this.bed.pool.query<{ id: number }>(
      'select id from sandbox.payments where external_reference = $1 order by id desc limit 1',
      [externalReference],
    );
    return rows[0] ? String(rows[0].id) : null;
  }

  private async readFrozenRifas(): Promise<Set<string>> {
    const lists = await this.bed.db.selectFrom('drawLists').select('rifaId').execute();
    return new Set(lists.map(({ rifaId }) => rifaId));
  }

  private async runDueWork(): Promise<void> {
    const loops = createPaymentLoops(this.bed.payments);
    await this.stands.runDueWork();
    for (const loop of [loops.hints, loops.checks, loops.expiry, loops.refunds, loops.hints])
      await loop.drain();
  }
}
