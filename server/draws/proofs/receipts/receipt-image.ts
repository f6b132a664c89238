/** Receipt image of a paid order for sharing in chats: numbers, rule and proof, 1080 × 1350 pixels. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { formatLongDate, formatDateTime, formatInteger } from '@mare/domain/format.ts';
import { isDisputed } from '../../../orders/reading/disputed-orders.ts';
import { linesWithoutGifts } from '../../../orders/gifts/lines-without-gifts.ts';
import { findOrderByReference } from '../../../orders/reading/find-order.ts';
import {
  type Box,
  box,
  COLORS,
  truncate,
  drawPicture,
  textBox,
} from '../../../platform/documents/draw-picture.ts';
import { logoBox } from '../../../platform/documents/logo.ts';
import type { ShopBrand } from '../../../settings/read-shop-identity.ts';
import { selectNumbersGoingBack } from '../../../orders/returns/numbers-going-back.ts';
import { shortBuyerName } from '../../../orders/reading/buyer-name.ts';

const WIDTH = 1080;
const HEIGHT = 1350;
const RIFAS_SHOWN = 2;
/** Total across the rifas shown. */
const NUMBERS_SHOWN = 36;

export interface Receipt {
  buyerName: string;
  paidAt: Date;
  rifas: {
    title: string;
    totalNumbers: number;
    drawDate: Date;
    /** Ascending. */
    numbers: number[];
    drawRule: string;
    /** SHA-256 of the frozen list; null until frozen. */
    listHash: string | null;
    /** Why the cotas take part in no draw now; null if they do. */
    note: string | null;
  }[];
}

/**
 * Without given cotas, those that a frozen list left out, and those that are being refunded while others stay.
 * @returns null when the order does not exist or is not paid
 */
export async function readReceipt(db: Kysely<DB>, reference: string): Promise<Receipt | null> {
  const order = await findOrderByReference(db, reference);
  if (order?.status !== 'paid' || !order.paidAt) return null;
  const excluded = await readExcluded(db, order.id);
  const goingBack = await selectNumbersGoingBack(db, order.id);
  const lines = (await linesWithoutGifts(db, order)).flatMap((line) => {
    const numbers = line.numbers.filter((number) => !excluded.has(`${line.rifaId}:${number}`));
    const back = goingBack.get(line.rifaId);
    const kept = numbers.filter((number) => !back?.has(number));
    const isGoingBack = kept.length === 0;
    return numbers.length > 0 ? [{ ...line, numbers: isGoingBack ? numbers : kept, isGoingBack }] : [];
  });
  const rules = await db
    .selectFrom('rifas')
    .leftJoin('drawLists', 'drawLists.rifaId', 'rifas.id')
    .select(['rifas.id', 'rifas.drawRule', 'drawLists.listHash'])
    .where(
      'rifas.id',
      'in',
      order.lines.map((line) => line.rifaId),
    )
    .execute();
  return {
    buyerName: shortBuyerName(order.customer),
    paidAt: order.paidAt,
    rifas: lines.map(({ rifaId, title, totalNumbers, drawDate, numbers, rifaStatus, isGoingBack }) => {
      const { drawRule, listHash } = rules.find(({ id }) => id === rifaId)!;
      const isOut = isDisputed(order) && listHash === null;
      const note = rifaStatus === 'cancelled' ? CANCELLED : isOut ? DISPUTED : isGoingBack ? REFUNDING : null;
      return { title, totalNumbers, drawDate, numbers, drawRule, listHash, note };
    }),
  };
}

const NO_COTAS =
  'Nenhuma cota deste pedido está aqui: foram dadas de presente ou ficaram fora da lista do sorteio.';
const CANCELLED = 'Esta rifa foi cancelada: não haverá sorteio.';
const DISPUTED =
  'Pagamento em contestação: as cotas não entram na lista de um sorteio que feche até a decisão.';

const REFUNDING = 'Devolução em andamento: cotas em devolução não entram na lista do sorteio.';

/** Cotas of an order that frozen lists left out, as 'rifa:number'. */
async function readExcluded(db: Kysely<DB>, orderId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('drawListExclusions')
    .select(['rifaId', 'numbers'])
    .where('orderId', '=', orderId)
    .execute();
  return new Set(rows.flatMap(({ rifaId, numbers }) => numbers.map((number) => `${rifaId}:${number}`)));
}

