/** Group purchases in the sequence tests. */
import { randomUUID } from 'node:crypto';
import type { DrawsTestbed } from '../draws/draws.testing.ts';
import { endGroupAsStarter } from '../orders/group-purchases/end-group.ts';
import type { GroupStart, GroupTake } from '../orders/reservation/reserve-request.ts';
import type { Command } from './shop-commands.testing.ts';
import { type Bought, PRICE_CENTAVOS } from './shop-faults.testing.ts';

interface Shop {
  bed: DrawsTestbed;
  buy(rifas: string[], cotas: number, group: GroupStart | GroupTake): Promise<Bought | null>;
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

  async takePart({ group: back, part }: { group: number; part: number }): Promise<void> {
    const group = this.nth(back);
    if (!group) return;
    const partId = group.partIds[1 + (part % (group.partIds.length - 1))]!;
    await this.shop.buy([group.rifaId], group.quantity, { kind: 'take', partId });
  }

  async end(back: number): Promise<void> {
    const group = this.nth(back);
    if (group) await endGroupAsStarter(this.shop.bed, group.starterId, group.token);
  }

  private nth(back: number) {
    return this.groups.at(-1 - (back % Math.max(1, this.groups.length)));
  }
}
