/** Demo rifas in every state. */
import type { DemoRifa } from './demo-rifa.ts';
import { demoRifasEnded } from './demo-rifas-ended.ts';
import { demoRifasOnSale } from './demo-rifas-on-sale.ts';
import { demoRifasScheduled } from './demo-rifas-scheduled.ts';

export const demoRifas: DemoRifa[] = [...demoRifasOnSale, ...demoRifasScheduled, ...demoRifasEnded];
