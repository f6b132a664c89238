/** Settings of Medusa, as `medusa-config.js` of the folder where it is installed. */
const { defineConfig } = require('@medusajs/framework/utils');

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // As many as ours.
    databaseDriverOptions: { pool: { min: 2, max: Number(process.env.PEER_CONNECTIONS) } },
    // Without background jobs, which the other peers leave to a worker too.
    workerMode: 'server',
    http: {
      storeCors: 'http://localhost',
      adminCors: 'http://localhost',
      authCors: 'http://localhost',
      jwtSecret: 'of-the-benchmark',
      cookieSecret: 'of-the-benchmark',
    },
  },
});
