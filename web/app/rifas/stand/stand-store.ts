/**
 * Offline store of a stand on this phone: numbers set aside, and sales. In IndexedDB, as the service worker reads it to
 * send the sales (web/public/stand-sales.js), and its transactions keep two tabs from selling the same number.
 */
import type { StandAllotment, StandResult, StandSale } from '@mare/contract/checkout/stand.ts';
import type { StandTerms } from '@mare/domain/checkout/price-stand-sale.ts';
import { type AllotmentEnd, pickNumbers } from '@mare/domain/orders/stand-allotment.ts';
import { STAND_HERE } from './stand-here.ts';
import { serverNow } from '../../ui/server-clock.ts';

/** Settled sales contain personal data, so they are deleted from the phone after a week. */
const RETENTION_MS = 7 * 24 * 3_600_000;

const DATABASE = 'mare-stand';
const CHANNEL = 'mare-stand';
const SYNC_TAG = 'stand-sales';

export interface StoredAllotment extends StandAllotment {
  sellerId: string;
  sellerName: string;
  sendKey: string;
  terms: StandTerms;
  /** `unknown`: the shop has no such allotment, e.g. after a restored backup. */
  end: AllotmentEnd | 'unknown' | null;
}

export interface StoredSale {
  id: string;
  allotmentId: string;
  sellerId: string;
  /** `returned`: rejected, and the seller returned the money. */
  state: 'queued' | 'sold' | 'rejected' | 'returned';
  /** Why the server deferred the sale. `UNREADABLE`: another version of the page stored it. */
  waiting: 'BUSY' | 'PAUSED' | 'UNREADABLE' | null;
  answer: StandResult | null;
  /** The seller returned the discount that the server found for the buyer. */
  isDiscountReturned?: boolean;
  sale: StandSale;
  title: string;
  totalNumbers: number;
}

export interface StandOnPhone {
  /** Newest first. */
  allotments: StoredAllotment[];
  /** Newest first. */
  sales: StoredSale[];
}

/** `reached` and `unreached` come from the service worker, after each try to send. */
type StandMessage = 'changed' | 'reached' | 'unreached';

export type SaleDraft = Omit<StandSale, 'numbers' | 'id' | 'externalReference' | 'soldAt'>;

export type SellResult =
  | { ok: true; sold: StoredSale }
  | { ok: false; missing: number[] }
  | { ok: false; left: number };

/** Whether the phone still sells from an allotment. */
export function maySellFrom({ end, unsold, sellUntil }: StoredAllotment, now: number): boolean {
  return end === null && unsold.length > 0 && now < Date.parse(sellUntil);
}

const EMPTY: StandOnPhone = { allotments: [], sales: [] };

export async function readStand(): Promise<StandOnPhone> {
  return inTransaction('readonly', async (allotments, sales) => ({
    allotments: (await done<StoredAllotment[]>(allotments.getAll())).sort((one, other) =>
      other.createdAt.localeCompare(one.createdAt),
    ),
    sales: (await done<StoredSale[]>(sales.getAll())).sort((one, other) =>
      other.sale.soldAt.localeCompare(one.sale.soldAt),
    ),
  }));
}

export async function addAllotment(allotment: StoredAllotment): Promise<void> {
  await inTransaction('readwrite', async (allotments) => void allotments.put(allotment));
  window.localStorage.setItem(STAND_HERE, '1');
  await changed();
}

/** Marks the unsold numbers of an allotment as returned to the shop. Its sales stay. */
export async function closeAllotment(id: string): Promise<void> {
  await inTransaction('readwrite', async (allotments) => {
    const stored = await done<StoredAllotment | undefined>(allotments.get(id));
    if (stored) allotments.put({ ...stored, unsold: [], end: 'returned' satisfies AllotmentEnd });
  });
  await changed();
}

/**
 * Takes numbers and queues the sale, in one transaction.
 * @param count cotas that the buyer gets, bonus included
 */