/** @returns PNG bytes */
export function drawReceiptImage(
  receipt: Receipt,
  { publicUrl, shop }: { publicUrl: string; shop: Pick<ShopBrand, 'name' | 'logo'> },
): Promise<Buffer> {
  const shown = receipt.rifas.slice(0, RIFAS_SHOWN);
  const each = Math.floor(NUMBERS_SHOWN / Math.max(1, shown.length));
  const more = receipt.rifas.length - shown.length;
  const layout = box(
    {
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      background: COLORS.paper,
      color: COLORS.ink,
      fontFamily: 'Figtree',
      fontSize: 30,
    },
    [
      heading(receipt, shop),
      box({ flexDirection: 'column', flexGrow: 1, padding: '44px 64px 0' }, [
        ...(shown.length === 0 ? [textBox(NO_COTAS, { fontSize: 34 })] : []),
        ...shown.map((rifa) => rifaBox(rifa, each)),
        ...(more > 0 ? [textBox(`e mais ${more} ${more === 1 ? 'rifa' : 'rifas'} no pedido`, {})] : []),
      ]),
      box({ flexDirection: 'column', padding: '28px 64px 44px', fontSize: 24, color: COLORS.sea }, [
        // Not the order's URL, which is secret: the image is forwarded between chats.
        textBox('A lista e o sorteio, para quem quiser conferir:', {}),
        textBox(`${publicUrl.replace(/^https?:\/\//, '')}/resultado`, { fontWeight: 700 }),
      ]),
    ],
  );
  return drawPicture(layout, WIDTH, HEIGHT);
}

function heading({ buyerName, paidAt }: Receipt, { name, logo }: Pick<ShopBrand, 'name' | 'logo'>): Box {
  return box(
    { flexDirection: 'column', background: COLORS.deep, color: COLORS.paper, padding: '52px 64px 44px' },
    [
      logo
        ? logoBox(logo, 72)
        : textBox(truncate(name, 40), { fontFamily: 'Bricolage', fontSize: 34, color: COLORS.sun }),
      textBox(`As cotas de ${truncate(buyerName, 28)}`, {
        fontFamily: 'Bricolage',
        fontSize: 58,
        marginTop: 14,
      }),
      textBox(`Pagas em ${formatDateTime(paidAt)}`, { marginTop: 10 }),
    ],
  );
}

function rifaBox(rifa: Receipt['rifas'][number], limit: number): Box {
  const shown = rifa.numbers.slice(0, limit);
  const hidden = rifa.numbers.length - shown.length;
  return box({ flexDirection: 'column', marginBottom: 40 }, [
    textBox(truncate(rifa.title, 60), {
      fontFamily: 'Bricolage',
      fontSize: 42,
      lineHeight: 1.1,
      color: COLORS.deep,
    }),
    box({ flexWrap: 'wrap', gap: 12, marginTop: 22 }, [
      ...shown.map((number) =>
        textBox(formatNumber(number, rifa.totalNumbers), {
          padding: '8px 18px',
          borderRadius: 10,
          background: COLORS.sun,
          fontWeight: 700,
          fontSize: 32,
        }),
      ),
      ...(hidden > 0 ? [textBox(`+${formatInteger(hidden)}`, { padding: '8px 4px', fontSize: 32 })] : []),
    ]),
    ...drawLines(rifa),
  ]);
}

function drawLines({ note, drawDate, drawRule, listHash }: Receipt['rifas'][number]): Box[] {
  if (note !== null) return [textBox(note, { marginTop: 22, fontSize: 28 })];
  return [
    textBox(`Sorteio em ${formatLongDate(drawDate)}, pela Loteria Federal (regra ${drawRule}).`, {
      marginTop: 22,
      fontSize: 28,
    }),
    textBox(
      listHash
        ? `Lista lacrada, SHA-256 ${listHash.slice(0, 32)}…`
        : 'A lista de números é lacrada e publicada antes do sorteio.',
      { marginTop: 8, fontSize: 24, color: COLORS.sea },
    ),
  ];
}
