import { unpaidCap } from '@mare/domain/orders/unpaid-cap.ts';
import {
  linesToAllocate,
  type ReserveRequest,
  unpaidCentavosOf,
  type UnpaidLimit,
} from './reserve-request.ts';
import { type CappedLine, holdingsKey } from './unpaid-holdings.queries.ts';

/** Decides on the orders of one batch; each order takes earlier orders of the batch into account. */
export class UnpaidTally {
  readonly #holdings: ReadonlyMap<string, CappedLine>;
  readonly #ofPerson = new Map<string, { cotas: number; centavos: number }>();
  readonly #ofNetwork = new Map<string, number>();
  readonly #ofRifa = new Map<string, number>();

  constructor(holdings: ReadonlyMap<string, CappedLine>) {
    this.#holdings = holdings;
  }

  /** The buyer's account was deleted or merged since the request began. */
  isClosed({ userId, lines }: ReserveRequest): boolean {
    return lines.some(({ rifaId }) => this.#holdings.get(holdingsKey(userId, rifaId))?.isClosed);
  }

  /** @returns the rifa whose unpaid cap the person would exceed, or null */
  findExceeded(request: ReserveRequest): UnpaidLimit | null {
    for (const [rifaId, quantity] of cotasByRifa(request)) {
      const line = this.#holdings.get(holdingsKey(request.userId, rifaId));
      if (!line) continue;
      const inBatch = this.#ofPerson.get(personKey(line));
      const unpaid = line.unpaid + (inBatch?.cotas ?? 0);
      const networkUnpaid =
        line.networkUnpaid === null
          ? null
          : line.networkUnpaid + (this.#ofNetwork.get(networkKey(line)) ?? 0);
      const held = {
        ...line,
        free: line.free - (this.#ofRifa.get(rifaId) ?? 0),
        unpaid,
        networkUnpaid,
        unpaidCentavos: line.unpaidCentavos + (inBatch?.centavos ?? 0),
      };
      const allowed = Math.max(0, unpaidCap(held, unpaidCentavosOf(request)) - unpaid);
      if (quantity > allowed) return { rifaId, allowed, unpaid };
    }
    return null;
  }

  add(request: ReserveRequest): void {
    for (const [rifaId, quantity] of cotasByRifa(request)) {
      this.#ofRifa.set(rifaId, (this.#ofRifa.get(rifaId) ?? 0) + quantity);
      const line = this.#holdings.get(holdingsKey(request.userId, rifaId));
      if (!line) continue;
      const { cotas, centavos } = this.#ofPerson.get(personKey(line)) ?? { cotas: 0, centavos: 0 };
      this.#ofPerson.set(personKey(line), {
        cotas: cotas + quantity,
        centavos: centavos + unpaidCentavosOf(request),
      });
      if (line.paidCentavos === 0)
        this.#ofNetwork.set(networkKey(line), (this.#ofNetwork.get(networkKey(line)) ?? 0) + quantity);
    }
  }
}

const personKey = ({ personId, rifaId }: CappedLine) => `${personId} ${rifaId}`;
const networkKey = ({ network, rifaId }: CappedLine) => `${network} ${rifaId}`;

function cotasByRifa(request: ReserveRequest): Map<string, number> {
  const cotas = new Map<string, number>();
  const lines = request.group?.kind === 'take' ? request.lines : linesToAllocate(request);
  for (const { rifaId, quantity } of lines) cotas.set(rifaId, (cotas.get(rifaId) ?? 0) + quantity);
  return cotas;
}