export async function sellOnPhone(
  allotmentId: string,
  draft: SaleDraft,
  { count, chosen }: { count: number; chosen: readonly number[] },
): Promise<SellResult> {
  const result = await inTransaction('readwrite', async (allotments, sales): Promise<SellResult> => {
    const allotment = await done<StoredAllotment>(allotments.get(allotmentId));
    const picked = pickNumbers(allotment.unsold, { quantity: count, chosen }, randomBelow);
    if (!picked.ok) return picked;
    const { numbers } = picked;
    const sale: StandSale = {
      ...draft,
      id: crypto.randomUUID(),
      externalReference: randomText(18),
      numbers,
      soldAt: serverNow().toISOString(),
    };
    const { sellerId, title, terms } = allotment;
    const sold: StoredSale = {
      id: sale.id,
      allotmentId,
      sellerId,
      state: 'queued',
      waiting: null,
      answer: null,
      sale,
      title,
      totalNumbers: terms.totalNumbers,
    };
    sales.add(sold);
    allotments.put({ ...allotment, unsold: allotment.unsold.filter((number) => !numbers.includes(number)) });
    return { ok: true, sold };
  });
  if (result.ok) await changed();
  return result;
}

/** Whether the sale waits because the server could not read it. */
export const isUnreadable = ({ state, waiting }: Pick<StoredSale, 'state' | 'waiting'>): boolean =>
  state === 'queued' && waiting === 'UNREADABLE';

/** Called after the seller returned the money of a sale that did not enter, or the discount of a sold one. */
export async function markReturned(saleId: string): Promise<void> {
  await inTransaction('readwrite', async (_, sales) => {
    const stored = await done<StoredSale | undefined>(sales.get(saleId));
    if (stored && (stored.state === 'rejected' || isUnreadable(stored)))
      sales.put({ ...stored, state: 'returned' satisfies StoredSale['state'] });
    if (stored?.state === 'sold') sales.put({ ...stored, isDiscountReturned: true });
  });
  await changed();
}

/** Deletes old settled sales, and ended allotments without sales. */
async function purgeOld(now: number): Promise<void> {
  await inTransaction('readwrite', async (allotments, sales) => {
    const stored = await done<StoredSale[]>(sales.getAll());
    const isOld = ({ state, sale }: StoredSale) =>
      (state === 'sold' || state === 'returned') && Date.parse(sale.soldAt) < now - RETENTION_MS;
    for (const sale of stored.filter(isOld)) sales.delete(sale.id);
    const used = new Set(stored.filter((sale) => !isOld(sale)).map(({ allotmentId }) => allotmentId));
    for (const { id, end } of await done<StoredAllotment[]>(allotments.getAll()))
      if (end !== null && !used.has(id)) allotments.delete(id);
  });
}

/** Random bytes in base64url. */
export function randomText(bytes: number): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Uniform to within about 2⁻²²: the limit is at most a thousand. */
function randomBelow(limit: number): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % limit;
}

/** Makes the service worker send queued sales now, and registers a background sync for when the network is back. */
export async function requestSending(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage({ standSales: 'send' }, []);
  const { sync } = registration as ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  };
  // Not supported by Safari and Firefox: there the page sends while it is open.
  await sync?.register(SYNC_TAG).catch(() => undefined);
}

let snapshot: StandOnPhone | null = null;
let isReached = true;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Null until it was read. */
export const standSnapshot = (): StandOnPhone | null => snapshot;

/**
 * Whether the server answered the last try to send, because a browser may report a network without internet access.
 */
export const shopReached = (): boolean => isReached;

/** Subscribes to changes by this tab, other tabs and the service worker. */
export function subscribeToStand(listener: () => void): () => void {
  listeners.add(listener);
  if (!channel) {
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<StandMessage>) => {
      if (data === 'changed') void refresh();
      else setReached(data === 'reached');
    });
    void begin();
  }
  return () => listeners.delete(listener);
}

async function begin(): Promise<void> {
  await purgeOld(Date.now()).catch(() => undefined);
  await refresh();
}

function setReached(reached: boolean): void {
  isReached = reached;
  listeners.forEach((each) => each());
}

async function refresh(): Promise<void> {
  // Without IndexedDB (some private windows) the page shows a notice.
  snapshot = await readStand().catch(() => EMPTY);
  listeners.forEach((each) => each());
}

async function changed(): Promise<void> {
  await refresh();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin
  channel?.postMessage('changed');
}

async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (allotments: IDBObjectStore, sales: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(['allotments', 'sales'], mode);
    const completed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('storage failed')));
    });
    const result = await work(transaction.objectStore('allotments'), transaction.objectStore('sales'));
    await completed;
    return result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('allotments', { keyPath: 'id' });
    opening.result.createObjectStore('sales', { keyPath: 'id' });
  });
  return done(opening);
}

function done<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as T));
    request.addEventListener('error', () => reject(request.error ?? new Error('storage failed')));
  });
}
