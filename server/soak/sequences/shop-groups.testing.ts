/** Group purchases in the sequence tests. */
import { randomUUID } from 'node:crypto';
import type { DrawsTestbed } from '../../draws/draws.testing.ts';
import { endGroupAsStarter } from '../../orders/group-purchases/end-group.ts';
import { readGroup } from '../../orders/group-purchases/read-group.ts';
import type { GroupStart, GroupTake } from '../../orders/reservation/reserve-request.ts';
import type { Command } from './shop-commands.testing.ts';
import { type BoughtOrder, PRICE_CENTAVOS } from './shop-faults.testing.ts';

interface Shop {
  bed: DrawsTestbed;
  buy(rifas: string[], cotas: number, group: GroupStart | GroupTake): Promise<BoughtOrder | null>;
}

export class ShopGroups {
  private readonly groups: (GroupStart & { rifaId: string; starterId: string })[] = [];
  private readonly shop: Shop;

  constructor(shop: Shop) {
    this.shop = shop;
  }

  async start(
    rifaId: string,
    { parts, cotas }: Pick<Extract<Command, { kind: 'start-group' }>, 'parts' | 'cotas'>,
  ): Promise<void> {
    const group: GroupStart = {
      kind: 'start',
      id: randomUUID(),
      token: randomUUID(),
      name: 'Família',
      partIds: Array.from({ length: parts }, () => randomUUID()),
      quantity: cotas,
      tier: null,
      partCentavos: cotas * PRICE_CENTAVOS,
      deadline: new Date(this.shop.bed.clock.now().getTime() + 3_600_000),
    };
    const created = await this.shop.buy([rifaId], cotas, group);
    if (created) this.groups.push({ ...group, rifaId, starterId: created.userId });
  }

  async takePart({ group: groupIndex, part }: { group: number; part: number }): Promise<void> {
    const group = this.findRecentGroup(groupIndex);
    if (!group) return;
    const partId = group.partIds[1 + (part % (group.partIds.length - 1))]!;
    await this.shop.buy([group.rifaId], group.quantity, { kind: 'take', partId });
  }

  async end(index: number): Promise<void> {
    const group = this.findRecentGroup(index);
    if (group) await endGroupAsStarter(this.shop.bed, group.starterId, group.token);
  }

  /** Pages that contradict their orders, after every rifa has ended. */
  async findFaults(): Promise<string[]> {
    const faults: string[] = [];
    for (const { token } of this.groups) {
      const { state, parts } = (await readGroup(this.shop.bed.platform, token, null))!;
      const { rows: held } = await this.shop.bed.pool.query<{ status: string | null; numbers: number[] }>(
        `select status, selected_numbers as numbers from group_purchase_parts part
           join group_purchases on group_purchases.id = group_id
           left join orders on orders.id = part.order_id
           left join order_items on order_items.order_id = part.order_id
          where token = $1 order by part_no`,
        [token],
      );
      if (state !== 'ended' && state !== 'complete') faults.push(`group ${token} is ${state}`);
      for (const [index, { status, numbers }] of held.entries()) {
        const shown = parts[index]!;
        const isConsistent =
          shown.state === 'paid'
            ? status === 'paid' && String(numbers) === String(shown.numbers)
            : status !== 'paid' && status !== 'pending';
        if (!isConsistent)
          faults.push(`part ${index + 1} of group ${token}: ${shown.state}, order ${status}`);
      }
    }
    return faults;
  }

  private findRecentGroup(index: number) {
    return this.groups.at(-1 - (index % Math.max(1, this.groups.length)));
  }
}
