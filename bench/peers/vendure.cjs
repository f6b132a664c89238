/** Vendure, in the folder where it is installed: `node vendure.cjs seed` or `node vendure.cjs serve`. */
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const vendure = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

const PRODUCTS = Number(process.env.PEER_PRODUCTS);
const database = new URL(process.env.DATABASE_URL);
const seeds = process.argv[2] === 'seed';

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env.PORT),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'superadmin', password: 'of-the-benchmark' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    password: decodeURIComponent(database.password),
    database: database.pathname.slice(1),
    // Its tables, instead of the migrations that a shop generates for itself.
    synchronize: seeds,
    logging: false,
    // As many as ours.
    extra: { max: Number(process.env.PEER_CONNECTIONS) },
  },
  paymentOptions: { paymentMethodHandlers: [vendure.dummyPaymentHandler] },
  logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Error }),
  importExportOptions: { importAssetsDir: __dirname },
  plugins: [
    vendure.DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    vendure.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Americas',
  countries: [{ name: 'Brazil', code: 'BR', zone: 'Americas' }],
  taxRates: [{ name: 'Standard Tax', percentage: 0 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [
    {
      name: 'Manual',
      handler: {
        code: 'dummy-payment-handler',
        arguments: [{ name: 'automaticSettle', value: 'false' }],
      },
    },
  ],
  collections: [],
};

async function seed() {
  const file = path.join(__dirname, 'products.csv');
  const heading =
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
  const rows = Array.from(
    { length: PRODUCTS },
    (_, at) =>
      `Product ${at},product-${at},A product of the benchmark,,,,,SKU-${at},10.00,Standard Tax,100000000,true,,`,
  );
  writeFileSync(file, `${[heading, ...rows].join('\n')}\n`);
  const start = async () => {
    const app = await vendure.bootstrap(config);
    await app.get(vendure.JobQueueService).start();
    return app;
  };
  const app = await populate(start, initialData, file);
  await app
    .get(vendure.SearchService)
    .reindex(await app.get(vendure.RequestContextService).create({ apiType: 'admin' }));
  const { rawConnection } = app.get(vendure.TransactionalConnection);
  for (;;) {
    const [{ count }] = await rawConnection.query('select count(*) from search_index_item');
    if (Number(count) >= PRODUCTS) break;
    await pause(500);
  }
  await app.close();
}

async function run() {
  if (seeds) {
    await seed();
    process.exit();
  }
  await vendure.bootstrap(config);
}

run().catch((error) => {
  console.error(error);
  process.exit(1);
});
