/** The whole API, one entry a feature. Served under /api. */
import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { campaigns } from './campaigns.ts';
import { cart } from './cart.ts';
import { checkout } from './checkout.ts';
import { orders } from './orders.ts';
import { rifas } from './rifas.ts';

export const contract = { rifas, cart, checkout, orders, accounts, campaigns, admin };
