// Sends the sales of a stand that were made without a network (web/app/rifas/stand). Also runs in the background, when
// the browser reports that the network is back, and needs no session: each allotment has a key of its own.
self.standSales = (() => {
  const DATABASE = 'mare-stand';
  const CHANNEL = 'mare-stand';
  const TAG = 'stand-sales';
  /** Sales of one request. */
  const BATCH = 10;

  /**
   * What a reply of the server changes on the phone.
   * @param sales all sales of the allotment on this phone
   * @returns the allotment and the sales that changed
   */
  function applyReply(allotment, sales, { results, unsold, end }) {
    const changed = results.flatMap((answer) => {
      const stored = sales.find(({ id }) => id === answer.id);
      if (stored?.state !== 'queued') return [];
      if (answer.outcome === 'later') return [{ ...stored, waiting: answer.code }];
      return [{ ...stored, state: answer.outcome, answer, waiting: null }];
    });
    const settled = new Set(changed.flatMap(({ id, state }) => (state === 'queued' ? [] : [id])));
    const stillQueued = sales.filter(({ id, state }) => state === 'queued' && !settled.has(id));
    const waiting = new Set(stillQueued.flatMap(({ sale }) => sale.numbers));
    return {
      allotment: { ...allotment, end, unsold: unsold.filter((number) => !waiting.has(number)) },
      sales: changed,
    };
  }

  /** The server does not know the allotment of this sale: no retry helps. */
  function rejectedAs(code, sale) {
    return { id: sale.id, outcome: 'rejected', code, reason: null, numbers: [] };
  }

  function open() {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(DATABASE, 1);
      opening.addEventListener('upgradeneeded', () => {
        opening.result.createObjectStore('allotments', { keyPath: 'id' });
        opening.result.createObjectStore('sales', { keyPath: 'id' });
      });
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
  }

  function done(request) {
    return new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  }

  async function readAll(database) {
    const stores = database.transaction(['allotments', 'sales']);
    const [allotments, sales] = await Promise.all([
      done(stores.objectStore('allotments').getAll()),
      done(stores.objectStore('sales').getAll()),
    ]);
    return { allotments, sales };
  }

  /** Reads again within the transaction that writes: meanwhile a page may have sold more. */
  async function store(database, allotmentId, reply) {
    const stores = database.transaction(['allotments', 'sales'], 'readwrite');
    const written = new Promise((resolve, reject) => {
      stores.addEventListener('complete', resolve);
      stores.addEventListener('error', () => reject(stores.error));
      stores.addEventListener('abort', () => reject(stores.error));
    });
    const [allotment, sales] = await Promise.all([
      done(stores.objectStore('allotments').get(allotmentId)),
      done(stores.objectStore('sales').getAll()),
    ]);
    if (allotment) {
      const own = sales.filter((sale) => sale.allotmentId === allotmentId);
      const after = applyReply(allotment, own, reply);
      stores.objectStore('allotments').put(after.allotment);
      for (const sale of after.sales) stores.objectStore('sales').put(sale);
    }
    await written;
    announce('changed');
  }

  function announce(message) {
    const channel = new BroadcastChannel(CHANNEL);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has one origin
    channel.postMessage(message);
    channel.close();
  }

  /** Tells the pages whether the shop answers. */
  async function request(body) {
    try {
      const response = await fetch('/api/stand/sales', {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      announce('reached');
      return response;
    } catch (error) {
      announce('unreached');
      throw error;
    }
  }

  /**
   * @returns the reply of the server. A sale that it cannot read stays queued: another version of the page stored it,
   *   and the next one of this worker or of the shop may read it.
   */
  async function post({ id, sendKey }, sales) {
    const response = await request({ allotmentId: id, sendKey, sales: sales.map(({ sale }) => sale) });
    if (response.ok) return response.json();
    const { code, defined } = await response.json().catch(() => ({}));
    if (defined === true && code === 'NOT_FOUND')
      return {
        unsold: [],
        end: 'unknown',
        results: sales.map((sale) => rejectedAs('ALLOTMENT_ENDED', sale)),
      };
    const isUnreadable = response.status === 400 || response.status === 422;
    return isUnreadable && sales.length === 1
      ? { unreadable: true, results: [{ id: sales[0].id, outcome: 'later', code: 'UNREADABLE' }] }
      : { unreadable: isUnreadable, failed: true };
  }

  /** @returns whether no sale of the batch waits any more */
  async function sendBatch(database, allotment, sales) {
    const reply = await post(allotment, sales);
    if (!reply.failed) {
      const kept = reply.unreadable ? { unsold: allotment.unsold, end: allotment.end ?? null } : {};
      await store(database, allotment.id, { ...kept, ...reply });
      // While the rifa is paused, the browser tries again later.
      return reply.results.every(({ outcome }) => outcome !== 'later');
    }
    if (!reply.unreadable) return false;
    // One of them cannot be read: the others are sent alone.
    let all = true;
    for (const sale of sales) all = (await sendBatch(database, allotment, [sale])) && all;
    return all;
  }

  /** Sends what is queued, oldest first, and asks what each open allotment still has. @returns whether none waits any more */
  async function sendQueued() {
    const database = await open();
    try {
      const { allotments, sales } = await readAll(database);
      let all = true;
      for (const allotment of allotments) {
        const queued = sales
          .filter(({ allotmentId, state }) => allotmentId === allotment.id && state === 'queued')
          .sort((one, other) => String(one.sale.soldAt).localeCompare(String(other.sale.soldAt)));
        if (queued.length === 0 && allotment.end) continue;
        for (let at = 0; at === 0 || at < queued.length; at += BATCH)
          all = (await sendBatch(database, allotment, queued.slice(at, at + BATCH))) && all;
      }
      return all;
    } finally {
      database.close();
    }
  }

  /** At the seller's sign-out: sales that are over name buyers. What waits, and what was rejected, stays. */
  async function forgetSent(sellerId) {
    const database = await open();
    const { allotments, sales } = await readAll(database);
    const stores = database.transaction(['allotments', 'sales'], 'readwrite');
    const over = sales.filter(
      (sale) => sale.sellerId === sellerId && (sale.state === 'sold' || sale.state === 'returned'),
    );
    for (const { id } of over) stores.objectStore('sales').delete(id);
    for (const { id, end } of allotments)
      if (end && !sales.some((sale) => sale.allotmentId === id && !over.includes(sale)))
        stores.objectStore('allotments').delete(id);
    database.close();
    announce('changed');
  }

  /** One at a time; a call meanwhile makes it run once more. */
  let running = null;
  let again = false;
  function send() {
    again = true;
    running ??= (async () => {
      let all = true;
      try {
        while (again) {
          again = false;
          all = await sendQueued();
        }
        return all;
      } finally {
        running = null;
      }
    })();
    return running;
  }

  return { TAG, applyReply, send, forgetSent };
})();

self.addEventListener('message', (event) => {
  if (event.data?.standSales === 'send') event.waitUntil(self.standSales.send().catch(() => undefined));
  if (event.data?.standSales === 'forget')
    event.waitUntil(self.standSales.forgetSent(event.data.sellerId).catch(() => undefined));
});

// The browser repeats the event, with growing pauses, until this succeeds.
self.addEventListener('sync', (event) => {
  if (event.tag !== self.standSales.TAG) return;
  event.waitUntil(sendAll());
});

async function sendAll() {
  if (!(await self.standSales.send())) throw new Error('sales wait for the shop');
}
