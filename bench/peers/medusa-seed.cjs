/** Fills Medusa with a region, a stock location, a way to ship and products: `medusa exec ./medusa-seed.js`. */
const { writeFileSync } = require('node:fs');
const { ContainerRegistrationKeys, Modules, ProductStatus } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

const PRODUCTS = Number(process.env.PEER_PRODUCTS);
const CURRENCY = 'brl';
const STOCK = 100_000_000;

module.exports.default = async function seed({ container }) {
  const run = async (name, input) => (await flows[name](container).run({ input })).result;
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fulfillment = container.resolve(Modules.FULFILLMENT);

  const [channel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Shop' }] });
  const [key] = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  });
  await run('linkSalesChannelsToApiKeyWorkflow', { id: key.id, add: [channel.id] });
  const [region] = await run('createRegionsWorkflow', {
    regions: [
      {
        name: 'Brazil',
        currency_code: CURRENCY,
        countries: ['br'],
        payment_providers: ['pp_system_default'],
      },
    ],
  });
  await run('createTaxRegionsWorkflow', [{ country_code: 'br', provider_id: 'tp_system' }]);
  const [location] = await run('createStockLocationsWorkflow', {
    locations: [{ name: 'Warehouse', address: { city: 'Maceió', country_code: 'BR', address_1: '' } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  });
  const [profile] = await run('createShippingProfilesWorkflow', {
    data: [{ name: 'Default', type: 'default' }],
  });
  const set = await fulfillment.createFulfillmentSets({
    name: 'Delivery',
    type: 'shipping',
    service_zones: [{ name: 'Brazil', geo_zones: [{ country_code: 'br', type: 'country' }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  const [shipping] = await run('createShippingOptionsWorkflow', [
    {
      name: 'Standard Shipping',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Standard', description: 'Standard', code: 'standard' },
      prices: [{ currency_code: CURRENCY, amount: 5 }],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ]);
  await run('linkSalesChannelsToStockLocationWorkflow', { id: location.id, add: [channel.id] });
  const products = await run('createProductsWorkflow', {
    products: Array.from({ length: PRODUCTS }, (_, at) => ({
      title: `Product ${at}`,
      handle: `product-${at}`,
      description: 'A product of the benchmark',
      status: ProductStatus.PUBLISHED,
      shipping_profile_id: profile.id,
      options: [{ title: 'Size', values: ['One'] }],
      variants: [
        {
          title: 'One',
          sku: `SKU-${at}`,
          options: { Size: 'One' },
          prices: [{ amount: 10, currency_code: CURRENCY }],
        },
      ],
      sales_channels: [{ id: channel.id }],
    })),
  });
  const { data: items } = await query.graph({ entity: 'inventory_item', fields: ['id'] });
  await run('createInventoryLevelsWorkflow', {
    inventory_levels: items.map(({ id }) => ({
      location_id: location.id,
      stocked_quantity: STOCK,
      inventory_item_id: id,
    })),
  });
  writeFileSync(
    'seeded.json',
    JSON.stringify({
      key: key.token,
      region: region.id,
      shipping: shipping.id,
      products: products.map(({ id, variants }) => ({ id, variant: variants[0].id })),
    }),
  );
};
