/** Compares the quote shown before payment with the current one. */

export interface QuotedPrice {
  lines: readonly {
    rifaId: string;
    title: string;
    /** Cotas the buyer receives, bonus included. */
    quantity: number;
    bonusQuantity: number;
    /** Before discounts. */
    fullCentavos: number;
  }[];
  discounts: readonly { kind: string; code: string | null; amountCentavos: number }[];
  totalCentavos: number;
}

export interface QuoteChange {
  /** `price`: centavos of a line. `bonus`: its free cotas. `discount`: centavos off the whole cart. */
  kind: 'price' | 'bonus' | 'discount';
  /** Null for a discount. */
  rifaId: string | null;
  /** Title of the rifa; for a discount, the coupon's code or empty. */
  title: string;
  was: number;
  is: number;
}

/**
 * Differences between two quotes of the same lines, in the order of the lines. Empty exactly when the buyer pays and
 * receives the same.
 */
export function compareQuotes(was: QuotedPrice, is: QuotedPrice): QuoteChange[] {
  const ofLines = is.lines.flatMap((line, index): QuoteChange[] => {
    const { rifaId, title } = line;
    const shown = was.lines[index];
    const change = (kind: QuoteChange['kind'], before: number, now: number): QuoteChange[] =>
      before === now ? [] : [{ kind, rifaId, title, was: before, is: now }];
    return [
      ...change('price', shown?.fullCentavos ?? 0, line.fullCentavos),
      ...change('bonus', shown?.bonusQuantity ?? 0, line.bonusQuantity),
    ];
  });
  const names = new Set([...was.discounts, ...is.discounts].map(nameOf));
  const ofDiscounts = [...names].flatMap((name): QuoteChange[] => {
    const [before, now] = [was, is].map(({ discounts }) =>
      discounts.filter((one) => nameOf(one) === name).reduce((sum, one) => sum + one.amountCentavos, 0),
    ) as [number, number];
    const title = [...was.discounts, ...is.discounts].find((one) => nameOf(one) === name)!.code ?? '';
    return before === now ? [] : [{ kind: 'discount', rifaId: null, title, was: before, is: now }];
  });
  return [...ofLines, ...ofDiscounts];
}

function nameOf({ kind, code }: QuotedPrice['discounts'][number]): string {
  return `${kind} ${code ?? ''}`;
}
